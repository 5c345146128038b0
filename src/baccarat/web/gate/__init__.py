"""The checks on every request: host, key, session, rate and body; and the problems they raise."""
