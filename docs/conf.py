"""Sphinx settings; nothing in the pages is fetched from elsewhere."""

project = "baccarat"
author = "the baccarat authors"
copyright = "2026, the baccarat authors"  # noqa: A001 - the name Sphinx asks for

extensions = ["myst_parser"]
# No math extension: Sphinx would fetch MathJax from a CDN for the pages that use it.
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
nitpicky = True

html_theme = "furo"
html_title = "baccarat"
