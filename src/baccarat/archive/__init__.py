"""Archives: thousands of written shoes as flat columns, read from files and kept in one file."""
