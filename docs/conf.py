"""Sphinx settings; nothing in the pages is fetched from elsewhere."""

from pathlib import Path
from shutil import copytree

from sphinx.application import Sphinx

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
html_static_path = ["_static"]
html_js_files = ["sort.js"]


def setup(app: Sphinx) -> None:
    """Put the schemas beside the page that links them, where they find each other."""

    def copy(app: Sphinx, trouble: Exception | None) -> None:
        if trouble is None and app.builder.format == "html":
            copytree(Path(app.srcdir) / "schemas", Path(app.outdir) / "schemas", dirs_exist_ok=True)

    app.connect("build-finished", copy)
