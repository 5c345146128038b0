"""The number of card orders for each outcome: by plain enumeration, by hand, by constants."""
