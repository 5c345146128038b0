"""The static files of pages (scripts, styles, fonts), which are read and compressed once.

shelf.address("house.css") -> "/static/house.css?v=4f1c…"     a browser keeps it for ever
shelf.answer(request, "house.css")

Scripts import each other by their plain names. A script that is loaded by two names runs twice, so
scripts have only plain names. Browsers ask for scripts again; the answer is 304 if nothing changed.
"""

import gzip
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from baccarat.base.sentences import Sentence
from baccarat.web.gate.pressing import pressed
from baccarat.web.gate.problems import Problem

PAGES = Path(__file__).parent
STATIC = {
    path.relative_to(folder).as_posix(): path
    for folder in sorted(PAGES.rglob("static"))
    for path in sorted(folder.rglob("*.*"))
}
"""The files that pages load, from all folders, by name."""
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
    ".LICENSE": "text/plain; charset=utf-8",
}
"""The content types of the shelf, by file extension."""
VENDOR = "vendor/"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"


@dataclass(frozen=True, slots=True)
class ShelvedFile:
    """A static file with its content type, its bytes, its compressed bytes and its hash."""

    kind: str
    plain: bytes
    pressed: bytes
    digest: str


class Shelf:
    """All static files by name."""

    def __init__(self) -> None:
        self._files = {name: _read(path) for name, path in STATIC.items() if path.suffix in KINDS}

    def __getitem__(self, name: str) -> ShelvedFile:
        if (found := self._files.get(name)) is None:
            raise Problem(404, Sentence("there is nothing at this address"))
        return found

    @property
    def digest(self) -> str:
        """A hash of all files, which changes when any file changes."""
        told = "".join(f"{name} {file.digest} " for name, file in self._files.items())
        return sha256(told.encode()).hexdigest()[:12]

    def address(self, name: str) -> str:
        """The address of a file; it has a hash of the content, unless it is one of our scripts."""
        is_script = name.endswith(".js") and not name.startswith(VENDOR)
        return f"/static/{name}" if is_script else f"/static/{name}?v={self[name].digest}"

    def answer(self, request: Request, name: str) -> Response:
        """A response with the file, or 304 if the browser has it already."""
        found = self[name]
        is_named = request.query_params.get("v") == found.digest
        headers = {
            "ETag": f'W/"{found.digest}"',  # weak: compressed and plain bytes differ
            "Cache-Control": FOR_EVER if is_named else ASK_AGAIN,
        }
        if found.kind.startswith("text/html"):  # it must not open as a page of ours
            headers["Content-Disposition"] = f'attachment; filename="{name}"'
        if _has_it(request, found.digest):
            return Response(status_code=304, headers={**headers, "Vary": "Accept-Encoding"})
        return pressed(request, found.plain, found.kind, headers, found.pressed)


def _has_it(request: Request, digest: str) -> bool:
    """Whether the browser's `If-None-Match` header names this digest."""
    tags = request.headers.get("if-none-match", "").split(",")
    return any(tag.strip().removeprefix("W/") in (f'"{digest}"', "*") for tag in tags)


def _read(path: Path) -> ShelvedFile:
    plain = path.read_bytes()
    digest = sha256(plain).hexdigest()[:12]
    return ShelvedFile(KINDS[path.suffix], plain, gzip.compress(plain, 9), digest)
