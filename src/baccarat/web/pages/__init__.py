"""The HTML pages: a folder for each page, and the parts that all pages share."""
