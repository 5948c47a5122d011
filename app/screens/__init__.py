"""The screens: each connects widgets with the session and the store."""
