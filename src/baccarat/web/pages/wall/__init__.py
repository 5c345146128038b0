"""The wall: a board for a large screen."""
