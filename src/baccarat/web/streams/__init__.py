"""Streams of live events (server-sent events) about tables and boards."""
