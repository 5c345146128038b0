"""Engines: each deals the coups of a plan, batch by batch."""
