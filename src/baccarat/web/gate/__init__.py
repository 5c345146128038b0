"""The checks on every request (host, key, session, rate, body), and the error responses."""
