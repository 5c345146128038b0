"""Chemin de fer and banque as games: payoffs, exact solvers, certificates.

chemin/         one ponte against one banquier, no commission
casino/         the same game with a commission; it reads chemin's model, payoffs and words
banque/         two Players against one banquier
solving         the front door's `solve`, with a commission or without
certificates    every kind of certificate and its checker
latex           solutions of all wings as LaTeX

The other files are shared by these folders, and import none of them.
"""
