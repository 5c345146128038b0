"""How the tables of the store came to be: one file for each change, in their order."""
