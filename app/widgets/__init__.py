"""What the screens are made of: widgets know how to look, not what the game is."""
