"""The command `store`: copies, checks, what may be forgotten, and files that are taken in."""
