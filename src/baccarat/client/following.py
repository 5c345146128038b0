"""Reads a stream of events; if it breaks, it is requested again after the last event.

following = Following(["table/1", "board/4"])
following.call                       the call that requests the stream after the known acts
following.feed(chunk)                Event(place="table/1", number=41, since=40, view={…})
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from baccarat.base.errors import BadValue
from baccarat.client.server_sent import EventReader, ServerSent
from baccarat.client.wire import Call, Json, NoAnswer

KINDS = ("table", "board")
KnownNumbers = Mapping[str, int]
"""The number of the last act at each place: `{"table/1": 41}`."""


@dataclass(frozen=True, slots=True)
class Event:
    """News from a table or board: what can be seen of it after an act.

    >>> Event("table/3", 12, 11, {"call": "Banker wins."}).view["call"]
    'Banker wins.'
    """

    place: str
    """`table/1` or `board/4`"""
    number: int
    """the number of the last act at this place"""
    since: int
    """the number of the act after which the view begins; 0 if the view is whole"""
    view: Json

    def onto(self, view: Json) -> Json:
        """The whole view after this event; `view` is the whole view before this event."""
        if not self.since:
            return self.view
        results = [*view["results"], *self.view["results"]]
        return {**view, **self.view, "since": view["since"], "results": results}


class Following:
    """A stream of events over one or more connections; no event is missing or repeated."""

    def __init__(
        self,
        places: Iterable[str],
        since: KnownNumbers | None = None,
        token: str = "",
        role: str = "",
        seen: Callable[[Json], None] | None = None,
    ) -> None:
        """`since` has the last known act number of each table or board; `seen` gets each view."""
        self._places = tuple(dict.fromkeys(places))
        if not self._places:
            raise BadValue("a stream must follow at least one table or board: give e.g. tables=[1]")
        self._numbers = {
            place: number for place, number in (since or {}).items() if place in self._places
        }
        self._token, self._role, self._seen = token, role, seen
        self.begin()

    def begin(self) -> None:
        """Start to read a new connection; forget the incomplete event of the old connection."""
        self._reader = EventReader()

    @property
    def retry(self) -> float:
        """The seconds to wait before connecting again, as the server wishes; default: 0."""
        return self._reader.retry or 0.0

    @property
    def call(self) -> Call:
        """The request for all events after the last event."""
        told = {f"{kind}s": ",".join(self._of(kind)) for kind in KINDS}
        told["last"] = ",".join(f"{place}:{number}" for place, number in self._numbers.items())
        told["as"] = self._role
        params = {name: value for name, value in told.items() if value}
        return Call("GET", "events", params, token=self._token, accept="text/event-stream")

    def feed(self, chunk: bytes) -> Iterator[Event]:
        """Yield each event that is complete with these bytes."""
        for sent in self._reader.feed(chunk):
            event = _read(sent) if sent.kind in KINDS else None
            if event is not None and event.number != self._numbers.get(event.place):
                self._numbers[event.place] = event.number
                if self._seen is not None:
                    self._seen(event.view)
                yield event

    def _of(self, kind: str) -> list[str]:
        parted = (place.partition("/") for place in self._places)
        return [number for its_kind, _, number in parted if its_kind == kind]


def _read(sent: ServerSent) -> Event:
    try:
        told = json.loads(sent.data)
    except (ValueError, RecursionError):
        told = None
    match told:
        case {"number": int(number), "since": int(since), "view": dict(view)}:
            return Event(f"{sent.kind}/{told.get(sent.kind)}", number, since, view)
    raise NoAnswer("this is not a baccarat server: an event has no number and no view")
