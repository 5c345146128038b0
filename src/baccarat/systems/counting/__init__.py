"""Card counting: what a count and perfect play are worth."""
