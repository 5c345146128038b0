"""Solves sessions exactly, as a Markov chain of a system's states, by a plain and a fast method."""
