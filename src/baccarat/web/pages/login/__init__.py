"""The login page: a key or a code becomes a session."""
