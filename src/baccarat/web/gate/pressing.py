"""Compressed answers, for clients that accept gzip."""

import gzip

from starlette.requests import Request
from starlette.responses import Response


def takes_gzip(request: Request) -> bool:
    """Whether the client accepts gzip; `gzip;q=0` means that it does not."""
    weights: dict[str, float] = {}
    for coding in request.headers.get("accept-encoding", "").lower().split(","):
        name, _, weight = coding.replace(" ", "").partition(";q=")
        try:
            weights[name] = float(weight or 1)
        except ValueError:
            weights[name] = 0
    return weights.get("gzip", weights.get("*", 0)) > 0


def pressed(
    request: Request,
    body: bytes,
    kind: str,
    headers: dict[str, str],
    pressed_body: bytes | None = None,
    status: int = 200,
) -> Response:
    """A response with this body, compressed if the client accepts gzip."""
    headers = {"Vary": "Accept-Encoding", **headers}
    if takes_gzip(request):
        body = gzip.compress(body, 6) if pressed_body is None else pressed_body
        headers["Content-Encoding"] = "gzip"
    return Response(body, status, headers, media_type=kind)
