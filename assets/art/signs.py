"""Small signs in one colour: what is counted, whose it is. White ones are tinted by the app."""

from __future__ import annotations

from PIL import Image, ImageChops

from assets.art.canvas import Canvas, Mask, Point, arc, bezier, ellipse, round_rect

SIGN = 64  # pixels


def skyline(canvas: Canvas, x: float, y: float, size: float) -> Mask:
    """The sign for "skyscraper": three blocks, the middle one with windows."""

    def block(x0: float, y0: float, x1: float, y1: float, radius: float) -> list[Point]:
        return round_rect(x + x0 * size, y + y0 * size, x + x1 * size, y + y1 * size, radius * size)

    walls = canvas.mask(
        block(-0.46, -0.06, -0.19, 0.46, 0.03),
        block(-0.14, -0.48, 0.18, 0.46, 0.03),
        block(0.23, -0.24, 0.46, 0.46, 0.03),
    )
    windows = [(a, b) for a in (-0.055, 0.095) for b in (-0.31, -0.09, 0.13)]
    return ImageChops.subtract(
        walls, canvas.mask(*[block(a - 0.04, b - 0.055, a + 0.04, b + 0.055, 0.01) for a, b in windows])
    )


def token(canvas: Canvas, x: float, y: float, size: float) -> Mask:
    """The sign for "utility", whichever it is: a token with a plus."""
    ring = ImageChops.subtract(canvas.mask(ellipse(x, y, 0.49 * size)), canvas.mask(ellipse(x, y, 0.43 * size)))
    arm = 0.20 * size
    plus = canvas.stroke_mask([[(x - arm, y), (x + arm, y)], [(x, y - arm), (x, y + arm)]], 0.15 * size)
    return ImageChops.add(ring, ImageChops.subtract(canvas.mask(ellipse(x, y, 0.37 * size)), plus))


def picture(name: str, ink: str) -> Image.Image:
    """The sign for "skyscraper" or for "utility"."""
    canvas = Canvas(SIGN)
    draw, size = {"skyscraper": (skyline, 0.92), "utility": (token, 0.98)}[name]
    canvas.put(draw(canvas, 0.5, 0.5, size), ink)
    return canvas.done()


PLAYERS: dict[str, list[Point]] = {
    "disc": ellipse(0.5, 0.5, 0.40),
    "square": round_rect(0.145, 0.145, 0.855, 0.855, 0.06),
    "triangle": [(0.5, 0.09), (0.93, 0.83), (0.07, 0.83)],
    "diamond": [(0.5, 0.03), (0.97, 0.5), (0.5, 0.97), (0.03, 0.5)],
}


def player(name: str, ink: str) -> Image.Image:
    """A player's sign."""
    canvas = Canvas(SIGN)
    canvas.fill(PLAYERS[name], ink)
    return canvas.done()


def shield(ink: str) -> Image.Image:
    """The shield on which a player's sign stands."""
    canvas = Canvas(SIGN)
    canvas.fill(
        [
            *arc(0.12, 0.10, 0.08, 0.08, 180, 270),
            *arc(0.88, 0.10, 0.08, 0.08, 270, 360),
            *bezier((0.96, 0.52), (0.96, 0.78), (0.74, 0.92), (0.5, 0.99)),
            *bezier((0.5, 0.99), (0.26, 0.92), (0.04, 0.78), (0.04, 0.52)),
        ],
        ink,
    )
    return canvas.done()


def blade(x: float, y: float, size: float) -> tuple[list[Point], list[list[Point]]]:
    """A leaf that points to the top right, and its veins."""

    def at(a: float, b: float) -> Point:
        return x + a * size, y + b * size

    tip, stalk = at(0.46, -0.46), at(-0.34, 0.34)
    outline = [
        *bezier(stalk, at(-0.62, -0.12), at(-0.10, -0.50), tip),
        *bezier(tip, at(0.50, 0.10), at(0.12, 0.62), stalk),
    ]
    veins = [[at(-0.45, 0.45), at(0.22, -0.22)]]
    for along in (-0.16, 0.02, 0.20):
        veins += [
            [at(along - 0.04, 0.04 - along), at(along - 0.05, -0.14 - along)],
            [at(along - 0.04, 0.04 - along), at(along + 0.14, 0.05 - along)],
        ]
    return outline, veins


def leaf(ink: str) -> Image.Image:
    """A leaf with its veins cut out."""
    canvas = Canvas(SIGN)
    outline, veins = blade(0.5, 0.5, 1.0)
    canvas.fill(outline, ink)
    canvas.erase(canvas.stroke_mask(veins[:1], 0.05))
    canvas.erase(canvas.stroke_mask(veins[1:], 0.028))
    canvas.stroke([veins[0][0], (0.19, 0.81)], 0.07, ink)
    return canvas.done()
