"""Readers: each folds batches of coups into the value that it counts."""
