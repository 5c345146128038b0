"""The command `store`: backups, checks, pruning, and import of files."""
