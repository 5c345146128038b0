"""Exact weights of many compositions at once, on a CPU or a GPU, and bets that favour the guest."""
