"""Options that had another name: who types an old one is told the new one."""

RENAMED: dict[str, dict[str, str]] = {
    "count": {
        "--bet": "the bet alone, e.g. `baccarat count tie`",
        "--plot-cards": "--plot FILE --picture cards",
        "--plot-count": "--plot FILE --picture count",
    },
    "odds": {"--counts": "--composition", "--svg": "--plot FILE"},
    "play": {"--least": "--min", "--most": "--max"},
    "risk": {"--bet": "the bet alone, e.g. `baccarat risk tie`"},
    "roads": {"--svg": "--plot FILE"},
}
"""By command, what to write instead of an option that it had."""


def advice(complaint: Exception) -> str | None:
    """What to write instead of an option that is not there; None if it never was."""
    path = getattr(getattr(complaint, "ctx", None), "command_path", "")
    option, command = getattr(complaint, "option_name", ""), path.partition(" ")[2]
    new = RENAMED.get(command, {}).get(option)
    return new and f"{command} has no {option}: write {new}"
