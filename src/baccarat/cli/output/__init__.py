"""The output of commands: tables, lines and JSON, in characters that the terminal can show."""
