"""The board of a real table: results and cards that a dealer enters, and their roads."""
