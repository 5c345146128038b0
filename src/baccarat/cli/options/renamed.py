"""Options that had another name: who types an old one is told the new one."""

RENAMED: dict[str, dict[str, str]] = {
    "odds": {"--counts": "--composition", "--svg": "--plot FILE"},
    "roads": {"--svg": "--plot FILE"},
}
"""By command, what to write instead of an option that it had."""


def advice(complaint: Exception) -> str | None:
    """What to write instead of an option that is not there; None if it never was."""
    command = getattr(getattr(complaint, "ctx", None), "command_path", "")
    option = getattr(complaint, "option_name", "")
    new = RENAMED.get(command.partition(" ")[2], {}).get(option)
    return new and f"{command} has no {option}: write {new}"
