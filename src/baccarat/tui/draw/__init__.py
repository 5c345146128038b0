"""How things are drawn in letters: cards, chips, roads, money; colours, fonts and the canvas."""
