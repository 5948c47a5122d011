"""The play screen under clumsy hands: every gesture, every refusal, and nothing done that was not meant."""

from __future__ import annotations

import pytest

from app.main import NeovilleApp
from app.screens.play import PlayScreen
from app.session import Options, Session
from app.sight import Sight
from app.style import LIFT
from app.texts import prospect_text, reason_text
from app.widgets.land import square_of
from app.widgets.tile import TileView
from engine import Build, Draw, Game, Phase, Place, Player, Reason, Setup, legal_actions
from engine.ai import choose
from tests.app import kit
from tests.app.fingers import Fingers, check

SIZES = [(1280, 800), (800, 1280), (412, 915), (915, 412), (800, 600)]


def begin(
    app: NeovilleApp, kinds: str = "pp", seed: int = 5, turns: int = 0, open_hands: bool = False, level: str = "easy"
) -> PlayScreen:
    """A game on the table: p is a person, c a computer; some turns are played already."""
    names = ("Ada", "Bo", "Cy", "Di")
    players = tuple(
        Player(name, "human" if kind == "p" else "ai", None if kind == "p" else level)
        for name, kind in zip(names, kinds, strict=False)
    )
    game = Game.new(Setup(players), seed)
    game.setup_extra |= Options(tuple(range(len(players))), open_hands).document()
    table = Session(game, app.store.new_game(game), app.store)
    for turn in range(turns):
        for step in choose(table.think(lambda _: level)[0], "normal", turn).steps:
            table.do(step)
    app.resume(table.id)
    kit.settle()
    kit.cheap_drawing()
    screen = app.screens.current_screen
    assert isinstance(screen, PlayScreen)
    if app.session.curtain:
        kit.tap(screen.curtain.ids.open)
        kit.settle()
    return screen


def first_tile(screen: PlayScreen) -> TileView:
    return next(iter(screen.hand.views.values()))


def free_cell(screen: PlayScreen) -> tuple[float, float]:
    """The middle of a cell where the picked tile may lie."""
    return screen.city.cell_centre(min(screen.sight.draft.cells()[0]))


# --- turning


def test_a_tile_turns_by_tap_buttons_wheel_keys_and_twist_in_the_hand(app: NeovilleApp) -> None:
    screen = begin(app, turns=2)
    tile = first_tile(screen)
    id = tile.tile.id
    kit.tap(tile)
    assert (screen.sight.draft.tile, screen.sight.draft.turns(id)) == (id, 0)
    kit.tap(tile)
    assert screen.sight.draft.turns(id) == 1
    kit.settle()
    kit.tap(screen.bar.slots[2])
    assert screen.sight.draft.turns(id) == 2
    kit.tap(screen.bar.slots[1])
    assert screen.sight.draft.turns(id) == 1
    kit.wheel(*kit.centre(screen.city), up=True)
    assert screen.sight.draft.turns(id) == 2
    kit.wheel(*kit.centre(screen.city), up=False)
    assert screen.sight.draft.turns(id) == 1
    for text, turns in (("r", 2), ("e", 3), ("q", 2)):
        kit.key(ord(text), text)
        assert screen.sight.draft.turns(id) == turns
    kit.twist(*kit.centre(screen.city), 80, clockwise=90)
    assert screen.sight.draft.turns(id) == 3
    kit.twist(*kit.centre(screen.city), 80, clockwise=-170)
    assert screen.sight.draft.turns(id) == 1
    kit.twist(*kit.centre(screen.city), 80, clockwise=30)
    assert screen.sight.draft.turns(id) == 1
    assert screen.sight.session is not None and screen.sight.session.phase is Phase.LAY
    check(app)


