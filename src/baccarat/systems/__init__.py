"""Betting systems and counts: what to bet on, how much, and what that is worth."""
