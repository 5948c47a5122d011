"""The player's hands on the play screen: what a tap, a drag, a drop and a twist mean in each step."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any, NamedTuple

from kivy.metrics import dp
from kivy.uix.widget import Widget

from app.i18n import tr
from app.style import CALM, LIFT
from app.texts import prospect_text, reason_text, rule_text
from app.widgets.land import square_of
from app.widgets.placing import Target, inside
from app.widgets.tile import PieceView, TileView
from engine import Build, Cell, Draw, Phase, Place, Reason

if TYPE_CHECKING:
    from app.screens.play import PlayScreen

ENLARGED = 1.06


class Carried(NamedTuple):
    """What is dragged."""

    kind: str  # "tile", "piece" or "draw"
    what: Any
    view: Widget


class Hands:
    """Translates gestures into the draft, and the draft's actions into the game."""

    def __init__(self, screen: PlayScreen) -> None:
        self.screen = screen
        self.carried: Carried | None = None
        self._twisted = 0  # quarters already turned by the twist under way
        stage = screen.stage
        stage.finder = self.target_at
        stage.bind(
            on_tap=lambda _, target, x, y: self.tap(target, x, y),
            on_lift=lambda _, target, x, y: self.lift(target, x, y),
            on_drag=lambda _, x, y: self.drag(x, y),
            on_drop=lambda _, x, y: self.drop(x, y),
            on_twist=lambda _, angle: self.twist(angle),
            on_twisted=lambda _, angle: self.twisted(angle),
            on_wheel=lambda _, clockwise: screen.turn(1 if clockwise else -1),
        )

    # --- what lies where

    def target_at(self, x: float, y: float) -> Target:
        """The thing under a finger."""
        screen = self.screen
        for widget in (screen.loupe, screen.hand, screen.supply, screen.row):
            found = widget.target_at(x, y)
            if found is not None:
                return found
        if screen.city.collide_point(x, y):
            return Target("city", screen.city.cell_at(x, y))
        return Target("ground")

    @property
    def carries_tile(self) -> bool:
        """Is a tile of the hand in the air?"""
        return self.carried is not None and self.carried.kind == "tile"

    @property
    def drawn_from(self) -> int | None:
        """The place of the row whose tile is in the air."""
        if self.carried is not None and self.carried.kind == "draw":
            return self.carried.what.source
        return None

    def _may(self, phase: Phase) -> bool:
        screen = self.screen
        return screen.may_act and screen.session is not None and screen.session.phase is phase

    # --- taps

    def tap(self, target: Target, x: float, y: float) -> None:
        """One finger, one thing."""
        screen = self.screen
        if screen.session is None:
            return
        screen.air.finish()
        screen.said = ""
        value: Any = target.value
        match target.kind:
            case "hand":
                self._tap_hand(value)
            case "city":
                self._tap_city(value, x, y)
            case "square":
                self._tap_square(value)
            case "piece":
                self._tap_piece(value)
            case "row":
                self._tap_draw(Draw(value))
            case "pile":
                self._tap_draw(Draw(None))
            case "tray":
                screen.look_into(value)
        screen.refresh()

    def _tap_hand(self, tile: str) -> None:
        screen = self.screen
        if not self._may(Phase.LAY):
            self._refuse_phase(Reason.ALREADY_LAID)
        elif screen.draft.tile == tile:
            screen.turn(1)
        else:
            screen.draft.pick(tile)

    def _tap_city(self, cell: Cell, x: float, y: float) -> None:
        screen, draft = self.screen, self.screen.draft
        if self._may(Phase.LAY) and draft.tile is not None:
            if cell == draft.cell:
                screen.turn(1)
                return
            now, otherwise = draft.cells()
            if cell in now or cell in otherwise:
                draft.place(cell)
                return
        square = screen.square_with_piece(x, y)
        if square is not None:
            screen.say(prospect_text(screen.prospect_at(square)))
        elif self._may(Phase.LAY):
            place = draft.placement(cell)
            if place is None:
                screen.say(tr("Pick a tile of your hand first."))
            else:
                self._refuse(screen.session.why_not(place))  # type: ignore[union-attr]
        elif self._may(Phase.BUILD) and draft.piece is not None and draft.square is not None:
            draft.choose_square(None)  # the loupe opens again

    def _tap_square(self, square: int) -> None:
        draft = self.screen.draft
        if not self._may(Phase.BUILD):
            return
        if draft.piece is not None and square not in draft.squares_for(draft.piece):
            self._refuse(draft.why_not_piece(draft.piece, square))
        elif square not in {build.square for build in draft.builds()}:
            self._refuse(Reason.ON_A_MARK)
        else:
            draft.choose_square(None if square == draft.square and draft.piece is None else square)

    def _tap_piece(self, piece: str) -> None:
        screen, draft = self.screen, self.screen.draft
        if not self._may(Phase.BUILD):
            screen.say(rule_text(screen.seen.box.pieces[piece]))
            return
        if piece == draft.piece:
            draft.choose_piece(None)
            return
        reason = draft.why_not_piece(piece)
        if reason is not None:
            rule = rule_text(screen.seen.box.pieces[piece])
            screen.say(f"{reason_text(reason)} {rule}")
            return
        draft.choose_piece(piece)

    def _tap_draw(self, draw: Draw) -> None:
        if not self._may(Phase.DRAW):
            reason = Reason.NO_DRAW if self._may(Phase.FINISH) else Reason.LAY_FIRST
            self._refuse_phase(Reason.BUILD_FIRST if self._may(Phase.BUILD) else reason)
            return
        self.screen.draft.choose_draw(draw)

    def _refuse(self, reason: Reason | None) -> None:
        if reason is not None:
            self.screen.say(reason_text(reason))

    def _refuse_phase(self, reason: Reason) -> None:
        if self.screen.may_act:
            self._refuse(reason)

    # --- dragging

    def lift(self, target: Target, x: float, y: float) -> None:
        """Begin to drag what can be dragged."""
        screen = self.screen
        if screen.session is None:
            return
        screen.air.finish()
        carried, value = None, target.value
        box = screen.seen.box
        if target.kind == "hand" and self._may(Phase.LAY):
            carried = self._lift_tile(str(value))
        elif target.kind == "city" and self._may(Phase.LAY) and screen.draft.tile and value == screen.draft.cell:
            carried = self._lift_tile(screen.draft.tile)
        elif target.kind == "piece" and self._may(Phase.BUILD):
            if screen.draft.squares_for(str(value)):
                carried = Carried("piece", value, PieceView(piece=box.pieces[str(value)]))
                screen.draft.choose_piece(None)
            else:
                self._tap_piece(str(value))
        elif target.kind in ("row", "pile") and self._may(Phase.DRAW):
            draw = Draw(value if isinstance(value, int) else None)
            view = TileView(face_down=draw.source is None)
            if draw.source is not None:
                view.tile = box.tiles[screen.seen.row[draw.source]]
            carried = Carried("draw", draw, view)
            screen.draft.choose_draw(None)
        if carried is None:
            return
        self.carried = carried
        screen.stage.dragging = True
        screen.said = ""
        carried.view.size_hint = None, None
        size = self._size()
        carried.view.size = size, size
        screen.air.add_widget(carried.view)
        self.drag(x, y)
        screen.refresh()

    def _lift_tile(self, tile: str) -> Carried:
        screen = self.screen
        if screen.draft.tile != tile:
            screen.draft.pick(tile)
        screen.draft.place(None)
        view = TileView(tile=screen.seen.box.tiles[tile], turns=screen.draft.turns(tile))
        return Carried("tile", tile, view)

    def _size(self) -> float:
        """How large the dragged thing is: as it will lie, and a little larger."""
        screen = self.screen
        if self.carried is not None and self.carried.kind == "piece":
            unit = screen.loupe.unit if screen.loupe.shown.laid is not None else screen.city.zoom
            return max(dp(56), unit * 0.88) * ENLARGED
        return max(dp(72), screen.city.tile_size) * ENLARGED

    def drag(self, x: float, y: float) -> None:
        """The thing follows above the finger; over a legal place its ghost snaps there."""
        carried = self.carried
        if carried is None:
            return
        size = carried.view.height
        cx, cy = x, y + size * LIFT
        carried.view.center = round(cx), round(cy)
        if carried.kind == "tile":
            self._drag_tile(cx, cy)
        elif carried.kind == "piece":
            self._drag_piece(cx, cy)

    def _drag_tile(self, cx: float, cy: float) -> None:
        screen, draft = self.screen, self.screen.draft
        cell = self._snapped(cx, cy)
        if cell is not None:
            self._place(cell, "")
        elif screen.city.collide_point(cx, cy):
            place = Place(str(draft.tile), screen.city.cell_at(cx, cy), draft.turns(str(draft.tile)))
            reason = screen.session.why_not(place)  # type: ignore[union-attr]
            self._place(None, reason_text(reason) if reason is not None else "")
        else:
            self._place(None, "")

    def _place(self, cell: Cell | None, said: str) -> None:
        """Show the ghost here, if anything has changed."""
        screen = self.screen
        if (cell, said) != (screen.draft.cell, screen.said):
            screen.draft.place(cell)
            screen.said = said
            screen.refresh()
        if self.carried is not None:
            self.carried.view.opacity = 0 if cell is not None else 1  # the ghost in the city says it better

    def _snapped(self, cx: float, cy: float) -> Cell | None:
        """The legal cell whose middle is within half a tile."""
        screen = self.screen
        now, _ = screen.draft.cells()
        half = screen.city.tile_size / 2
        near = [
            (far, cell)
            for cell in now
            if (far := hypot(cx - screen.city.cell_centre(cell)[0], cy - screen.city.cell_centre(cell)[1])) <= half
        ]
        return min(near)[1] if near else None

    def _square_under(self, cx: float, cy: float) -> int | None:
        """The square of the tile just laid at a point, in the loupe or in the city."""
        screen = self.screen
        square = screen.loupe.square_at(cx, cy)
        if square is not None or screen.session is None:
            return square
        city = screen.city
        laid = screen.seen.cities[screen.session.seat].tiles[-1]
        near = [
            (hypot(cx - px, cy - py), corner)
            for corner in range(4)
            for px, py in [city.square_centre(square_of(laid.cell, corner))]
        ]
        far, corner = min(near)
        return corner if far <= city.zoom * 0.6 else None

    def _drag_piece(self, cx: float, cy: float) -> None:
        screen, carried = self.screen, self.carried
        square = self._square_under(cx, cy)
        if carried is None:
            return
        reason = None if square is None else screen.session.why_not(Build(carried.what, square))  # type: ignore[union-attr]
        said = reason_text(reason) if reason is not None else ""
        chosen = square if reason is None else None
        if (chosen, said) != (screen.draft.square, screen.said):
            screen.draft.square = chosen
            screen.said = said
            screen.refresh()

    def drop(self, x: float, y: float) -> None:
        """Let go: it stays where it snapped, or goes back."""
        carried, screen = self.carried, self.screen
        if carried is None or screen.session is None:
            return
        view = carried.view
        start = (*view.pos, *view.size)
        self.carried = None
        screen.air.remove_widget(view)
        view.opacity = 1
        match carried.kind:
            case "tile" if screen.draft.cell is None:
                self._fly_back(view, start, screen.hand.slot_of(carried.what))
            case "piece":
                square = screen.draft.square
                screen.draft.square = None
                if square is not None:
                    screen.draft.choose_square(square)
                    screen.draft.choose_piece(carried.what)
                else:
                    self._fly_back(view, start, screen.supply.box_of(carried.what))
            case "draw":
                if self._over_hand(x, y) or self._over_hand(*view.center):
                    screen.do(carried.what)
                else:
                    self._fly_back(view, start, screen.row.box_of(carried.what.source))
        screen.refresh()

    def _over_hand(self, x: float, y: float) -> bool:
        hand = self.screen.hand
        return (hand.shelf is not None and hand.collide_point(x, y)) or inside(self.screen.box("tab-hand"), x, y)

    def _fly_back(self, view: Widget, start: Any, end: Any) -> None:
        if end is not None:
            self.screen.air.fly(view, start, end, duration=CALM)

    def cancel(self) -> bool:
        """Put down what is dragged; False if nothing was."""
        carried, screen = self.carried, self.screen
        screen.stage.cancel()
        if carried is None:
            return False
        self.carried = None
        screen.air.remove_widget(carried.view)
        if carried.kind == "tile":
            screen.draft.place(None)
        elif carried.kind == "piece":
            screen.draft.square = None
        screen.said = ""
        screen.refresh()
        return True

    def resized(self) -> None:
        """The window has another size: what is dragged has, too."""
        if self.carried is not None:
            centre, size = self.carried.view.center, self._size()
            self.carried.view.size = size, size
            self.carried.view.center = centre

    # --- turning

    def turned(self, quarters: int) -> None:
        """The picked tile was turned; it is seen where it is."""
        screen, carried = self.screen, self.carried
        if carried is not None and carried.kind == "tile" and isinstance(carried.view, TileView):
            carried.view.turn_to(screen.draft.turns(carried.what))
            cell = self._snapped(*carried.view.center)
            self._place(cell, "")

    def twist(self, angle: float) -> None:
        """Two fingers turn the picked tile; it snaps to quarters as they go."""
        quarters = round(angle / 90)
        if quarters != self._twisted:
            self.screen.turn(quarters - self._twisted)
            self._twisted = quarters

    def twisted(self, angle: float) -> None:
        """One of the two fingers has left."""
        self.twist(angle)
        self._twisted = 0
