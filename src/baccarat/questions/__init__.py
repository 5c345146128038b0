"""Questions: each is asked once, and every surface is made from it."""
