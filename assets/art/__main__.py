"""Draws atlas.png, atlas.json, round.png, icon.png and presplash.png: `python -m assets.art`, see requirements-art.txt.

atlas.json tells where each picture lies, in pixels from the top left, without its padding. How to use them, in squares:
texture      placed by board coordinates, so that it runs on through a district: it repeats after `period` squares
edge         theme, terrain, corner and case (`edges.CASES`) of a quarter of a square, over the texture; in the dark
             theme texture and edges are to be dimmed together
pieces       `margin` wider than their square on each side, for rim and shadow
ecomobile    its number in dark glyphs 0.32 high around (0.265, 0.54)
utilities    value-disc 0.38 wide around (0.825, 0.175), the value in white glyphs 0.24 high on it
biodome      one dome-cell for each square of the shape; the pitch is min(0.185, 0.50 / w, 0.46 / h), the middle
             (0.485, 0.535), and each is drawn 1.12 pitches wide, so that the rims of neighbours coincide
white-, dark-  glyphs 64 pixels high, to be laid side by side
pill         left and right half as wide as high, the middle stretched; like a badge's, its middle is at 0.47 of its
             height, because the shadow is inside
tile-shadow  a quarter of a square wider than the tile on each side, straight below it
round.png    a white disc: the corners of panels and buttons, cut into nine parts
sign-disc …, shield, leaf, white  are white, to be tinted; a sign is to be 0.55 of its shield
"""

from __future__ import annotations

import json

from PIL import Image

from assets.art import logo
from assets.art.atlas import SIZE, atlas
from assets.art.canvas import Canvas, ellipse
from assets.art.fields import PERIOD
from assets.art.palette import ASSETS
from assets.art.sheet import MARGIN, sprites
from assets.art.tiles import SQUARE

DISC = 64  # pixels


def main() -> None:
    """Draw everything; the same files every time."""
    sheet, regions = atlas(sprites())
    sheet.save(ASSETS / "atlas.png", optimize=True)
    head = {"size": SIZE, "square": SQUARE, "margin": MARGIN, "period": PERIOD}
    places = ",\n".join(f"  {json.dumps(name)}: {json.dumps(box)}" for name, box in regions.items())
    text = f'{json.dumps(head)[:-1]}, "regions": {{\n{places}\n}}}}\n'
    (ASSETS / "atlas.json").write_text(text, encoding="utf-8")
    disc().save(ASSETS / "round.png", optimize=True)
    tile = logo.tile()
    logo.icon(tile).save(ASSETS / "icon.png", optimize=True)
    logo.start(tile).save(ASSETS / "presplash.png", optimize=True)


def disc() -> Image.Image:
    """A white disc with a soft edge, and white where it is clear."""
    canvas = Canvas(DISC)
    alpha = canvas.mask(ellipse(0.5, 0.5, 0.5)).resize((DISC, DISC), Image.Resampling.BOX)
    white = Image.new("RGBA", (DISC, DISC), "#FFFFFF")
    white.putalpha(alpha)
    return white


if __name__ == "__main__":
    main()
