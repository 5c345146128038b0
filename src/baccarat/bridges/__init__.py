"""Our games and shoes as other people's tools take them; each file needs an extra of its name."""
