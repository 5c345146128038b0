"""Runs odds, solutions of games and recounts in separate processes, with a queue and a cache."""
