"""The app: Kivy and KivyMD; it draws what the engine says and decides nothing."""
