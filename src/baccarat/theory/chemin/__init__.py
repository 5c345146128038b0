"""Chemin de fer: one ponte against one banquier, solved for any shoe and for all decks."""
