"""Answers questions about odds in a process, where a plug-in bet cannot harm the server."""

import gzip
import json
from base64 import b64encode
from collections.abc import Mapping
from threading import Event

from baccarat.questions.engine.process import JobLine, TellLine
from baccarat.questions.odds import OddsQuestion
from baccarat.web.jobs.odds_answer import odds_json, warm_up
from baccarat.web.jobs.odds_page import OddsPageQuestion, page_odds

LEVEL = 3
"""The gzip level of answers: level 6 takes twice as long, and saves a tenth of the size."""


def get_ready() -> None:
    warm_up()


def answer(question: JobLine, tell: TellLine, stop: Event) -> None:
    """Report which plug-in bets are calculated next, and finally the compressed answer."""
    deaf, values = question["deaf"], question["question"]

    def weighing(names: tuple[str, ...]) -> None:
        tell(weighing=names)

    odds: Mapping[str, object]
    if question["is_page"]:
        odds = page_odds(OddsPageQuestion.read(values), deaf=deaf, weighing=weighing)
    else:
        odds = odds_json(OddsQuestion.read(values), deaf=deaf, weighing=weighing)
    whole = json.dumps(odds, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")
    tell(answer=b64encode(gzip.compress(whole, LEVEL, mtime=0)).decode())
