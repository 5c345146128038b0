"""The exact odds of many shoes at once, on a CPU or a GPU, and the bets that these shoes favour."""
