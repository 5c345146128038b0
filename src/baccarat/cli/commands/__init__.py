"""The commands: one file each, with a few lines that call the library."""
