"""The computer players' turns on the play screen: thought out in slices, shown step by step, skipped at a tap."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from app.layout import Rect
from app.sight import Sight
from app.style import PAUSE
from app.thinking import Thinking, level_of
from app.widgets.city import bounds_of, resting_zoom
from app.widgets.land import square_of
from app.widgets.placing import Box
from app.widgets.tile import PieceView, TileView
from engine import Action, Build, Cell, Draw, Place
from engine.ai import Choice

if TYPE_CHECKING:
    from app.screens.play import PlayScreen


class Rivals:
    """Plays for every computer until it is a person's turn."""

    def __init__(self, screen: PlayScreen) -> None:
        self.screen = screen
        self._thinking = Thinking(self._chosen)
        self._steps: list[Action] = []
        self._waiting: Any = None
        self._playing = False  # a step is being done: what it changes must not begin another one
        self._hurried = False  # nothing more is shown until a person's turn

    @property
    def _sight(self) -> Sight | None:
        """What is seen, if it is a computer's turn."""
        sight = self.screen.sight
        return sight if sight is not None and not sight.session.over and not sight.session.by_person else None

    def go_on(self) -> None:
        """Think, if it is a computer's turn and nothing is under way."""
        sight = self._sight
        if sight is None:
            self._hurried = False
        elif not (self._playing or self._steps or self._waiting or self._thinking.busy):
            self._thinking.start(*sight.session.think(level_of))
            sight.thinking = True
            self.screen.refresh()

    def stop(self) -> None:
        """Forget everything under way; what was done is saved."""
        self._thinking.stop()
        self._steps.clear()
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
        self._hurried = False

    def hurry(self) -> None:
        """Show nothing more of the computers' turns."""
        if self._sight is not None:
            self._hurried = True
            self.screen.air.finish()
            self._thinking.hurry()
            if self._waiting is not None:
                self._waiting.cancel()
                self._next()

    def _chosen(self, choice: Choice) -> None:
        self._steps = list(choice.steps)
        self._wait(0)  # showing a step is the work of another frame

    def _next(self, *_: Any) -> None:
        """Do one step, and let it be seen."""
        self._waiting, sight = None, self._sight
        if sight is None:
            self._steps.clear()
            self._hurried = False
            return
        sight.thinking = False
        if not self._steps:
            self.go_on()
            return
        step = self._steps.pop(0)
        seen = self.screen.theme.moving and not self._hurried and sight.seat == sight.session.seat
        flight = self._flight(step, sight) if seen else None
        self._playing = True
        sight.session.do(step)
        self._playing = False
        if flight is None:
            self._wait(0)
        else:
            flight()

    def _wait(self, seconds: float) -> None:
        self._waiting = Clock.schedule_once(self._next, seconds)

    def _landed(self) -> None:
        """What was on its way is there."""
        if self.screen.sight is not None:
            self.screen.sight.absent = self.screen.sight.missing = None
            self.screen.refresh()
            self._wait(0 if self._hurried else PAUSE)

    def _flight(self, step: Action, sight: Sight) -> Callable[[], None] | None:
        """What is to be seen of a step, prepared while everything is still where it was."""
        screen, seen, seat = self.screen, sight.seen, sight.session.seat
        card, fly = _middle(screen.cards[seat], 0.5), screen.air.fly
        match step:
            case Place(tile, cell, rotation):
                sight.absent = cell
                laid = TileView(tile=seen.box.tiles[tile], turns=rotation)
                return lambda: fly(laid, card, self._cell_box(cell), self._landed)
            case Build(piece, square):
                sight.missing = square_of(seen.cities[seat].tiles[-1].cell, square)
                start, end = screen.supply.box_of(piece), screen.city.square_box(sight.missing)
                built = PieceView(piece=seen.box.pieces[piece])
                return lambda: fly(built, start, end, self._landed)
            case Draw(source):
                drawn = None if source is None else seen.box.tiles[seen.row[source]]
                start, view = screen.row.box_of(source), TileView(tile=drawn, face_down=source is None)
                return lambda: fly(view, start, card, self._landed)
        return None

    def _cell_box(self, cell: Cell) -> Box:
        """Where the tile just laid will be seen when the view has glided to the grown city."""
        screen, city = self.screen, self.screen.city
        bounds = bounds_of(screen.sight.seen.cities[screen.sight.seat])  # type: ignore[union-attr]
        unit = resting_zoom(Rect(*city.pos, *city.size), bounds)
        cx, cy = bounds.centre
        x, y = city.center_x + (2 * cell[0] - cx) * unit, city.center_y - (2 * cell[1] + 2 - cy) * unit
        return x, y, 2 * unit, 2 * unit


def _middle(widget: Any, part: float) -> Box:
    """A square in the middle of a widget."""
    side = min(widget.size) * part
    return widget.center_x - side / 2, widget.center_y - side / 2, side, side
