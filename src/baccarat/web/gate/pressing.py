"""Answers that are pressed for those who take them so."""

import gzip

from starlette.requests import Request
from starlette.responses import Response


def takes_gzip(request: Request) -> bool:
    """Whether a client takes pressed answers; `gzip;q=0` says that it does not."""
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
    """An answer, pressed for who takes it so."""
    headers = {"Vary": "Accept-Encoding", **headers}
    if takes_gzip(request):
        body = gzip.compress(body, 6) if pressed_body is None else pressed_body
        headers["Content-Encoding"] = "gzip"
    return Response(body, status, headers, media_type=kind)
