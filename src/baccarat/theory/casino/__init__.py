"""Chemin de fer with a commission: ponte and banquier no longer play for the same money."""
