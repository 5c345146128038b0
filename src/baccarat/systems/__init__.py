"""Betting systems: what to bet on and how much, session by session, dealt or exactly."""
