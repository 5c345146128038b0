"""Live event streams of tables, boards and runs."""
