"""The laboratory: long simulations ("runs") that take turns, are stored, and can be resumed."""
