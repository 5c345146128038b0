"""The server: tables, boards and the library's answers over HTTP. No other folder uses FastAPI."""
