"""The pages: what all of them share, and a folder for each."""
