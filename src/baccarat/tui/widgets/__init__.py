"""What a screen is made of: cards, the felt, the roads, the coach."""
