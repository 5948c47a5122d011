"""The computer players' turns on the play screen: thought out in slices, shown step by step, skipped at a tap."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from app.layout import Rect
from app.style import PAUSE, TRAVEL
from app.thinking import Thinking, level_of
from app.widgets.city import bounds_of, resting_zoom
from app.widgets.land import Square, square_of
from app.widgets.tile import PieceView, TileView
from engine import Action, Build, Cell, Draw, Place
from engine.ai import Choice

if TYPE_CHECKING:
    from app.screens.play import PlayScreen

Box = tuple[float, float, float, float]


class Rivals:
    """Plays for every computer until it is a person's turn."""

    def __init__(self, screen: PlayScreen) -> None:
        self.screen = screen
        self._thinking = Thinking(self._chosen)
        self._steps: list[Action] = []
        self._waiting: Any = None
        self._playing = False  # a step is being done: what it changes must not begin another one
        self._hurried = False  # nothing more is shown until a person's turn
        self.absent: Cell | None = None  # the tile here is still on its way
        self.missing: Square | None = None  # and so is the piece here

    @property
    def thinking(self) -> bool:
        """Is one thinking now?"""
        return self._thinking.busy

    @property
    def _turn(self) -> bool:
        session = self.screen.session
        return session is not None and not session.over and not session.by_person

    def go_on(self) -> None:
        """Think, if it is a computer's turn and nothing is under way."""
        if not self._turn:
            self._hurried = False
            return
        session = self.screen.session
        if session is not None and not (self._playing or self._steps or self._waiting or self._thinking.busy):
            self._thinking.start(*session.think(level_of))
            self.screen.refresh()

    def stop(self) -> None:
        """Forget everything under way; what was done is saved."""
        self._thinking.stop()
        self._steps.clear()
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
        self.absent = self.missing = None
        self._hurried = False

    def hurry(self) -> None:
        """Show nothing more of the computers' turns."""
        if self._turn:
            self._hurried = True
            self.screen.air.finish()
            self._thinking.hurry()
            if self._waiting is not None:
                self._waiting.cancel()
                self._next()

    def _chosen(self, choice: Choice) -> None:
        self._steps = list(choice.steps)
        self._next()

    @property
    def _shown(self) -> bool:
        """Is the city of the player in turn in front of the player?"""
        screen = self.screen
        moving = screen.theme.moving and not self._hurried
        return moving and screen.session is not None and screen.shown_seat == screen.session.seat

    def _next(self, *_: Any) -> None:
        """Do one step, and let it be seen."""
        self._waiting = None
        session = self.screen.session
        if session is None or not self._turn:
            self._steps.clear()
        elif self._steps:
            step = self._steps.pop(0)
            show = self._flight(step) if self._shown else None
            self._playing = True
            session.do(step)
            self._playing = False
            if show is not None:
                show()
            else:
                self._wait(0)
            return
        self.go_on()

    def _wait(self, seconds: float) -> None:
        self._waiting = Clock.schedule_once(self._next, seconds)

    def _landed(self) -> None:
        self.absent = self.missing = None
        self.screen.refresh()
        if self._waiting is None:
            self._wait(0 if self._hurried else PAUSE)

    def _flight(self, step: Action) -> Any:
        """What is to be seen of a step, prepared while everything is still where it was."""
        screen = self.screen
        session, seen = screen.session, screen.seen
        if session is None:
            return None
        card = _middle(screen.cards[session.seat], 0.5)
        city = screen.city
        match step:
            case Place(tile, cell, rotation):
                self.absent = cell
                tile_view = TileView(tile=seen.box.tiles[tile], turns=rotation)
                return lambda: screen.air.fly(tile_view, card, self._cell_box(cell), self._landed)
            case Build(piece, square):
                cell = seen.cities[session.seat].tiles[-1].cell
                spot = square_of(cell, square)
                self.missing = spot
                start = screen.supply.box_of(piece)
                piece_view = PieceView(piece=seen.box.pieces[piece])
                x, y = city.square_centre(spot)
                end = (x - city.zoom / 2, y - city.zoom / 2, city.zoom, city.zoom)
                return lambda: screen.air.fly(piece_view, start, end, self._landed)
            case Draw(source):
                start = screen.row.box_of(source)
                drawn = TileView(face_down=source is None)
                if source is not None:
                    drawn.tile = seen.box.tiles[seen.row[source]]
                return lambda: screen.air.fly(drawn, start, card, self._landed, TRAVEL * 0.8)
        return None

    def _cell_box(self, cell: Cell) -> Box:
        """Where the tile just laid will be seen when the view has glided to the grown city."""
        screen, city = self.screen, self.screen.city
        bounds = bounds_of(screen.seen.cities[screen.shown_seat])
        unit = resting_zoom(Rect(*city.pos, *city.size), bounds)
        cx, cy = bounds.centre
        x, y = city.center_x + (2 * cell[0] - cx) * unit, city.center_y - (2 * cell[1] + 2 - cy) * unit
        return x, y, 2 * unit, 2 * unit


def _middle(widget: Any, part: float) -> Box:
    """A square in the middle of a widget."""
    side = min(widget.size) * part
    return widget.center_x - side / 2, widget.center_y - side / 2, side, side
