"""Readers: each folds batches of coups into what it counts."""
