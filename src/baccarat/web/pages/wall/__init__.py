"""The wall, a page with a scoreboard for a large screen."""
