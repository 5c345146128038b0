"""All tables and boards over a store: who sees what, who sits where, what was asked before."""
