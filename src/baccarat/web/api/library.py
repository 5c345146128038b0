"""Collects the endpoints for the library: odds, roads, records, fair shoes, games, bets, theory."""

from fastapi import APIRouter

from baccarat.web.api import catalogue as api_lists
from baccarat.web.api import fair as api_fair
from baccarat.web.api import odds as api_odds
from baccarat.web.api import records as api_records
from baccarat.web.api import roads as api_roads
from baccarat.web.api import theory as api_theory

router = APIRouter(prefix="/api/v1", tags=["library"])
for part in (api_odds, api_roads, api_records, api_fair, api_lists, api_theory):
    router.include_router(part.router)
