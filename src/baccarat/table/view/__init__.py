"""What a table shows, and to whom, in words that any screen needs."""
