"""What the library answers over HTTP: odds, roads, records, fair shoes, theory, names."""

from fastapi import APIRouter

from baccarat.web import api_fair, api_lists, api_odds, api_records, api_roads, api_theory

router = APIRouter(prefix="/api/v1")
for part in (api_odds, api_roads, api_records, api_fair, api_lists, api_theory):
    router.include_router(part.router)