def test_a_tile_turns_in_the_air_by_a_second_finger_and_stays_in_the_air(app: NeovilleApp) -> None:
    screen = begin(app, turns=2)
    tile = first_tile(screen)
    finger = kit.Finger(*kit.centre(tile)).drag(*kit.centre(screen.city))
    second = kit.Finger(finger.at[0] + 100, finger.at[1])
    second.drag(finger.at[0], finger.at[1] - 100)
    assert screen.sight.draft.turns(tile.tile.id) == 1
    second.up()
    assert screen.hands.carried is not None
    finger.drag(*kit.centre(screen.hand))
    finger.up()
    kit.settle()
    assert screen.hands.carried is None
    assert screen.sight.draft.cell is None
    assert not screen.air.children


def test_a_tap_on_the_provisional_tile_turns_it_and_a_tap_elsewhere_moves_it(app: NeovilleApp) -> None:
    screen = begin(app, turns=4)
    kit.tap(first_tile(screen))
    kit.settle()
    cells = sorted(screen.sight.draft.cells()[0])
    kit.tap(*screen.city.cell_centre(cells[0]))
    kit.settle()
    assert screen.sight.draft.cell == cells[0]
    kit.tap(*screen.city.cell_centre(cells[0]))
    assert screen.sight.draft.cell == cells[0]
    assert screen.sight.draft.turns(str(screen.sight.draft.tile)) == 1
    kit.tap(*screen.city.cell_centre(cells[-1]))
    assert screen.sight.draft.cell == cells[-1]


# --- dragging


@pytest.mark.parametrize("size", SIZES)
def test_a_dragged_tile_snaps_to_a_legal_cell_and_stays_there_for_a_try(
    app: NeovilleApp, size: tuple[int, int]
) -> None:
    kit.resize(*size)
    screen = begin(app, turns=6)
    tile = first_tile(screen).tile.id
    finger = kit.Finger(*kit.centre(first_tile(screen))).drag(*kit.centre(screen.city))
    assert screen.hands.carried is not None
    assert first_tile(screen).tile.id != tile  # its slot is empty
    cell = min(screen.sight.draft.cells()[0])
    x, y = screen.city.cell_centre(cell)
    third = screen.city.tile_size / 3
    finger.drag(x + third, y - screen.hands.carried.view.height * LIFT, steps=2)
    kit.settle()
    assert screen.sight.draft.cell == cell
    assert screen.city.tiles[cell][0] == tile
    assert app.session.phase is Phase.LAY
    finger.up()
    kit.settle()
    assert screen.sight.draft.ready
    kit.tap(screen.bar.confirm)
    kit.settle()
    assert app.session.phase is Phase.BUILD
    assert app.session.seen.city.tiles[-1].cell == cell
    check(app)


def test_a_tile_dropped_outside_or_on_the_city_goes_back_to_the_hand(app: NeovilleApp) -> None:
    screen = begin(app, turns=6)
    before = app.session.revision
    for place in (screen.notice, screen.row, screen.cards[0]):
        kit.drag(kit.centre(first_tile(screen)), kit.centre(place))
        kit.settle()
        assert screen.sight.draft.cell is None
    laid = app.session.seen.city.tiles[0].cell
    finger = kit.Finger(*kit.centre(first_tile(screen))).drag(*kit.centre(screen.city))
    assert screen.hands.carried is not None
    x, y = screen.city.cell_centre(laid)
    finger.drag(x, y - screen.hands.carried.view.height * LIFT, steps=2)
    kit.settle()
    assert screen.caption.text == reason_text(Reason.OCCUPIED)
    finger.up()
    kit.settle()
    assert screen.sight.draft.cell is None
    assert len(screen.hand.views) == 3
    assert app.session.revision == before
    assert not screen.air.children


def test_a_provisional_tile_dragged_off_the_city_is_taken_back(app: NeovilleApp) -> None:
    screen = begin(app, turns=2)
    kit.tap(first_tile(screen))
    point = free_cell(screen)
    kit.tap(*point)
    kit.settle()
    assert screen.sight.draft.cell is not None
    kit.drag(point, kit.centre(screen.hand))
    kit.settle()
    assert screen.sight.draft.cell is None
    assert len(screen.hand.views) == 3


