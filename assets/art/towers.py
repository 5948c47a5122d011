"""Skyscrapers: the silhouette is the material, the height the value, and the numeral as large as the piece allows."""

from __future__ import annotations

from assets.art.canvas import Canvas, Mask, arc, bezier, ellipse, round_rect
from assets.art.glyphs import write
from assets.art.palette import PAINT, PALETTE, VALUES, mix

RIM = 0.030  # the light line around every piece


def stand(canvas: Canvas, mask: Mask) -> None:
    """A piece's shadow on the ground and its light rim."""
    rim = canvas.grow(mask, RIM)
    canvas.shadow(rim, 0.035, 0.05, 0.030, 0.50)
    canvas.put(rim, PAINT["rim"])


def _earth(canvas: Canvas, value: int, paint: dict[str, str]) -> None:
    """Ziggurat: three broad terraces carry the numeral, more and narrower ones above with the value."""
    rank = VALUES.index(value)
    top = 0.30 - 0.265 * rank / 6
    count = 1 + (rank + 1) // 2
    height = (0.41 - top) / count
    # half width, top and bottom, from the roof down
    terraces = [(0.085 + 0.150 * (i + 0.3) / count, top + i * height, top + (i + 1) * height) for i in range(count)]
    terraces += [(0.290, 0.41, 0.58), (0.360, 0.58, 0.75), (0.430, 0.75, 0.90)]
    shapes = [
        round_rect(0.5 - w, y0, 0.5 + w, y1 + (0.02 if y1 < 0.9 else 0), (0.022, 0.022, 0, 0)) for w, y0, y1 in terraces
    ]
    mask = canvas.mask(*shapes)
    stand(canvas, mask)
    for (w, y0, y1), shape in zip(terraces, shapes, strict=True):
        canvas.fill(shape, (mix(paint["body"], paint["light"], 0.75), paint["body"], 35))
        with canvas.clipped(mask):
            shade = [(0.5 + w * 0.66, y0), (0.5 + w, y0), (0.5 + w, y1 + 0.02), (0.5 + w * 0.66, y1 + 0.02)]
            canvas.fill(shade, paint["dark"], 0.38)
        canvas.stroke([(0.52 - w, y0 + 0.012), (0.48 + w, y0 + 0.012)], 0.020, paint["trim"], 0.95)
        canvas.stroke([(0.515 - w, y1 - 0.006), (0.485 + w, y1 - 0.006)], 0.014, paint["dark"], 0.45)
    for w, y0, _ in terraces[-3:]:  # gardens on the broad ones
        for x in (0.536 - w, 0.464 + w):
            canvas.fill(ellipse(x, y0 - 0.004, 0.032, 0.028), PAINT["garden"])
            canvas.fill(ellipse(x - 0.009, y0 - 0.013, 0.015), PAINT["garden_light"])


def _forest(canvas: Canvas, value: int, paint: dict[str, str]) -> None:
    """Tree tower: a cloud of crowns on a trunk, more and higher ones with the value."""
    top = 0.27 - 0.24 * VALUES.index(value) / 6
    crowns = [
        (0.25, 0.62, 0.165),
        (0.75, 0.62, 0.165),
        (0.50, 0.60, 0.26),
        (0.31, 0.46, 0.155),
        (0.69, 0.46, 0.155),
        (0.5, 0.72, 0.15),
        (0.36, 0.71, 0.12),
        (0.64, 0.71, 0.12),
    ]
    y = 0.40
    while y > top + 0.10:
        slim = max(0.0, (0.40 - y) / 0.38)
        radius, out = (0.165 - 0.055 * slim) * 0.88, 0.135 * (1 - 0.55 * slim)
        crowns += [(0.5 - out, y - 0.03, radius), (0.5 + out, y - 0.055, radius)]
        y -= 0.085
    crowns.append((0.5, top + 0.125, 0.125))
    trunk = [(0.40, 0.78), (0.60, 0.78), (0.62, 0.84), (0.70, 0.90), (0.30, 0.90), (0.38, 0.84)]
    shapes = [ellipse(*crown) for crown in crowns]
    stand(canvas, canvas.mask(trunk, *shapes))
    canvas.fill(trunk, (PAINT["bark_light"], PAINT["bark"], 0))
    canvas.stroke([(0.46, 0.80), (0.45, 0.89)], 0.014, PAINT["bark_dark"], 0.6)
    leaves = canvas.mask(*shapes)
    canvas.put(leaves, paint["dark"])
    with canvas.clipped(leaves):
        for x, y, radius in sorted(crowns, key=lambda crown: crown[1]):
            canvas.fill(ellipse(x + 0.008, y + 0.012, radius), paint["dark"], 0.55)
            green = (mix(paint["body"], paint["light"], 0.75), paint["body"], 55.0)
            canvas.fill(ellipse(x - 0.004, y - 0.006, radius * 0.96), green)
            canvas.stroke(
                arc(x - 0.006, y - 0.008, radius * 0.78, radius * 0.78, 195, 285, 14), 0.018, paint["trim"], 0.60
            )
        canvas.fill(ellipse(0.5, 0.585, 0.285, 0.235), paint["body"], 0.92)  # calm behind the numeral


