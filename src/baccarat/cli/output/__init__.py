"""How commands answer: tables, lines, JSON, and the letters that a terminal has."""