def test_back_in_mid_drag_puts_the_tile_down_and_the_finger_means_nothing_more(app: NeovilleApp) -> None:
    screen = begin(app, turns=2)
    finger = kit.Finger(*kit.centre(first_tile(screen))).drag(*kit.centre(screen.city))
    kit.key(kit.ESCAPE)
    assert screen.hands.carried is None
    assert app.overlay.panel is None
    finger.drag(*free_cell(screen)).up()
    kit.settle()
    assert screen.sight.draft.cell is None
    assert not screen.air.children


@pytest.mark.parametrize("size", SIZES[1:])
def test_a_window_resized_in_mid_drag_keeps_the_tile_in_the_hand_that_holds_it(
    app: NeovilleApp, size: tuple[int, int]
) -> None:
    screen = begin(app, turns=6)
    finger = kit.Finger(*kit.centre(first_tile(screen))).drag(*kit.centre(screen.city))
    kit.resize(*size)
    kit.settle()
    assert screen.hands.carried is not None
    cell = min(screen.sight.draft.cells()[0])
    x, y = screen.city.cell_centre(cell)
    finger.drag(x, y - screen.hands.carried.view.height * LIFT)
    finger.up()
    kit.settle()
    assert screen.sight.draft.cell == cell
    kit.tap(screen.bar.confirm)
    assert app.session.phase is Phase.BUILD


def test_no_drag_begins_at_the_edge_of_the_window(app: NeovilleApp) -> None:
    kit.resize(412, 915)
    screen = begin(app)
    tile = first_tile(screen)
    kit.drag((10, tile.center_y), kit.centre(screen.city))
    assert screen.hands.carried is None
    assert screen.sight.draft.tile is None


# --- refusals and second thoughts


def test_every_cell_says_why_a_tile_may_not_lie_there(app: NeovilleApp) -> None:
    screen = begin(app, turns=8)
    kit.tap(first_tile(screen))
    kit.settle()
    now, otherwise = screen.sight.draft.cells()
    bare = next(
        square
        for cell in screen.city.tiles
        for k in range(4)
        if (square := square_of(cell, k)) not in screen.city.pieces
    )
    kit.tap(*screen.city.square_centre(bare))
    assert screen.caption.text == reason_text(Reason.OCCUPIED)
    told = set()
    for x in range(-4, 5):
        for y in range(-4, 5):
            point = screen.city.cell_centre((x, y))
            if (x, y) in now | otherwise | set(screen.city.tiles) or not screen.city.collide_point(*point):
                continue
            kit.tap(*point)
            place = screen.sight.draft.placement((x, y))
            assert place is not None
            reason = app.session.why_not(place)
            assert reason is not None
            assert screen.caption.text == reason_text(reason)
            told.add(reason)
    assert told
    assert screen.sight.draft.cell is None


def test_what_glows_is_what_the_engine_allows(app: NeovilleApp) -> None:
    screen = begin(app, turns=9, kinds="pcc")
    for tile in list(screen.hand.views):
        screen.sight.draft.pick(None)
        kit.tap(screen.hand.views[tile])
        kit.settle()
        legal = [action for action in app.session.legal() if isinstance(action, Place) and action.tile == tile]
        turned = screen.sight.draft.turns(tile)
        assert screen.city.scene.glowing == {place.cell for place in legal if place.rotation == turned}
        assert screen.city.scene.faint == {place.cell for place in legal} - screen.city.scene.glowing


def test_a_double_tap_on_keep_does_not_skip_the_building(app: NeovilleApp) -> None:
    screen = begin(app)
    kit.tap(first_tile(screen))
    kit.tap(*free_cell(screen))
    point = kit.centre(screen.bar.confirm)
    for _ in range(3):
        kit.tap(*point)
    kit.settle()
    assert app.session.phase is Phase.BUILD
    assert screen.bar.confirm.disabled


