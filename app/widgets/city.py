"""A city on its table: the land, the pieces with their badges, and what is about to happen there.

A `CityPicture` is small and still; a `CityView` is the hero of the play screen. Both draw what they are given, and
keep account of it: tests ask them what they show.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from kivy.animation import Animation
from kivy.app import App
from kivy.clock import Clock
from kivy.graphics import BorderImage, Color, InstructionGroup, MatrixInstruction, PopMatrix, PushMatrix
from kivy.metrics import dp
from kivy.properties import ColorProperty, NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from app.art import Point, Quads, board_matrix, new_mesh
from app.layout import Rect, tile_size
from app.style import CALM, RADIUS, ROUND, ROUND_BORDER, Colour, Theme, faded, rgba
from app.widgets.land import Land, Square, square_of
from app.widgets.pieces import badge_text, put_badge, put_corner_badge, put_piece
from engine import EMPTY, Cell, City, Outlook, Prospect

READABLE = 48  # the least size of a square, in dp, for badges with text
CREAM = rgba("#FFFBEF")


class Bounds(NamedTuple):
    """The outermost columns and rows of cells that hold a tile."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def span(self) -> int:
        """The larger of width and height, in cells."""
        return max(self.right - self.left, self.bottom - self.top) + 1

    @property
    def ring_span(self) -> int:
        """The same for a view with a ring of cells round the city: while one side can grow, it needs its room."""
        closed = self.right - self.left == self.bottom - self.top == 3
        return 4 if closed else min(self.span, 3)

    @property
    def centre(self) -> Point:
        """The middle, in squares of the board."""
        return self.left + self.right + 1, self.top + self.bottom + 1


def resting_zoom(pane: Rect, bounds: Bounds, ring: bool = True) -> float:
    """The size of a square in a pane when the view has come to rest."""
    return max(1.0, tile_size(pane, bounds.ring_span if ring else bounds.span, ring) / 2)


def bounds_of(city: City) -> Bounds:
    """The extent of a city."""
    return Bounds(city.left, city.top, city.right, city.bottom)


ORIGIN = Bounds(0, 0, 0, 0)


class Outline(NamedTuple):
    """A line round some squares, inside their border."""

    squares: frozenset[Square]
    colour: Colour


class Tag(NamedTuple):
    """A short text on a pill: the size of a district, the points of a piece."""

    square: Square
    colour: str  # a terrain's letter or the name of an outlook
    text: str
    foot: bool = False  # at the foot of the square, where badges are, or in its middle


@dataclass(frozen=True)
class Scene:
    """All that a city view shows."""

    city: City = EMPTY
    bounds: Bounds = ORIGIN  # what the view is centred on: the city without a tile that may still move
    prospects: tuple[Prospect, ...] = ()
    glowing: frozenset[Cell] = frozenset()  # here the picked tile may lie as it is turned
    faint: frozenset[Cell] = frozenset()  # and here if it were turned
    calm: bool = False  # glow less: a tile lies already, and may be moved
    loose: Cell | None = None  # the tile here is not kept yet
    refused: bool = False  # and may not be, as it is turned
    fresh: Cell | None = None  # the tile here was just laid
    outlines: tuple[Outline, ...] = ()
    tags: tuple[Tag, ...] = ()
    absent: Cell | None = None  # the tile of this cell is still on its way
    missing: Square | None = None  # and so is the piece of this square
    ring: bool = True  # leave room for the cells round the city
    frames: bool = True  # show where the finished city can be
    dimmed: float = 0.0  # how far the city recedes
    lit: frozenset[Square] | None = None  # only these squares keep their light


