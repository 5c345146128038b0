"""Solves sessions exactly: a plain and a fast method follow a chain over a system's states."""
