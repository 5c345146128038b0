"""How many orders of the cards lead to each outcome: plainly, by hand, and by known constants."""
