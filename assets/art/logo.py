"""The app's icon and the picture it starts with: one tile of four terrains, a tower and a tree."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageFilter

from assets.art.canvas import Canvas, ellipse, round_rect
from assets.art.edges import CASES, CORNERS, quarter
from assets.art.marks import park
from assets.art.palette import PAINT, PALETTE, TERRAINS
from assets.art.textures import texture
from assets.art.tiles import CORNER
from assets.art.towers import skyscraper

ICON = 512
SQUARE = 204  # pixels
START = 1024
PLACES = {"F": (0, 0), "W": (1, 0), "E": (0, 1), "S": (1, 1)}
LETTERS = {  # width and strokes, in a box one unit high
    "N": (0.62, [[(0.0, 1.0), (0.0, 0.0), (0.62, 1.0), (0.62, 0.0)]]),
    "E": (0.50, [[(0.5, 0.0), (0.0, 0.0), (0.0, 1.0), (0.5, 1.0)], [(0.0, 0.5), (0.42, 0.5)]]),
    "O": (0.72, [ellipse(0.36, 0.5, 0.36, 0.5)]),
    "V": (0.66, [[(0.0, 0.0), (0.33, 1.0), (0.66, 0.0)]]),
    "I": (0.0, [[(0.0, 0.0), (0.0, 1.0)]]),
    "L": (0.46, [[(0.0, 0.0), (0.0, 1.0), (0.46, 1.0)]]),
}


def _land() -> Image.Image:
    """The tile's four squares, each a district of its own."""
    land = Image.new("RGBA", (2 * SQUARE, 2 * SQUARE))
    half = SQUARE // 2
    for letter, (x, y) in PLACES.items():
        terrain = TERRAINS[letter]
        place = (x * SQUARE, y * SQUARE)
        ground = Image.fromarray(texture(terrain, SQUARE)).crop((*place, place[0] + SQUARE, place[1] + SQUARE))
        land.paste(ground, place)
        for corner in CORNERS:
            left, top = half * ("e" in corner), half * ("s" in corner)
            edge = Image.fromarray(quarter(terrain, CASES[0], corner, SQUARE, "light"))
            land.alpha_composite(edge, (place[0] + left, place[1] + top))
    return land


def tile() -> Image.Image:
    """The tile with its thickness and shadow, a tree and a tower, as large as the icon."""
    size = ICON / SQUARE
    origin = (size / 2 - 1, size / 2 - 1)
    canvas = Canvas(SQUARE, size, size, origin)
    board = PALETTE["board"]["light"]
    shape = canvas.mask(round_rect(0, 0, 2, 2, CORNER))
    moved = ImageChops.offset(shape, round(0.06 * canvas.scale), round(0.09 * canvas.scale))
    canvas.put(moved.filter(ImageFilter.GaussianBlur(0.06 * canvas.scale)), board["shadow"], 0.42)
    for dx, dy in ((0.003 * depth, 0.005 * depth) for depth in range(1, 12)):
        canvas.fill(round_rect(dx, dy, 2 + dx, 2 + dy, CORNER), board["slab"])
    picture = canvas.done()
    land, mask = Image.new("RGBA", picture.size), Canvas(SQUARE, size, size, origin)
    land.paste(_land(), (round(origin[0] * SQUARE), round(origin[1] * SQUARE)))
    mask.put(shape, PAINT["white"])
    land.putalpha(mask.done().getchannel("A"))
    picture.alpha_composite(land)
    tree, tower = _piece(0.04, 0.04, 0.92), _piece(0.90, 0.76, 1.2)
    park(tree)
    skyscraper(tower, "stone", 12)
    for piece in (tree, tower):
        picture.alpha_composite(piece.done())
    return picture


def _piece(x: float, y: float, scale: float) -> Canvas:
    """As large as the icon, for a piece on a larger or smaller square at this place of the tile."""
    unit = round(SQUARE * scale)
    corner = ICON / 2 - SQUARE
    return Canvas(unit, ICON / unit, ICON / unit, ((corner + x * SQUARE) / unit, (corner + y * SQUARE) / unit))


def icon(drawn: Image.Image) -> Image.Image:
    """The tile in the sun."""
    canvas = Canvas(ICON, oversize=1)
    canvas.fill([(0, 0), (1, 0), (1, 1), (0, 1)], (PAINT["sun_light"], PAINT["sun"], 45))
    picture = canvas.done()
    picture.alpha_composite(drawn)
    return picture.convert("RGB")


def start(drawn: Image.Image) -> Image.Image:
    """The tile over the game's name, on the plain background that fills the rest of any screen."""
    ui = PALETTE["ui"]["light"]
    picture = Image.new("RGBA", (START, START), ui["background"])
    picture.alpha_composite(drawn, ((START - ICON) // 2, 130))
    height, gap = 0.10, 0.36
    width = (sum(LETTERS[letter][0] for letter in "NEOVILLE") + gap * 7) * height
    canvas = Canvas(START)
    x = (1 - width) / 2
    for letter in "NEOVILLE":
        wide, strokes = LETTERS[letter]
        lines = [[(x + a * height, 0.69 + b * height) for a, b in stroke] for stroke in strokes]
        canvas.put(canvas.stroke_mask(lines, 0.019), ui["primary"])
        x += (wide + gap) * height
    picture.alpha_composite(canvas.done())
    return picture.convert("RGB")
