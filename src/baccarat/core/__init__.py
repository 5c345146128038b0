"""The game itself, from cards to the written shoe; it needs only the standard library."""