def test_build_nothing_is_never_where_keep_was(app: NeovilleApp) -> None:
    for size in SIZES:
        kit.resize(*size)
        screen = begin(app)
        kit.tap(first_tile(screen))
        kit.tap(*free_cell(screen))
        keep = kit.centre(screen.bar.confirm)
        kit.tap(*keep)
        kit.settle()
        assert not screen.bar.nothing.collide_point(*keep)
        app.leave()


def test_two_fingers_on_two_buttons_do_one_thing_at_a_time(app: NeovilleApp) -> None:
    screen = begin(app)
    Fingers(app).lay(next(step for step in app.session.legal() if isinstance(step, Place)))
    kit.settle()
    one, two = kit.Finger(*kit.centre(screen.bar.nothing)), kit.Finger(*kit.centre(screen.bar.slots[0]))
    one.up()
    two.up()
    kit.settle()
    assert app.session.phase in (Phase.BUILD, Phase.DRAW)
    check(app)


def test_undo_brings_a_tile_back_as_it_lay_and_a_piece_back_as_it_stood(app: NeovilleApp) -> None:
    screen = begin(app, turns=4)
    fingers = Fingers(app)
    place = next(step for step in app.session.legal() if isinstance(step, Place) and step.rotation == 2)
    fingers.do(place)
    build = next(step for step in app.session.legal() if isinstance(step, Build))
    fingers.do(build)
    assert app.session.phase is Phase.DRAW
    kit.tap(screen.bar.slots[0])
    kit.settle()
    assert app.session.phase is Phase.BUILD
    assert screen.sight.draft.action == build
    kit.tap(screen.bar.slots[0])  # puts the piece back
    kit.settle()
    kit.tap(screen.bar.slots[0])
    kit.settle()
    assert app.session.phase is Phase.LAY
    assert screen.sight.draft.action == place
    kit.key(ord("z"), "z", ["ctrl"])
    assert app.session.phase is Phase.LAY


def test_pieces_that_fit_nowhere_say_why_and_those_that_fit_may_be_chosen_first_or_second(app: NeovilleApp) -> None:
    screen = begin(app, turns=10)
    fingers = Fingers(app)
    fingers.do(next(step for step in app.session.legal() if isinstance(step, Place)))
    usable = {build.piece for build in screen.sight.draft.builds()}
    for slot, box in list(screen.supply._slots):
        if not slot.left:
            kit.tap(box[0] + box[2] / 2, box[1] + box[3] / 2)
            assert reason_text(Reason.NOT_IN_SUPPLY) in screen.caption.text
        elif slot.left[0] not in usable:
            kit.tap(box[0] + box[2] / 2, box[1] + box[3] / 2)
            reason = screen.sight.why_not_piece(slot.left[0])
            assert reason is not None
            assert reason_text(reason) in screen.caption.text
            assert screen.sight.draft.piece is None
    build = screen.sight.draft.builds()[0]
    kit.tap(*screen.loupe.square_centre(build.square))
    assert (screen.sight.draft.piece, screen.sight.draft.square) == (None, build.square)
    kit.settle()
    box = fingers.piece_box(build.piece)
    kit.tap(box[0] + box[2] / 2, box[1] + box[3] / 2)
    assert screen.sight.draft.action == build
    kit.settle()
    assert app.session.phase is Phase.BUILD


def test_a_terrain_that_is_only_under_a_mark_is_not_called_missing(app: NeovilleApp) -> None:
    """Found by hand: a tile with earth under a sport facility said that a skyscraper wants its own terrain."""
    told = set()
    for seed in range(12):
        game = Game.new(Setup((Player("Ada"), Player("Bo"))), seed)
        sight = Sight(Session(game, app.store.new_game(game), app.store))
        sight.session.open_curtain()
        sight.session.do(sight.session.legal()[-1])  # a regular tile: the equity tile comes first
        face = sight.seen.city.tiles[-1].face
        bare = {terrain for terrain, mark in zip(face.terrain, face.marks, strict=True) if mark == "-"}
        for terrain in "EFSW":
            reason = sight.why_not_piece(f"skyscraper-{terrain}-4")
            wanted = None if terrain in bare else Reason.ON_A_MARK if terrain in face.terrain else Reason.WRONG_TERRAIN
            assert reason is wanted
            told.add(reason)
    assert told == {None, Reason.ON_A_MARK, Reason.WRONG_TERRAIN}


