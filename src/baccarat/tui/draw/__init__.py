"""Drawing in text: cards, chips, roads and money plots; colours, lettering and the canvas."""
