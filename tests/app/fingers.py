"""Somebody who plays by touch: whole turns through the real play screen, by drags or by taps."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from app.main import NeovilleApp
from app.screens.play import PlayScreen
from app.style import LIFT
from app.widgets.land import square_of
from app.widgets.pieces import badge_text
from app.widgets.tile import TileView
from engine import Action, Build, Draw, Finish, Place, forecast
from engine.ai import choose
from tests.app import kit


class Fingers:
    """Plays the seat in turn; `how` is "drag" or "tap"."""

    def __init__(self, app: NeovilleApp, how: str = "tap", seed: int = 1, level: str = "normal") -> None:
        self.app, self.how, self.random, self.level = app, how, Random(seed), level

    @property
    def screen(self) -> PlayScreen:
        screen = self.app.screens.current_screen
        assert isinstance(screen, PlayScreen)
        return screen

    def turn(self) -> Iterator[Action]:
        """A whole turn; yields before each step what will be done."""
        if self.app.session.curtain:
            kit.tap(self.screen.curtain.ids.open)
            kit.settle()
        for step in choose(self.app.session.seen, self.level, self.random.getrandbits(16)).steps:
            yield step
            self.do(step)

    def do(self, step: Action) -> None:
        """Do one step by touch, and see that it was done."""
        session, before = self.app.session, self.app.session.revision
        match step:
            case Place():
                self.lay(step)
            case Build():
                self.build(step)
            case Draw():
                self.draw(step)
            case Finish():
                kit.tap(self.screen.bar.confirm)
            case _:
                kit.tap(self.screen.bar.nothing)
        assert session.revision > before, f"{step} was not done: {self.screen.caption.text}"
        assert session._game.actions[-(session.revision - before)] == step or step == session._game.actions[-1]
        kit.settle()

    # --- laying

    def lay(self, step: Place) -> None:
        self.pick_and_turn(step)
        if self.how == "drag":
            self.drag_tile(step)
        else:
            kit.tap(*self.screen.city.cell_centre(step.cell))
        assert self.screen.sight.draft.action == step
        kit.tap(self.screen.bar.confirm)

    def pick_and_turn(self, step: Place) -> None:
        view = self.screen.hand.views[step.tile]
        while self.screen.sight.draft.tile != step.tile or self.screen.sight.draft.turns(step.tile) != step.rotation:
            kit.tap(view)
            kit.settle()

    def drag_tile(self, step: Place) -> None:
        x, y = self.screen.city.cell_centre(step.cell)
        finger = kit.Finger(*kit.centre(self.screen.hand.views[step.tile]))
        finger.drag(x, y)
        assert self.screen.hands.carried is not None
        finger.drag(x, y - self.screen.hands.carried.view.height * LIFT, steps=3)
        finger.up()
        kit.settle()

    # --- building

    def build(self, step: Build) -> None:
        screen = self.screen
        box = self.piece_box(step.piece)
        point = box[0] + box[2] / 2, box[1] + box[3] / 2
        if self.how == "drag":
            finger = kit.Finger(*point)
            x, y = screen.loupe.square_centre(step.square)
            finger.drag(x, y)
            assert screen.hands.carried is not None
            finger.drag(x, y - screen.hands.carried.view.height * LIFT, steps=3)
            finger.up()
        else:
            kit.tap(*point)
            kit.settle()
            if screen.sight.draft.square is None:
                kit.tap(*screen.loupe.square_centre(step.square))
        kit.settle()
        assert screen.sight.draft.action is not None
        if screen.sight.draft.action != step:  # another one of the same design
            assert screen.sight.draft.square == step.square
        kit.tap(screen.bar.confirm)

    def piece_box(self, piece: str) -> tuple[float, float, float, float]:
        """Where a piece can be touched; on a small screen the supply has two pages."""
        supply = self.screen.supply
        for _ in range(2):
            for slot, box in supply._slots:
                if piece in slot.left:
                    return box
            kit.tap(self.screen.steps[1])
            kit.settle()
        raise AssertionError(f"{piece} is nowhere in the supply")

    # --- drawing

    def draw(self, step: Draw) -> None:
        screen = self.screen
        x, y, w, h = screen.row.box_of(step.source)
        point = x + w / 2, y + h / 2
        if self.how == "drag":
            hand = screen.hand if screen.hand.shelf is not None else screen.steps[0]
            kit.drag(point, kit.centre(hand))
        else:
            kit.tap(*point)
            kit.tap(screen.bar.confirm)


def check(app: NeovilleApp) -> None:
    """What is shown is what the engine says, and no hidden hand is anywhere."""
    screen, session = app.screens.current_screen, app.session
    if not isinstance(screen, PlayScreen) or session is None or session.over:
        return
    check_city(screen)
    seen = session.seen
    assert [tile.id for tile in screen.row.shown.tiles] == list(seen.row)
    assert screen.row.shown.pile == seen.pile
    left = {id for row in screen.supply.shown.rows for slot in row.slots for id in slot.left}
    assert left == set(seen.supply)
    if not session.curtain and screen.sight.looking is None:
        assert [tile.id for tile, _ in screen.hand.shown.tiles] == list(seen.hand)
    check_secrets(app)


def check_city(screen: PlayScreen) -> None:
    """The city in the middle is the engine's, tile by tile, piece by piece, badge by badge."""
    session = screen.sight.session
    assert session is not None
    city, shown = session.seen.cities[screen.sight.seat], screen.city
    if screen.sight.draft.action is None and not screen.sight.absent and not screen.sight.missing:
        assert shown.tiles == {laid.cell: (laid.tile.id, laid.rotation) for laid in city.tiles}
        at = {built: square_of(built.cell, built.square) for built in city.pieces}
        assert shown.pieces == {square: built.piece.id for built, square in at.items()}
        assert shown.badges == {at[p.built]: (p.outlook, badge_text(p)) for p in forecast(city).prospects}
    for seat in range(len(session.players)):
        assert screen.cards[seat].picture.city == session.seen.cities[seat] or seat == session.seat


def check_secrets(app: NeovilleApp) -> None:
    """While hands are private, no widget holds a tile of another hand."""
    session = app.session
    if session.options.open_hands:
        return
    hands = session._game.state.hands
    secret = {tile for seat, hand in enumerate(hands) if seat != session.viewer for tile in hand}
    for widget in app.root.walk():
        if isinstance(widget, TileView) and widget.tile is not None:
            assert widget.tile.id not in secret, f"{widget} shows {widget.tile.id}"
        for held in held_tiles(widget):
            assert held not in secret, f"{widget} holds {held}"


def held_tiles(widget: Any) -> Iterator[str]:
    """Tiles in what a widget was told to show."""
    shown = getattr(widget, "shown", None)
    for tiles in (getattr(shown, "tiles", ()),):
        for each in tiles:
            tile = each[0] if isinstance(each, tuple) else each
            if tile is not None:
                yield tile.id