def test_a_second_tap_on_a_row_tile_does_not_draw_it(app: NeovilleApp) -> None:
    screen = begin(app)
    fingers = Fingers(app)
    fingers.do(next(step for step in app.session.legal() if isinstance(step, Place)))
    kit.tap(screen.bar.nothing)
    kit.settle()
    x, y, w, h = screen.row.box_of(2)
    for _ in range(3):
        kit.tap(x + w / 2, y + h / 2)
    assert app.session.phase is Phase.DRAW
    assert screen.sight.draft.action == Draw(2)
    kit.drag((x + w / 2, y + h / 2), kit.centre(screen.city))
    kit.settle()
    assert app.session.phase is Phase.DRAW


# --- looking around


def test_looking_at_another_city_shows_it_and_nothing_can_be_done_there(app: NeovilleApp) -> None:
    screen = begin(app, kinds="pcc", turns=6)
    kit.tap(screen.cards[2])
    kit.settle()
    assert screen.sight.seat == 2
    check(app)
    before = app.session.revision
    kit.drag(kit.centre(screen.hand), kit.centre(screen.city))
    kit.tap(screen.city)
    assert app.session.revision == before
    assert screen.sight.draft.tile is None
    kit.tap(screen.bar.confirm)
    kit.settle()
    assert screen.sight.seat == 0
    kit.tap(screen.cards[1])
    kit.tap(screen.cards[0])
    kit.settle()
    assert screen.sight.seat == 0
    check(app)


@pytest.mark.parametrize("size", SIZES)
def test_every_tray_can_be_looked_into_and_left_again(app: NeovilleApp, size: tuple[int, int]) -> None:
    kit.resize(*size)
    screen = begin(app, kinds="pc", turns=4)
    for step in screen.steps[1:]:
        kit.tap(step)
        kit.settle()
        check(app)
        kit.tap(screen.bar.confirm)
        kit.settle()
        assert screen.sight.tray is None
        assert screen.hand.shelf is not None


def test_a_tap_on_a_piece_says_what_will_become_of_it(app: NeovilleApp) -> None:
    screen = begin(app, kinds="pc", turns=12)
    assert screen.city.pieces
    for prospect in screen.city.scene.prospects:
        kit.tap(*screen.city.square_centre(square_of(prospect.built.cell, prospect.built.square)))
        assert screen.caption.text == prospect_text(prospect)


# --- passing the tablet


def test_the_curtain_hides_all_hands_and_only_its_button_opens_it(app: NeovilleApp) -> None:
    screen = begin(app, kinds="ppp")
    for step in legal_turn(app):
        app.session.do(step)
    kit.settle()
    assert app.session.curtain
    assert screen.curtain.parent is not None
    assert screen.curtain.name == "Bo"
    check(app)
    assert not screen.hand.shown.tiles
    for point in ((100, 100), (640, 400), kit.centre(screen.hand), kit.centre(screen.bar.confirm)):
        kit.tap(*point) if not screen.curtain.ids.open.collide_point(*point) else None
    assert app.session.curtain
    kit.tap(screen.curtain.ids.open)
    kit.settle()
    assert not app.session.curtain
    assert [tile.id for tile, _ in screen.hand.shown.tiles] == list(app.session._game.state.hands[1])
    check(app)


def legal_turn(app: NeovilleApp) -> tuple[object, ...]:
    return choose(app.session.seen, "easy", 1).steps


def test_there_is_no_curtain_with_open_hands_and_every_hand_can_be_looked_at(app: NeovilleApp) -> None:
    screen = begin(app, kinds="pp", open_hands=True)
    kit.tap(screen.cards[1])
    kit.settle()
    assert [tile.id for tile, _ in screen.hand.shown.tiles] == list(app.session._game.state.hands[1])
    kit.tap(screen.bar.confirm)
    for step in legal_turn(app):
        app.session.do(step)
    kit.settle()
    assert not app.session.curtain
    assert screen.sight.seat == 1


