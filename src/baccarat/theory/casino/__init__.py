"""Chemin de fer with a commission: the banquier may win less than the ponte loses."""
