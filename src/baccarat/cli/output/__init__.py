"""The output of commands: tables, lines, JSON, and letters that the terminal has."""
