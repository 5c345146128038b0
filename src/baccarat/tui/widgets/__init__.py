"""The parts of a screen: cards, the felt, the roads, the coach."""
