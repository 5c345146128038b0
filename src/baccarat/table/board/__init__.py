"""A real table written down: results and cards that a dealer enters, and their roads."""
