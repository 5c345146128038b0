"""The game itself: from cards to the written shoe; the standard library is enough for it."""
