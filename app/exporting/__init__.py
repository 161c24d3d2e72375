"""Files made from a game: pictures of the map, player aids, logs."""
