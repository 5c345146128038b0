"""The web server, made with FastAPI: tables, boards of real tables, and the library's answers."""
