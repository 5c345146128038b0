"""Three colour themes for Textual's own parts: green, light, and safe for the colour-blind."""

from textual.theme import Theme

from baccarat.tui.draw.colours import PALETTES, Colours


def theme_of(name: str, colours: Colours) -> Theme:
    return Theme(
        name=name,
        primary=colours.brass,
        secondary=colours.soft,
        accent=colours.glow,
        foreground=colours.ink,
        background=colours.cloth,
        surface=colours.panel,
        panel=colours.raised,
        warning=colours.warning,
        error=colours.banker_lit,
        success=colours.tie_lit,
        dark=name != "day",
        variables={"quiet": colours.soft, "dots": colours.hair},
    )


THEMES = tuple(theme_of(name, colours) for name, colours in PALETTES.items())
NAMES = tuple(PALETTES)
