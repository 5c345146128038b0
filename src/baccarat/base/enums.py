"""Enums whose members print in short: as `Side.BANKER`, or as the text of their value."""

from enum import Enum


class NamedEnum(Enum):
    """An enum with short reprs: `Side.BANKER`."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class SpelledEnum(NamedEnum):
    """An enum whose members have text as values, and print as this text."""

    def __str__(self) -> str:
        return str(self.value)
