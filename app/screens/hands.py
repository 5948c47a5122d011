"""The player's hands on the play screen: what a tap, a drag, a drop and a twist mean in each step."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any, NamedTuple

from kivy.metrics import dp
from kivy.uix.widget import Widget

from app.i18n import tr
from app.sight import Sight
from app.style import CALM, LIFT
from app.texts import prospect_text, reason_text, rule_text
from app.widgets.land import Square, square_of
from app.widgets.placing import Box, Target, inside
from app.widgets.tile import PieceView, TileView
from engine import Build, Cell, Draw, Phase, Reason

if TYPE_CHECKING:
    from app.screens.play import PlayScreen

ENLARGED = 1.06  # of what is lifted
REACH = 24  # dp from the middle of a piece at which a finger still means it


class Carried(NamedTuple):
    """What is dragged: a tile of the hand, a piece, or a tile to draw."""

    what: str | Draw
    view: Widget

    @property
    def is_piece(self) -> bool:
        """Is it a piece?"""
        return isinstance(self.view, PieceView)


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

    @property
    def sight(self) -> Sight:
        """What is seen; there is no gesture without."""
        if self.screen.sight is None:
            raise RuntimeError("no game is on the table")
        return self.screen.sight

    def target_at(self, x: float, y: float) -> Target | None:
        """The thing under a finger."""
        screen = self.screen
        if screen.sight is None:
            return None
        for widget in (screen.loupe, screen.hand, screen.supply, screen.row):
            found = widget.target_at(x, y)
            if found is not None:
                return found
        return Target("city", screen.city.cell_at(x, y)) if screen.city.collide_point(x, y) else None

    # --- taps

    def tap(self, target: Target, x: float, y: float) -> None:
        """One finger, one thing."""
        if self.screen.sight is None:
            return
        self.screen.air.finish()
        self.sight.said = ""
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
            case "taken":
                self.screen.say(f"{reason_text(Reason.NOT_IN_SUPPLY)} {rule_text(self.sight.seen.box.pieces[value])}")
            case "row":
                self._tap_row(Draw(value))
            case "pile":
                self._tap_row(Draw(None))
            case "tray":
                self.screen.look_into(value)
        self.screen.refresh()

    def _tap_hand(self, tile: str) -> None:
        sight = self.sight
        if not sight.may(Phase.LAY):
            self._refuse(Reason.ALREADY_LAID)
        elif sight.draft.tile == tile:
            self.screen.turn(1)
        else:
            sight.draft.pick(tile)

    def _tap_city(self, cell: Cell, x: float, y: float) -> None:
        sight, draft = self.sight, self.sight.draft
        laying = sight.may(Phase.LAY)
        if laying and draft.tile is not None:
            if cell == draft.cell:
                self.screen.turn(1)
                return
            if any(cell in cells for cells in draft.cells()):
                draft.place(cell)
                return
        square = self._piece_near(x, y)
        if square is not None:
            prospects = self.screen.city.scene.prospects
            at = {square_of(each.built.cell, each.built.square): each for each in prospects}
            self.screen.say(prospect_text(at[square]))
        elif laying:
            place = draft.placement(cell)
            if place is None:
                self.screen.say(tr("Pick a tile from your hand first."))
            else:
                self._refuse(sight.session.why_not(place))
        elif sight.may(Phase.BUILD) and draft.action is not None:
            draft.choose_square(None)  # the loupe opens again

    def _piece_near(self, x: float, y: float) -> Square | None:
        """The piece at a point, or the nearest one within a finger's breadth."""
        city = self.screen.city
        near = [(_far(city.square_centre(square), (x, y)), square) for square in city.pieces]
        far, square = min(near, default=(0.0, None))
        return square if far <= max(dp(REACH), city.zoom * 0.5) else None

    def _tap_square(self, square: int) -> None:
        draft = self.sight.draft
        if not self.sight.may(Phase.BUILD):
            return
        if draft.piece is not None and square not in draft.squares_for(draft.piece):
            self._refuse(draft.why_not_piece(draft.piece, square))
        elif square not in {build.square for build in draft.builds()}:
            self._refuse(Reason.ON_A_MARK)
        else:
            draft.choose_square(None if square == draft.square and draft.piece is None else square)

    def _tap_piece(self, piece: str) -> None:
        sight, draft = self.sight, self.sight.draft
        rule = rule_text(sight.seen.box.pieces[piece])
        if not sight.may(Phase.BUILD):
            self.screen.say(rule)
        elif piece == draft.piece:
            draft.choose_piece(None)
        elif (reason := sight.why_not_piece(piece)) is not None:
            self.screen.say(f"{reason_text(reason)} {rule}")
        else:
            draft.choose_piece(piece)

    def _tap_row(self, draw: Draw) -> None:
        if self.sight.may(Phase.DRAW):
            self.sight.draft.choose_draw(draw)
        else:
            self._refuse(self.sight.session.why_not(draw))

    def _refuse(self, reason: Reason | None) -> None:
        """Say why not, to the person whose turn it is."""
        if reason is not None and self.sight.at_home:
            self.screen.say(reason_text(reason))

    # --- dragging

    def lift(self, target: Target, x: float, y: float) -> None:
        """Begin to drag what can be dragged."""
        screen = self.screen
        if screen.sight is None:
            return
        screen.air.finish()
        self.sight.said = ""
        self.carried = self._lifted(target)
        if self.carried is None:
            return
        screen.stage.dragging = True
        size = self._size()
        self.carried.view.size_hint, self.carried.view.size = (None, None), (size, size)
        screen.air.add_widget(self.carried.view)
        self.drag(x, y)
        screen.refresh()

    def _lifted(self, target: Target) -> Carried | None:
        sight, draft, value = self.sight, self.sight.draft, target.value
        box = sight.seen.box
        match target.kind:
            case "hand" if sight.may(Phase.LAY):
                return self._lift_tile(str(value))
            case "city" if sight.may(Phase.LAY) and draft.tile is not None and value == draft.cell:
                return self._lift_tile(draft.tile)
            case "piece" if sight.may(Phase.BUILD):
                if draft.squares_for(str(value)):
                    draft.clear()
                    return Carried(str(value), PieceView(piece=box.pieces[str(value)]))
                self._tap_piece(str(value))  # it says why not
            case "row" | "pile" if sight.may(Phase.DRAW):
                sight.drawn = draw = Draw(value if isinstance(value, int) else None)
                draft.choose_draw(None)
                tile = None if draw.source is None else box.tiles[sight.seen.row[draw.source]]
                return Carried(draw, TileView(tile=tile, face_down=draw.source is None))
        return None

    def _lift_tile(self, tile: str) -> Carried:
        sight = self.sight
        if sight.draft.tile != tile:
            sight.draft.pick(tile)
        sight.draft.place(None)
        sight.lifted = tile
        return Carried(tile, TileView(tile=sight.seen.box.tiles[tile], turns=sight.draft.turns(tile)))

    def _size(self) -> float:
        """How large the dragged thing is: as it will lie, and a little larger."""
        screen = self.screen
        if self.carried is not None and self.carried.is_piece:
            unit = screen.loupe.unit if screen.loupe.shown.laid is not None else screen.city.zoom
            return max(dp(56), unit * 0.88) * ENLARGED
        return max(dp(72), screen.city.tile_size) * ENLARGED

    def drag(self, x: float, y: float) -> None:
        """The thing follows above the finger; over a legal place its ghost snaps there."""
        if self.carried is None:
            return
        view = self.carried.view
        cx, cy = x, y + view.height * LIFT
        view.center = round(cx), round(cy)
        if self.carried.is_piece:
            self._drag_piece(cx, cy)
        elif self.sight.lifted is not None:
            self._drag_tile(cx, cy)

    def _drag_tile(self, cx: float, cy: float) -> None:
        sight, city = self.sight, self.screen.city
        cell, reason = self._snapped(cx, cy), None
        if cell is None and city.collide_point(cx, cy):
            place = sight.draft.placement(city.cell_at(cx, cy))
            reason = None if place is None else sight.session.why_not(place)
        said = "" if reason is None else reason_text(reason)
        if (cell, said) != (sight.draft.cell, sight.said):
            sight.draft.place(cell)
            self.screen.say(said)
        if self.carried is not None:
            self.carried.view.opacity = 0 if cell is not None else 1  # the ghost in the city says it better

    def _snapped(self, cx: float, cy: float) -> Cell | None:
        """The legal cell whose middle is within half a tile."""
        city = self.screen.city
        near = [(_far(city.cell_centre(cell), (cx, cy)), cell) for cell in self.sight.draft.cells()[0]]
        far, cell = min(near, default=(0.0, None))
        return cell if far <= city.tile_size / 2 else None

    def _drag_piece(self, cx: float, cy: float) -> None:
        sight = self.sight
        square, reason = self._square_under(cx, cy), None
        if square is not None and self.carried is not None:
            reason = sight.session.why_not(Build(str(self.carried.what), square))
        chosen, said = (square, "") if reason is None else (None, reason_text(reason))
        if (chosen, said) != (sight.draft.square, sight.said):
            sight.draft.square = chosen
            self.screen.say(said)

    def _square_under(self, cx: float, cy: float) -> int | None:
        """The square of the tile just laid at a point, in the loupe or in the city."""
        screen = self.screen
        square = screen.loupe.square_at(cx, cy)
        if square is not None:
            return square
        cell = self.sight.seen.city.tiles[-1].cell
        near = [(_far(screen.city.square_centre(square_of(cell, corner)), (cx, cy)), corner) for corner in range(4)]
        far, corner = min(near)
        return corner if far <= screen.city.zoom * 0.6 else None

    def drop(self, x: float, y: float) -> None:
        """Let go: it stays where it snapped, or goes back."""
        carried, screen = self.carried, self.screen
        if carried is None or screen.sight is None:
            return
        sight, view = self.sight, carried.view
        start = (*view.pos, *view.size)
        self._put_down(carried)
        view.opacity = 1
        if isinstance(carried.what, Draw):
            if self._over_hand(x, y) or self._over_hand(*view.center):
                screen.do(carried.what)
            else:
                self._fly_back(view, start, screen.row.box_of(carried.what.source))
                screen.say(tr("Drop it on your hand to take it."))
        elif carried.is_piece:
            square = sight.draft.square
            sight.draft.choose_square(square)
            if square is None:
                self._fly_back(view, start, screen.supply.box_of(carried.what))
            else:
                sight.draft.choose_piece(carried.what)
        elif sight.draft.cell is None:
            self._fly_back(view, start, screen.hand.slot_of(carried.what))
        screen.refresh()

    def _over_hand(self, x: float, y: float) -> bool:
        hand = self.screen.hand
        return (hand.shelf is not None and hand.collide_point(x, y)) or inside(self.screen.box("tab-hand"), x, y)

    def _fly_back(self, view: Widget, start: Box, end: Box | None) -> None:
        if end is not None:
            self.screen.air.fly(view, start, end, duration=CALM)

    def _put_down(self, carried: Carried) -> None:
        self.carried = self.sight.lifted = self.sight.drawn = None
        self.screen.air.remove_widget(carried.view)

    def cancel(self) -> bool:
        """Put down what is dragged, as if nothing had been; False if nothing was."""
        carried, screen = self.carried, self.screen
        screen.stage.cancel()
        self._twisted = 0
        if carried is None or screen.sight is None:
            return False
        self._put_down(carried)
        self.sight.draft.place(None)
        self.sight.draft.choose_square(None)
        screen.say("")
        return True

    def resized(self) -> None:
        """The window has another size: what is dragged has, too."""
        if self.carried is not None:
            centre, size = self.carried.view.center, self._size()
            self.carried.view.size = size, size
            self.carried.view.center = centre

    # --- turning

    def turned(self) -> None:
        """The picked tile was turned: it is seen where it is."""
        if self.carried is not None and self.sight.lifted is not None:
            self.carried.view.turn_to(self.sight.draft.turns(self.sight.lifted))
            self._drag_tile(*self.carried.view.center)

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


def _far(a: tuple[float, float], b: tuple[float, float]) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])
