"""The number of card orders by outcome: by plain enumeration, by hand, or from constants."""
