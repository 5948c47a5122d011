"""The art of the app, drawn by scripts: `python -m assets.art` writes assets/atlas.png and assets/atlas.json."""
