"""The tile just laid, enlarged: its four squares, what may stand on them, how large their districts are."""

from __future__ import annotations

from typing import Any, NamedTuple

from kivy.app import App
from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, MatrixInstruction, PopMatrix, PushMatrix
from kivy.uix.widget import Widget

from app.art import Quads, board_matrix, new_mesh
from app.style import Theme, faded
from app.widgets.city import CREAM, put_dashes
from app.widgets.land import CORNERS, Land
from app.widgets.pieces import put_piece
from app.widgets.placing import Box, Target
from engine import Laid, Piece


class LoupeShown(NamedTuple):
    """What the loupe shows."""

    laid: Laid | None = None  # on cell (0, 0)
    sizes: tuple[int, ...] = ()  # of the districts of its squares
    fitting: frozenset[int] = frozenset()  # squares where the chosen piece, or any piece, may stand
    square: int | None = None
    piece: Piece | None = None


class Loupe(Widget):
    """Each square is a target."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), **kwargs)
        self.shown = LoupeShown()
        self._theme: Theme = App.get_running_app().theme_cls
        self._place, self._land, self._marks = MatrixInstruction(), Land(), InstructionGroup()
        self._halo_colour, self._halo = Color(), new_mesh()
        for instruction in (
            PushMatrix(),
            self._place,
            self._halo_colour,
            self._halo,
            self._land,
            self._marks,
            PopMatrix(),
        ):
            self.canvas.add(instruction)
        self.redraw = Clock.create_trigger(self._redraw, -1)
        self._theme.bind(theme_style=self._repaint)
        self.bind(pos=self.redraw, size=self.redraw)

    def _repaint(self, *_: Any) -> None:
        self.redraw()

    def show(self, shown: LoupeShown) -> None:
        """Show this tile; none hides the loupe."""
        self.opacity = 0 if shown.laid is None else 1
        if shown != self.shown:
            self.shown = shown
            self.redraw()

    def fill(self, box: Box) -> None:
        """Be as large as this place allows."""
        x, y, width, height = box
        side = min(width, height) * 0.94
        self.size, self.pos = (side, side), (x + (width - side) / 2, y + (height - side) / 2)

    @property
    def unit(self) -> float:
        """The size of a square."""
        return min(self.size) / 2

    def _redraw(self, *_: Any) -> None:
        shown, unit, theme = self.shown, self.unit, self._theme
        self._place.matrix = board_matrix(self.center_x - unit, self.center_y + unit, unit)
        self._land.draw([shown.laid] if shown.laid else [], theme)
        self._marks.clear()
        halo = Quads()
        if shown.laid is not None:
            halo.rounded(-0.06, -0.06, 2.12, 2.12, 0.16)
            self._mark_squares(shown)
        self._halo_colour.rgba = theme.glowColor
        halo.into(self._halo)

    def _mark_squares(self, shown: LoupeShown) -> None:
        free, taken, chosen, pieces = Quads(), Quads(), Quads(), Quads()
        for corner, ((x, y), _, _) in enumerate(CORNERS):
            inset, size = 0.06, 0.88
            if corner == shown.square:
                chosen.ring(x + inset, y + inset, size, size, 0.10, 0.05)
            elif corner in shown.fitting:
                free.ring(x + inset, y + inset, size, size, 0.10, 0.03)
            else:
                corners = [(x + px, y + py) for px, py in ((0.07, 0.07), (0.93, 0.07), (0.93, 0.93), (0.07, 0.93))]
                put_dashes(taken, corners, 0.015, 0.07, 0.06)
            if corner < len(shown.sizes) and not (corner == shown.square and shown.piece):
                pieces.pill("void", str(shown.sizes[corner]), x + 0.24, y + 0.82, 0.22)
        if shown.piece is not None and shown.square is not None:
            x, y = CORNERS[shown.square][0]
            put_piece(pieces, shown.piece, x + 0.06, y + 0.06, 0.88)
        for colour, quads in (
            (faded(CREAM, 0.5), taken),
            (CREAM, free),
            (self._theme.glowColor, chosen),
            ((1, 1, 1, 1), pieces),
        ):
            mesh = new_mesh()
            quads.into(mesh)
            self._marks.add(Color(*colour))
            self._marks.add(mesh)

    def square_at(self, x: float, y: float) -> int | None:
        """The square at a point."""
        unit = self.unit
        column, row = (x - self.center_x) / unit + 1, (self.center_y - y) / unit + 1
        if self.shown.laid is None or not (0 <= column < 2 and 0 <= row < 2):
            return None
        place = int(column), int(row)
        return next(corner for corner, (own, _, _) in enumerate(CORNERS) if own == place)

    def square_centre(self, square: int) -> tuple[float, float]:
        """The middle of a square in the window."""
        (x, y), _, _ = CORNERS[square]
        return self.center_x + (x - 0.5) * self.unit, self.center_y - (y - 0.5) * self.unit

    def target_at(self, x: float, y: float) -> Target | None:
        """The square at a point."""
        square = self.square_at(x, y)
        return None if square is None else Target("square", square)
