"""The server: tables, boards and the library's answers over HTTP; the only room with FastAPI."""
