"""The way in: a key or a code becomes a session."""
