"""The pages: what all pages share, and a folder for each page."""
