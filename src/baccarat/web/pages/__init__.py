"""The pages: the parts that all pages share, and a folder for each page."""