class CityPicture(Widget):
    """A city as a small still picture."""

    city = ObjectProperty(EMPTY)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._board = InstructionGroup()
        self._place = MatrixInstruction()
        self._land, self._pieces = Land(), new_mesh()
        for instruction in (PushMatrix(), self._place, self._land, Color(1, 1, 1, 1), self._pieces, PopMatrix()):
            self._board.add(instruction)
        self.canvas.add(self._board)
        self.redraw = Clock.create_trigger(self._redraw, -1)
        theme = App.get_running_app().theme_cls
        theme.bind(theme_style=self._repaint)  # weakly, being a method: the theme keeps no city
        self.bind(city=self.redraw, pos=self.redraw, size=self.redraw)
        self.redraw()

    def _repaint(self, *_: Any) -> None:
        self.redraw()

    def _redraw(self, *_: Any) -> None:
        city, theme = self.city, App.get_running_app().theme_cls
        bounds = bounds_of(city)
        unit = min(self.size) / (2 * max(2, bounds.span) + 0.4)
        cx, cy = bounds.centre
        self._place.matrix = board_matrix(self.center_x - cx * unit, self.center_y + cy * unit, unit)
        self._land.draw(city.tiles, theme, flat=unit < dp(16))
        quads = Quads()
        for built in city.pieces:
            put_piece(quads, built.piece, *square_of(built.cell, built.square))
        quads.into(self._pieces)


