"""Exact analysis: whole-number weights instead of samples."""
