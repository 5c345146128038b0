"""The colours of the house, the same as on the web: dark, light, and safe for the colour-blind.

Red, blue and green mean Banker, Player and tie; brass marks what the guest may do next, and wins.
"""

from dataclasses import dataclass, replace


def mix(over: str, under: str, share: float) -> str:
    """A mix of two colours: `share` of the first colour, and the rest from the second colour.

    >>> mix("#ffffff", "#000000", 0.5)
    '#808080'
    """
    pairs = ((int(over[i : i + 2], 16), int(under[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


@dataclass(frozen=True, slots=True)
class Colours:
    """Every colour of a screen, by its purpose."""

    cloth: str = "#0d3b2e"
    deep: str = "#08251d"
    """the ground below the roads"""
    panel: str = "#0a2d23"
    """the ground of bars, of the coach and of sheets"""
    raised: str = "#17503f"
    """the ground of keys and buttons"""
    edge: str = "#1b5a47"
    """the ground of a spot"""
    ink: str = "#f4efe2"
    soft: str = "#b9c7bb"
    faint: str = "#86a897"
    brass: str = "#d8b56a"
    on_brass: str = "#1c1606"
    """the ink of letters on brass"""
    hair: str = "#6a7449"
    """hairlines"""
    glow: str = "#ffe3a0"
    """the selection; the line of a plot"""
    new: str = "#f7c95a"
    """the ground of the newest mark in a road"""
    paper: str = "#f3ecdb"
    stripe: str = "#eae1cb"
    """every second column of a road"""
    paper_ink: str = "#2a2620"
    banker: str = "#d5203a"
    player: str = "#1c53c4"
    tie: str = "#14803f"
    banker_lit: str = "#ff7c86"
    """for letters on cloth; the three colours above are for grounds, and for marks on paper"""
    player_lit: str = "#86b4ff"
    tie_lit: str = "#79d29a"
    on_side: str = "#ffffff"
    """letters on Banker's, Player's and the tie's ground"""
    suit_red: str = "#c8102e"
    suit_black: str = "#14181f"
    court: str = "#efdfb2"
    """the ground of a court card"""
    back: str = "#7a1226"
    lattice: str = "#a8563f"
    """the pattern of a card's back"""
    warning: str = "#f2c14e"
    chips: tuple[str, ...] = ("#6d7a86", "#b3262f", "#1d7a46", "#23262d", "#5b2d86", "#8a4b14")
    """the colours of the tray's chips, from the smallest chip"""
    chip_edge: str = "#f4efe2"
    is_told_by_shape: bool = False
    """whether marks are letters, for those who cannot tell the colours apart"""


NIGHT = Colours()
DAY = Colours(
    cloth="#e9efe6",
    deep="#dbe5d9",
    panel="#f6f8f2",
    raised="#cfdfcd",
    edge="#dce7da",
    ink="#14231c",
    soft="#394d41",
    faint="#52665a",
    brass="#72510f",
    on_brass="#ffffff",
    hair="#a9a17f",
    glow="#6b4a00",
    paper="#fbf7ec",
    stripe="#efe8d6",
    banker_lit="#8e0e22",
    player_lit="#133c9e",
    tie_lit="#0a5427",
    warning="#7a5200",
    chip_edge="#d3c7a1",
)
SAFE = replace(
    NIGHT,
    cloth="#16202b",
    deep="#0d141b",
    panel="#101820",
    raised="#2a3b4e",
    edge="#22303f",
    soft="#b8c2ce",
    faint="#93a1b1",
    brass="#f0e442",
    hair="#55677a",
    glow="#f0e442",
    new="#f0e442",
    banker="#b5400a",
    player="#0b62a8",
    tie="#5b5b5b",
    banker_lit="#e69f00",
    player_lit="#56b4e9",
    tie_lit="#e0e0e0",
    suit_red="#a34700",
    back="#3d5166",
    lattice="#6d86a0",
    warning="#e69f00",
    is_told_by_shape=True,
)
PALETTES = {"green": NIGHT, "day": DAY, "safe": SAFE}
"""The colours of each theme, by its name."""