class CityView(Widget):
    """The city in the middle of the screen; `show` gives it a scene, and it glides there."""

    zoom = NumericProperty(1.0)  # pixels to a square
    middle_x = NumericProperty(1.0)  # the point of the board in the middle of the view
    middle_y = NumericProperty(1.0)
    owner = ColorProperty(None, allownone=True)  # a frame in its owner's colour while somebody else looks

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.scene = Scene()
        self.tiles: dict[Cell, tuple[str, int]] = {}  # what is drawn: tile and rotation by cell
        self.pieces: dict[Square, str] = {}
        self.badges: dict[Square, tuple[Outlook, str]] = {}
        self._theme: Theme = App.get_running_app().theme_cls
        self._ground_colour, self._ground = Color(), BorderImage(source=ROUND, border=ROUND_BORDER)
        self._edge_colour, self._edge = Color(), new_mesh()
        self._place = MatrixInstruction()
        self._below, self._land, self._above = InstructionGroup(), Land(), InstructionGroup()
        self._veil_colour, self._veil = Color(0, 0, 0, 0), new_mesh()
        self._pieces_colour, self._pieces = Color(1, 1, 1, 1), new_mesh()
        for instruction in (
            self._ground_colour,
            self._ground,
            self._edge_colour,
            self._edge,
            PushMatrix(),
            self._place,
            self._below,
            self._land,
            self._above,
            self._pieces_colour,
            self._pieces,
            self._veil_colour,
            self._veil,
            PopMatrix(),
        ):
            self.canvas.add(instruction)
        self._drawn: tuple[Any, ...] = ()  # what the land was drawn from
        self.redraw = Clock.create_trigger(self._redraw, -1)
        self._theme.bind(theme_style=self._repaint)
        self.bind(pos=self._settle, size=self._settle, owner=self._draw_ground)
        self.bind(zoom=self._move, middle_x=self._move, middle_y=self._move)

    # --- geometry

    @property
    def wanted_zoom(self) -> float:
        """The size of a square when the view has come to rest."""
        return resting_zoom(Rect(*self.pos, *self.size), self.scene.bounds, self.scene.ring)

    def to_board(self, x: float, y: float) -> Point:
        """A point of the window as a point of the board."""
        return self.middle_x + (x - self.center_x) / self.zoom, self.middle_y - (y - self.center_y) / self.zoom

    def from_board(self, x: float, y: float) -> Point:
        """A point of the board in the window."""
        return self.center_x + (x - self.middle_x) * self.zoom, self.center_y - (y - self.middle_y) * self.zoom

    def cell_at(self, x: float, y: float) -> Cell:
        """The cell at a point of the window, whether or not anything is there."""
        bx, by = self.to_board(x, y)
        return int(bx // 2), int(by // 2)

    def square_at(self, x: float, y: float) -> Square:
        """The square at a point of the window."""
        bx, by = self.to_board(x, y)
        return int(bx // 1), int(by // 1)

    def cell_centre(self, cell: Cell) -> Point:
        """The middle of a cell in the window."""
        return self.from_board(2 * cell[0] + 1, 2 * cell[1] + 1)

    def square_centre(self, square: Square) -> Point:
        """The middle of a square in the window."""
        return self.from_board(square[0] + 0.5, square[1] + 0.5)

    def square_box(self, square: Square) -> tuple[float, float, float, float]:
        """A square in the window."""
        x, y = self.from_board(square[0], square[1] + 1)
        return x, y, self.zoom, self.zoom

    @property
    def tile_size(self) -> float:
        """How large a tile is drawn."""
        return float(2 * self.zoom)

    # --- showing

    def show(self, scene: Scene, at_once: bool = False) -> None:
        """Show a scene; the view glides if the city has grown."""
        if scene == self.scene and self._drawn and not at_once:
            return
        moved = (scene.bounds, scene.ring) != (self.scene.bounds, self.scene.ring)
        self.scene = scene
        self.redraw()
        if moved:
            self._settle(glide=not at_once)

    def _settle(self, *_: Any, glide: bool = False) -> None:
        """Bring the board to its place; at once after a change of size, gliding after a change of the city."""
        Animation.cancel_all(self, "zoom", "middle_x", "middle_y")
        cx, cy = self.scene.bounds.centre
        if glide and self._theme.moving:
            Animation(zoom=self.wanted_zoom, middle_x=cx, middle_y=cy, d=CALM, t="out_quad").start(self)
        else:
            self.zoom, self.middle_x, self.middle_y = self.wanted_zoom, cx, cy
        self._draw_ground()
        self._move()
        self.redraw()

    def _move(self, *_: Any) -> None:
        x, y = self.from_board(0, 0)
        self._place.matrix = board_matrix(x, y, self.zoom)

    def _repaint(self, *_: Any) -> None:
        self._drawn = ()
        self._draw_ground()
        self.redraw()

    def _draw_ground(self, *_: Any) -> None:
        self._ground_colour.rgba = self._theme.tableColor
        self._ground.pos, self._ground.size, self._ground.display_border = self.pos, self.size, [dp(RADIUS)] * 4
        edge = Quads()
        if self.owner is not None:
            edge.ring(self.x, self.y, self.width, self.height, dp(RADIUS), dp(4))
            self._edge_colour.rgba = self.owner
        edge.into(self._edge)

    def _redraw(self, *_: Any) -> None:
        scene, theme = self.scene, self._theme
        tiles = tuple(laid for laid in scene.city.tiles if laid.cell != scene.absent)
        drawn = tiles, theme.shade
        if drawn != self._drawn:
            self._drawn = drawn
            self.tiles = {laid.cell: (laid.tile.id, laid.rotation) for laid in tiles}
            self._land.draw(tiles, theme)
        self._draw_below(scene)
        self._draw_above(scene)
        self._draw_pieces(scene)
        self._draw_veil(scene)

    def _line(self, wide: float) -> float:
        """A thickness in dp as a length on the board at rest."""
        return float(dp(wide) / self.wanted_zoom)

    def _draw_below(self, scene: Scene) -> None:
        """What lies under the land: the frames still possible, and the cells where a tile may lie."""
        self._below.clear()
        glow = self._theme.glowColor
        if scene.frames and len(scene.city.tiles) > 1:
            self._add(self._below, faded(self._theme.frameColor, 0.8), self._frame(scene.bounds))
        strength = 0.5 if scene.calm else 1.0
        fills, rings, faints = Quads(), Quads(), Quads()
        for x, y in scene.glowing:
            fills.rounded(2 * x + 0.06, 2 * y + 0.06, 1.88, 1.88, 0.16)
            rings.ring(2 * x + 0.06, 2 * y + 0.06, 1.88, 1.88, 0.16, self._line(2))
        for x, y in scene.faint:
            faints.ring(2 * x + 0.06, 2 * y + 0.06, 1.88, 1.88, 0.16, self._line(1.5))
        self._add(self._below, faded(glow, 0.26 * strength), fills)
        self._add(self._below, faded(glow, 0.4 + 0.6 * strength), rings)
        self._add(self._below, faded(glow, 0.45 * strength), faints)

    def _frame(self, bounds: Bounds) -> Quads:
        """Dots round all 4 x 4 squares that the finished city can be; a line once there is only one (R4.3)."""
        quads = Quads()
        left, top, right, bottom = (
            2 * (bounds.right - 3),
            2 * (bounds.bottom - 3),
            2 * (bounds.left + 4),
            2 * (bounds.top + 4),
        )
        gap = 0.09
        half_w, half_h = self.width / self.wanted_zoom / 2, self.height / self.wanted_zoom / 2
        cx, cy = bounds.centre
        sides = (
            (cy - half_h < top - gap, (left - gap, top - gap), (right + gap, top - gap)),
            (cy + half_h > bottom + gap, (left - gap, bottom + gap), (right + gap, bottom + gap)),
            (cx - half_w < left - gap, (left - gap, top - gap), (left - gap, bottom + gap)),
            (cx + half_w > right + gap, (right + gap, top - gap), (right + gap, bottom + gap)),
        )
        closed = (right - left, bottom - top) == (8, 8)
        for fits, start, end in sides:
            if not fits:  # it would lie outside the view
                continue
            if closed:
                quads.line(start, end, self._line(1.5))
            else:
                _put_dots(quads, start, end, self._line(2.5), (cx - half_w, cy - half_h, cx + half_w, cy + half_h))
        return quads

    def _draw_above(self, scene: Scene) -> None:
        """What lies on the land and under the pieces: outlines of districts, the frame of a tile."""
        self._above.clear()
        if scene.lit is not None:
            shade = Quads()
            for laid in scene.city.tiles:
                for corner in range(4):
                    if (square := square_of(laid.cell, corner)) not in scene.lit and laid.cell != scene.absent:
                        shade.box(square[0], square[1], square[0] + 1, square[1] + 1)
            self._add(self._above, faded(self._theme.tableColor, 0.55), shade)
        for outline in scene.outlines:
            cream, line = Quads(), Quads()
            put_border(cream, outline.squares, self._line(5))
            put_border(line, outline.squares, self._line(3))
            self._add(self._above, CREAM, cream)
            self._add(self._above, outline.colour, line)
        if scene.fresh is not None:
            self._put_tile_frame(scene.fresh, self._theme.glowColor, dashed=False)
        if scene.loose is not None:
            colour = self._theme.lostColor if scene.refused else self._theme.glowColor
            self._put_tile_frame(scene.loose, colour, dashed=True)

    def _put_tile_frame(self, cell: Cell, colour: Colour, dashed: bool) -> None:
        x, y, wide = 2 * cell[0], 2 * cell[1], self._line(5)
        cream, line = Quads(), Quads()
        cream.ring(x - wide / 2, y - wide / 2, 2 + wide, 2 + wide, 0.15, wide)
        inset = self._line(1)
        if dashed:
            low, high = -wide / 2 + wide / 2, 2 + wide / 2 - wide / 2
            corners = [(x + low, y + low), (x + high, y + low), (x + high, y + high), (x + low, y + high)]
            put_dashes(line, corners, wide - 2 * inset, self._line(10), self._line(6))
        else:
            line.ring(
                x - wide / 2 + inset,
                y - wide / 2 + inset,
                2 + wide - 2 * inset,
                2 + wide - 2 * inset,
                0.14,
                wide - 2 * inset,
            )
        self._add(self._above, CREAM, cream)
        self._add(self._above, colour, line)

    def _draw_pieces(self, scene: Scene) -> None:
        """Pieces, their badges above all of them, and tags above these."""
        quads = Quads()
        self.pieces, self.badges = {}, {}
        shown = [built for built in scene.city.pieces if square_of(built.cell, built.square) != scene.missing]
        for built in sorted(shown, key=lambda built: square_of(built.cell, built.square)[1]):
            square = square_of(built.cell, built.square)
            put_piece(quads, built.piece, *square)
            self.pieces[square] = built.piece.id
        tagged = {tag.square for tag in scene.tags}
        for prospect in scene.prospects:
            square = square_of(prospect.built.cell, prospect.built.square)
            if square in self.pieces:
                self.badges[square] = prospect.outlook, badge_text(prospect)
                if square not in tagged:
                    self._put_badge(quads, square)
        for tag in scene.tags:
            x, y = tag.square
            height = max(self._line(18), 0.26 if tag.foot else 0.34)
            ink = "dark" if tag.colour == Outlook.OPEN.value else "white"
            quads.pill(tag.colour, tag.text, x + 0.5, y + (0.9 if tag.foot else 0.5), height, ink)
        quads.into(self._pieces)

    def _put_badge(self, quads: Quads, square: Square) -> None:
        outlook, text = self.badges[square]
        if self.wanted_zoom >= dp(READABLE):
            put_badge(quads, outlook, text, *square, max(self._line(18), 0.27))
        else:
            put_corner_badge(quads, outlook, *square, max(self._line(16), 0.40))

    def _draw_veil(self, scene: Scene) -> None:
        """The whole city recedes behind something that matters more."""
        quads = Quads()
        if scene.dimmed:
            half_w, half_h = self.width / self.wanted_zoom / 2, self.height / self.wanted_zoom / 2
            cx, cy = scene.bounds.centre
            quads.box(cx - half_w, cy - half_h, cx + half_w, cy + half_h)
            self._veil_colour.rgba = faded(self._theme.tableColor, scene.dimmed)
        quads.into(self._veil)

    @staticmethod
    def _add(group: InstructionGroup, colour: Colour, quads: Quads) -> None:
        """A tinted mesh, if there is anything to draw."""
        if quads.indices:
            mesh = new_mesh()
            quads.into(mesh)
            group.add(Color(*colour))
            group.add(mesh)


def put_border(quads: Quads, squares: Iterable[Square], thickness: float) -> None:
    """A line along the inside of the border of some squares."""
    own = set(squares)
    for x, y in own:
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if (x + dx, y + dy) not in own:
                x0, x1 = (x, x + 1) if dx == 0 else (x, x + thickness) if dx < 0 else (x + 1 - thickness, x + 1)
                y0, y1 = (y, y + 1) if dy == 0 else (y, y + thickness) if dy < 0 else (y + 1 - thickness, y + 1)
                quads.box(x0, y0, x1, y1)
        for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):  # the inner corners, which no side covers
            if (x + dx, y) in own and (x, y + dy) in own and (x + dx, y + dy) not in own:
                x0, y0 = (x if dx < 0 else x + 1 - thickness), (y if dy < 0 else y + 1 - thickness)
                quads.box(x0, y0, x0 + thickness, y0 + thickness)


def put_dashes(quads: Quads, corners: list[Point], thickness: float, on: float, off: float) -> None:
    """Dashes along a closed line; each side begins and ends with one, so that corners are filled."""
    for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True):
        length = abs(x1 - x0) + abs(y1 - y0)
        count = max(1, round((length + off) / (on + off)))
        step = (length + off) / count
        ux, uy = (x1 - x0) / length, (y1 - y0) / length
        for k in range(count):
            a, b = k * step, min(length, k * step + step - off)
            quads.line((x0 + ux * a, y0 + uy * a), (x0 + ux * b, y0 + uy * b), thickness)


def _put_dots(quads: Quads, start: Point, end: Point, size: float, within: tuple[float, float, float, float]) -> None:
    """Dots from one corner to another, where they can be seen."""
    (x0, y0), (x1, y1) = start, end
    length = abs(x1 - x0) + abs(y1 - y0)
    count = max(1, round(length / (size * 3.2)))
    left, top, right, bottom = within
    for k in range(count + 1):
        x, y = x0 + (x1 - x0) * k / count, y0 + (y1 - y0) * k / count
        if left < x - size and x + size < right and top < y - size and y + size < bottom:
            quads.box(x - size / 2, y - size / 2, x + size / 2, y + size / 2)
