"""Our games and shoes for other libraries; each library needs the extra with its name."""
