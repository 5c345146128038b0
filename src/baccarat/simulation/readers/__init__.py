"""Readers: each turns batches of coups into the value that it counts."""
