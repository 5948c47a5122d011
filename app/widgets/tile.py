"""Single things to hold and to look at: a tile, its back, a piece."""

from __future__ import annotations

from typing import Any

from kivy.animation import Animation
from kivy.app import App
from kivy.clock import Clock
from kivy.graphics import Color, MatrixInstruction, PopMatrix, PushMatrix
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from app.art import Quads, board_matrix, new_mesh, turned_matrix
from app.style import QUICK, Theme
from app.widgets.land import Land
from app.widgets.pieces import put_piece
from engine import Laid, Tile


class TileView(Widget):
    """A tile, turned clockwise by `turns` quarters; `angle` is what is still to come of a turn, in degrees."""

    tile = ObjectProperty(None, allownone=True)
    turns = NumericProperty(0)
    angle = NumericProperty(0.0)
    face_down = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._theme: Theme = App.get_running_app().theme_cls
        self._place = MatrixInstruction()
        self._land, self._colour, self._back = Land(), Color(1, 1, 1, 1), new_mesh()
        for instruction in (PushMatrix(), self._place, self._land, self._colour, self._back, PopMatrix()):
            self.canvas.add(instruction)
        self.redraw = Clock.create_trigger(self._redraw, -1)
        self._theme.bind(theme_style=self._repaint)  # weakly, being a method: the theme keeps no tile
        self.bind(tile=self.redraw, turns=self.redraw, face_down=self.redraw)
        self.bind(pos=self._move, size=self._move, angle=self._move)
        self.redraw()

    def _repaint(self, *_: Any) -> None:
        self.redraw()

    def turn_to(self, turns: int) -> None:
        """Turn visibly, the short way."""
        by = (turns - self.turns + 1) % 4 - 1
        self.turns = turns
        Animation.cancel_all(self, "angle")
        if by and self._theme.moving:
            self.angle = -90 * by
            Animation(angle=0, d=QUICK, t="out_quad").start(self)
        else:
            self.angle = 0

    def _move(self, *_: Any) -> None:
        unit = min(self.size) / 2
        self._place.matrix = turned_matrix(self.center_x, self.center_y, unit, self.angle, (1, 1))

    def _redraw(self, *_: Any) -> None:
        back = Quads()
        tile: Tile | None = self.tile
        if self.face_down:
            back.put("tile-shadow", -0.17, -0.13, 2.5, 2.5)
            back.put("tile-back", 0, 0, 2, 2)
        back.into(self._back)
        shown = [Laid(tile, (0, 0), self.turns % 4)] if tile is not None and not self.face_down else []
        self._land.draw(shown, self._theme)
        self._move()


class PieceView(Widget):
    """A piece."""

    piece = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._place, self._mesh = MatrixInstruction(), new_mesh()
        for instruction in (PushMatrix(), self._place, Color(1, 1, 1, 1), self._mesh, PopMatrix()):
            self.canvas.add(instruction)
        self.bind(piece=self._redraw, pos=self._move, size=self._move)
        self._redraw()

    def _move(self, *_: Any) -> None:
        unit = min(self.size)
        self._place.matrix = board_matrix(self.center_x - unit / 2, self.center_y + unit / 2, unit)

    def _redraw(self, *_: Any) -> None:
        quads = Quads()
        if self.piece is not None:
            put_piece(quads, self.piece, 0, 0)
        quads.into(self._mesh)
        self._move()


class SignView(Widget):
    """A drawing of the atlas by its name, tinted: a player's sign, a shield, a leaf."""

    layers = ObjectProperty(())  # of (name, colour, part of the size)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.redraw = Clock.create_trigger(self._redraw, -1)
        self.bind(layers=self.redraw, pos=self.redraw, size=self.redraw)
        self.redraw()

    def _redraw(self, *_: Any) -> None:
        self.canvas.clear()
        for name, colour, part in self.layers:
            quads, mesh, size = Quads(), new_mesh(), min(self.size) * part
            quads.put(name, 0, 0, 1, 1)
            quads.into(mesh)
            place = MatrixInstruction()
            place.matrix = board_matrix(self.center_x - size / 2, self.center_y + size / 2, size)
            for instruction in (PushMatrix(), place, Color(*colour), mesh, PopMatrix()):
                self.canvas.add(instruction)
