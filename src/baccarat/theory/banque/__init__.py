"""Baccara banque: two Players against one banquier, solved for any division of the stakes."""