def test_there_is_no_curtain_with_one_person(app: NeovilleApp) -> None:
    begin(app, kinds="pc")
    for step in legal_turn(app):
        app.session.do(step)
    kit.wait(lambda: app.session.by_person)
    assert not app.session.curtain


# --- computers


def test_a_computers_turn_is_seen_step_by_step_and_can_be_skipped(app: NeovilleApp) -> None:
    screen = begin(app, kinds="pcc", turns=3)
    app.theme_cls.moving = True
    for step in legal_turn(app):
        app.session.do(step)
    kit.wait(lambda: bool(screen.air.children))
    assert screen.sight.seat == 1
    assert screen.sight.absent in {laid.cell for laid in app.session.seen.cities[1].tiles}
    assert str(screen.sight.absent) not in map(str, screen.city.tiles)
    kit.tap(screen.bar.confirm)  # skip
    kit.wait(lambda: app.session.by_person, limit=60)
    kit.settle()
    assert not screen.air.children
    check(app)


def test_while_a_computer_plays_every_city_can_be_looked_at(app: NeovilleApp) -> None:
    screen = begin(app, kinds="pcc", turns=3)
    app.theme_cls.moving = True
    for step in legal_turn(app):
        app.session.do(step)
    kit.wait(lambda: bool(screen.air.children))
    kit.tap(screen.cards[0])
    kit.frames(2)
    assert screen.sight.seat == 0
    kit.wait(lambda: app.session.by_person)
    kit.settle()
    check(app)


def test_leaving_in_a_computers_turn_and_coming_back_goes_on(app: NeovilleApp) -> None:
    screen = begin(app, kinds="pc", turns=2)
    app.theme_cls.moving = True
    for step in legal_turn(app):
        app.session.do(step)
    kit.wait(lambda: bool(screen.air.children))
    id, done = app.session.id, len(app.session._game.actions)
    app.leave()
    kit.seconds(2)
    assert app.store.load(id) is not None
    assert app.resume(id)
    assert len(app.session._game.actions) == done
    kit.wait(lambda: app.session.by_person)
    kit.settle()
    check(app)


def test_computers_may_play_alone(app: NeovilleApp) -> None:
    begin(app, kinds="cc")
    kit.wait(lambda: app.session is None or app.session.over)
    kit.settle()
    assert app.screens.current == "results"


# --- the life of the window


def test_an_idle_table_draws_no_frames(app: NeovilleApp) -> None:
    begin(app, kinds="pc", turns=6)
    app.theme_cls.moving = True
    kit.settle()
    drawn = len(kit.flips)
    kit.seconds(10)
    assert len(kit.flips) == drawn


def test_the_view_comes_back_after_a_lost_context(app: NeovilleApp) -> None:
    screen = begin(app, kinds="pc", turns=8)
    before = kit.picture()
    from kivy.graphics.context import get_context

    get_context().reload()
    kit.settle()
    after = kit.picture()
    assert before.tobytes() == after.tobytes()
    check(app)
    assert screen.city.tiles


def test_leaving_and_continuing_finds_the_same_position_in_mid_turn(app: NeovilleApp) -> None:
    begin(app, kinds="pp", turns=5)
    Fingers(app).do(next(step for step in app.session.legal() if isinstance(step, Place)))
    id, state = app.session.id, app.session._game.state
    app.leave()
    kit.settle()
    assert app.resume(id)
    kit.settle()
    assert app.session._game.state == state
    assert app.session.curtain  # a private game resumes behind its curtain


def test_all_that_may_be_done_is_what_the_engine_lists(app: NeovilleApp) -> None:
    begin(app, turns=3)
    assert list(app.session.legal()) == list(legal_actions(app.session._game.state))
