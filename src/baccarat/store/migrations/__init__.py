"""The history of the tables of the store: one file for each change, in order."""
