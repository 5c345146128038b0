"""The number of card orders that lead to each outcome, calculated by several methods."""
