"""The wall: a scoreboard for a large screen."""
