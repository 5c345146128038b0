"""The risk of a bankroll: ruin, goals and time, for flat, stepped and counted play."""
