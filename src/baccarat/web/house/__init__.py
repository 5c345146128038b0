"""All tables and boards of a server: who may act and see what, and answers to repeated requests."""
