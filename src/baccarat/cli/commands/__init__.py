"""The commands: one file each, a few lines over the library."""
