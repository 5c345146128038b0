"""Renamed options: the error for an old name gives the new name."""

RENAMED: dict[str, dict[str, str]] = {
    "count": {
        "--bet": "the bet alone, e.g. `baccarat count tie`",
        "--plot-cards": "--plot FILE --picture cards",
        "--plot-count": "--plot FILE --picture count",
    },
    "odds": {"--counts": "--composition", "--coup": "--given", "--svg": "--plot FILE"},
    "play": {"--least": "--min", "--most": "--max"},
    "risk": {"--bet": "the bet alone, e.g. `baccarat risk tie`"},
    "roads": {"--svg": "--plot FILE"},
}
"""By command, the replacement of each old option."""


def advice(complaint: Exception) -> str | None:
    """The error for an old option, with its replacement; None for other unknown options."""
    path = getattr(getattr(complaint, "ctx", None), "command_path", "")
    option, command = getattr(complaint, "option_name", ""), path.partition(" ")[2]
    new = RENAMED.get(command, {}).get(option)
    return new and f"{command} has no {option}: write {new}"
