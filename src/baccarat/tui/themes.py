"""Three sets of colours: green, a light one for the day, one for the colour-blind."""

from textual.theme import Theme

# Okabe and Ito's orange and sky blue differ for every kind of colour blindness.
ORANGE, SKY = "#e69f00", "#56b4e9"

THEMES = (
    Theme(
        name="green",
        primary="#d9b45b",
        secondary="#8fb8a4",
        accent="#f3d98b",
        foreground="#efe9d8",
        background="#0c3b2a",
        surface="#0a3023",
        panel="#114a36",
        warning="#f2c14e",
        error="#ff9b85",
        success="#a7e0a0",
        variables={
            "banker": "#ff8e80",
            "player": "#8fc4ff",
            "tie": "#97e39c",
            "card": "#fbf7ea",
            "ink": "#22211d",
            "hearts": "#b3122b",
            "back": "#7b2331",
            "quiet": "#8fb8a4",
            "dots": "#1f5f48",
        },
    ),
    Theme(
        name="day",
        primary="#7a5a12",
        secondary="#5c6f64",
        accent="#6b4a00",
        foreground="#20281f",
        background="#eef3ea",
        surface="#dfe9dc",
        panel="#cfdfcd",
        warning="#7a5200",
        error="#a3210f",
        success="#1c6b2c",
        dark=False,
        variables={
            "banker": "#b3122b",
            "player": "#174ea6",
            "tie": "#1c6b2c",
            "card": "#ffffff",
            "ink": "#22211d",
            "hearts": "#b3122b",
            "back": "#8c4a55",
            "quiet": "#5c6f64",
            "dots": "#b4cab2",
        },
    ),
    Theme(
        name="safe",
        primary="#f0e442",
        secondary="#a9b4c2",
        accent="#f0e442",
        foreground="#f2f2f2",
        background="#16202b",
        surface="#101820",
        panel="#22303f",
        warning=ORANGE,
        error=ORANGE,
        success=SKY,
        variables={
            "banker": ORANGE,
            "player": SKY,
            "tie": "#f2f2f2",
            "card": "#f7f7f7",
            "ink": "#111111",
            "hearts": "#a34700",
            "back": "#3d5166",
            "quiet": "#a9b4c2",
            "dots": "#34475a",
        },
    ),
)
NAMES = tuple(theme.name for theme in THEMES)
