"""Compares an archive with fair shoes: a p-value for each question, and a verdict in words."""
