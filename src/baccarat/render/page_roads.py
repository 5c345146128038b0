"""Roads for pages."""

from baccarat.render.svg import draw
from baccarat.roads import Scoreboard
from baccarat.words import Words


def mark_sheet(words: Words) -> str:
    return ""


def page_road(board: Scoreboard, key: str, words: Words, columns: int | None = None) -> str:
    return draw(board, road=key).svg
