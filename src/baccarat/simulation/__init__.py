"""Simulation: seeded coups, counted."""
