"""Simulation: it deals seeded coups and counts them."""