def _stone(canvas: Canvas, value: int, paint: dict[str, str]) -> None:
    """Crystal: a cluster of pointed prisms, the middle one highest, each with a lit and a shaded facet."""
    level = VALUES.index(value) / 6
    top, side = 0.24 - 0.225 * level, 0.47 - 0.16 * level
    # left and right at the foot, left and right at the shoulder, the tip's x and y
    prisms = [(0.16, 0.42, 0.045, 0.29, 0.105, side + 0.06), (0.58, 0.84, 0.71, 0.955, 0.90, side)]
    if value >= 6:
        prisms.append((0.24, 0.50, 0.19, 0.42, 0.265, side - 0.14))
    if value >= 8:
        prisms.append((0.50, 0.76, 0.58, 0.81, 0.745, side - 0.17))
    prisms.append((0.255, 0.745, 0.225, 0.775, 0.48, top))
    shapes = []
    for f0, f1, s0, s1, x, y in prisms:
        shoulder = y + 0.13 + 0.10 * (s1 - s0)
        shapes.append([(s0, shoulder), (x, y), (s1, shoulder + 0.02), (f1, 0.90), (f0, 0.90)])
    stand(canvas, canvas.mask(*shapes))
    for (f0, f1, s0, s1, x, y), shape in zip(prisms, shapes, strict=True):
        tip, left, right = (x, y), shape[0], shape[2]
        share = 0.30 if f1 - f0 > 0.4 else 0.45  # of the lit facet
        foot, knee = (f0 + (f1 - f0) * share, 0.90), (s0 + (s1 - s0) * share, left[1] + 0.07)
        canvas.fill(shape, paint["body"])
        canvas.fill([left, tip, knee, foot, (f0, 0.90)], (paint["trim"], paint["light"], 80), 0.85)
        canvas.fill([tip, right, knee], (paint["light"], paint["body"], 40))
        canvas.fill([knee, right, (f1, 0.90), foot], (paint["body"], paint["dark"], 70))
        ridges = [[left, (x, y + 0.004), right], [tip, knee, (foot[0], 0.88)], [knee, right]]
        canvas.put(canvas.stroke_mask(ridges, 0.010), PAINT["white"], 0.55)


def _water(canvas: Canvas, value: int, paint: dict[str, str]) -> None:
    """Fountain: a wide bowl on a foot carries the numeral, saucers are stacked above it."""
    rank = VALUES.index(value)
    top = 0.265 - 0.235 * rank / 6
    count = 1 + (rank + 1) // 2
    pitch = (0.40 - top) / count
    flat = min(0.050, pitch * 0.46)
    saucers = [(top + flat + i * pitch, 0.14 + 0.20 * (i + 0.3) / count) for i in range(count)]  # y, half width
    bowl = [
        *arc(0.5, 0.415, 0.455, 0.06, 180, 360),
        *bezier((0.955, 0.415), (0.93, 0.66), (0.76, 0.80), (0.62, 0.84)),
        *bezier((0.38, 0.84), (0.24, 0.80), (0.07, 0.66), (0.045, 0.415)),
    ]
    foot = ellipse(0.5, 0.865, 0.24, 0.048)
    stem = [(0.455, top + 0.02), (0.545, top + 0.02), (0.58, 0.42), (0.42, 0.42)]
    neck = [(0.38, 0.82), (0.62, 0.82), (0.66, 0.87), (0.34, 0.87)]
    stand(canvas, canvas.mask(bowl, foot, stem, neck, *[ellipse(0.5, y, w, flat) for y, w in saucers]))
    canvas.fill(foot, (paint["light"], paint["dark"], 20))
    canvas.fill(bowl, (mix(paint["body"], paint["light"], 0.55), paint["body"], 35))
    with canvas.clipped(canvas.mask(bowl)):
        shade = [*bezier((0.74, 0.40), (0.78, 0.60), (0.70, 0.76), (0.58, 0.86)), (1.0, 0.9), (1.0, 0.4)]
        canvas.fill(shade, paint["dark"], 0.42)
        canvas.stroke(bezier((0.105, 0.50), (0.13, 0.62), (0.19, 0.70), (0.26, 0.755)), 0.022, paint["trim"], 0.85)
    canvas.fill(ellipse(0.5, 0.415, 0.455, 0.060), (paint["trim"], paint["light"], 10))
    canvas.fill(ellipse(0.5, 0.409, 0.405, 0.040), (paint["light"], paint["dark"], 15))
    canvas.fill(stem, (paint["trim"], paint["body"], 0))
    for y, w in reversed(saucers):
        canvas.fill(ellipse(0.5, y + 0.022, w, flat), paint["dark"])
        canvas.fill(ellipse(0.5, y, w, flat), (paint["trim"], paint["light"], 10))
        canvas.fill(ellipse(0.5, y - flat * 0.10, w * 0.82, flat * 0.62), (paint["light"], paint["body"], 20))
        canvas.stroke(arc(0.5, y, w - 0.02, flat * 0.85, 190, 250, 10), 0.012, PAINT["white"], 0.9)


BUILT = {"earth": (_earth, 0.60), "forest": (_forest, 0.57), "stone": (_stone, 0.60), "water": (_water, 0.585)}


def skyscraper(canvas: Canvas, material: str, value: int) -> None:
    """A skyscraper with its value."""
    build, middle = BUILT[material]
    paint = PALETTE["material"][material]
    build(canvas, value, paint)
    height, gap = (0.315, 0.36) if value < 10 else (0.30, 0.34)
    write(canvas, str(value), (0.5, middle), height, paint["ink"], weight=0.25, gap=gap, outline=(paint["dark"], 0.115))
