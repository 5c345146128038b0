"""The lobby: which tables and boards are open."""
