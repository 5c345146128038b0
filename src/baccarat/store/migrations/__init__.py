"""All changes of the store's database tables: one file for each change, in order."""
