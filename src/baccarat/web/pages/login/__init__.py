"""The login page, where a visitor enters a key or a code."""
