"""Reads roads back from SVG: which mark stands in which cell, and how it is drawn."""

import re
from xml.etree import ElementTree

from baccarat.core.roads import GridPlace

ROOM = "{http://www.w3.org/2000/svg}"
NUMBERS = {"M": 2, "l": 2, "h": 1, "v": 1}


def walked(path: str) -> list[GridPlace]:
    """The cells that a line leads through; its ends, which have no mark, are left out."""
    x = y = 0
    places: list[GridPlace] = []
    for kind, told in re.findall(r"([Mlhv])([-0-9 ]+)", path):
        numbers = [int(number) for number in re.findall(r"-?\d+", told)]
        assert len(numbers) == NUMBERS[kind], path
        if kind == "M":
            x, y = numbers
        else:
            across, down = {"h": [*numbers, 0], "v": [0, *numbers]}.get(kind, numbers)
            x, y = x + across, y + down
        places.append((x, y))
    assert places[0] == places[1]
    assert places[-1] == places[-2]
    return places[1:-1]


class DrawnCell:
    """What a picture shows in one cell."""

    def __init__(self) -> None:
        self.marks: dict[str, ElementTree.Element] = {}
        self.classes: dict[str, str] = {}
        """the class of a line, by the mark it leads to"""

    @property
    def names(self) -> set[str]:
        return set(self.marks)

    @property
    def words(self) -> list[str | None]:
        """The letters and numbers that are drawn."""
        return [text.text for mark in self.marks.values() for text in _parts(mark, "text")]

    def shape(self, name: str) -> tuple[str, dict[str, str]]:
        """The first shape of a mark: its kind and its attributes."""
        shape = next(part for part in self.marks[name] if not part.tag.endswith("title"))
        return shape.tag.removeprefix(ROOM), dict(shape.attrib)


def _parts(element: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    """The elements of that name, with or without the name of their room."""
    return [part for part in element.iter() if part.tag.removeprefix(ROOM) == name]


def marks_by_id(sheet: ElementTree.Element) -> dict[str, ElementTree.Element]:
    marks = _parts(sheet, "marker")
    found = {mark.attrib["id"]: mark for mark in marks}
    assert len(found) == len(marks)
    return found


def drawn_cells(
    road: ElementTree.Element, marks: dict[str, ElementTree.Element]
) -> dict[GridPlace, DrawnCell]:
    """Every cell of a road that has a mark; a marker is as large as a cell."""
    assert abs(3 * float(road.attrib["stroke-width"]) - 1) < 0.001
    assert road.attrib["fill"] == "none"
    found: dict[GridPlace, DrawnCell] = {}
    for line in _parts(road, "path"):
        if "marker-mid" not in line.attrib:
            continue
        name = line.attrib["marker-mid"].removeprefix("url(#").removesuffix(")")
        mark = marks[name]
        assert mark.attrib["viewBox"] == "0 0 20 20"
        known = name.partition("-")[2]
        for place in walked(line.attrib["d"]):
            cell = found.setdefault(place, DrawnCell())
            assert known not in cell.marks, (place, known)
            cell.marks[known] = mark
            cell.classes[known] = line.get("class", "")
    return found
