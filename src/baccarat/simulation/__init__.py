"""Simulation: deals the coups of a seed, and counts them."""
