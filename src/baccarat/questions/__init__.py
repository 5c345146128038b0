"""Questions: each is defined once, and every surface is made from it."""
