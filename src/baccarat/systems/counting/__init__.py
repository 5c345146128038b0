"""Card counting: the worth of a count, and of perfect play."""
