"""The game record: a game with its history, written to and read from one JSON document.

The engine lays every first tile on cell (0, 0); a record may have it anywhere. `Game.origins` is the difference,
and only this module knows of it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.actions import (
    FINISH,
    ROUNDS,
    ROW_TILES,
    SKIP,
    Action,
    Build,
    Draw,
    Finish,
    IllegalAction,
    Phase,
    Place,
    Skip,
)
from engine.components import EQUITY_TILES, UTILITIES, Box, read_box
from engine.fields import Malformed, array, choice, integer, known, member, obj, parse, shown, text
from engine.grid import REACH, START, Cell
from engine.rules import apply, deal, new_game, skyscrapers
from engine.scoring import standings
from engine.state import DEALT, PLAYERS, TOKENS_OF_A_KIND, Player, Setup, State

FORMAT, VERSION = "neoville-record", 1
FARTHEST = 99  # of a first tile's coordinates
_KEYS = {"format", "version", "components", "setup", "turns", "result"}
_SETUP_KEYS = {"players", "utilities", "supply", "hands", "row", "pile"}


class Game:
    """A game under way: who plays, every action so far and every state it led to."""

    def __init__(self, players: Iterable[Player], start: State) -> None:
        self.players = tuple(players)
        self.states = [start]
        self.actions: list[Action] = []
        self.origins: list[Cell] = [START] * start.seats
        self.extra: dict[str, Any] = {}  # further keys of the record
        self.setup_extra: dict[str, Any] = {}  # and of its setup

    @classmethod
    def new(cls, setup: Setup, seed: int) -> Game:
        """A freshly dealt game."""
        return cls(setup.players, new_game(setup, seed))

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self.states[-1]

    def apply(self, action: Action) -> State:
        """Do an action; IllegalAction says why not."""
        self.states.append(apply(self.state, action))
        self.actions.append(action)
        return self.state

    @property
    def may_undo(self) -> bool:
        """Is a turn under way? Then its steps can be taken back: nothing hidden is revealed before the draw."""
        return self.state.phase not in (Phase.LAY, Phase.OVER)

    def undo(self) -> Action:
        """Take the last action back; whether that is fair, `may_undo` says."""
        self.states.pop()
        return self.actions.pop()

    def record(self) -> dict[str, Any]:
        """The game as a record."""
        start = self.states[0]
        document: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "components": start.box.document(),
            "setup": {
                "players": [_player_document(player) for player in self.players],
                "utilities": list(start.utilities),
                "supply": list(start.supply),
                "hands": [list(hand) for hand in start.hands],
                "row": list(start.row),
                "pile": list(start.pile),
                **self.setup_extra,
            },
            "turns": self.turns(),
        }
        if self.state.phase is Phase.OVER:
            document["result"] = result(self.state)
        return document | self.extra

    def turns(self) -> list[dict[str, Any]]:
        """The turns as a record holds them; the last one may be under way."""
        turns: list[dict[str, Any]] = []
        for state, action in zip(self.states, self.actions, strict=False):
            if state.phase is Phase.LAY:
                turns.append({"player": state.seat})
            turns[-1] |= step_document(action, self.origins[state.seat])
        return turns


def _player_document(player: Player) -> dict[str, Any]:
    level = {} if player.level is None else {"level": player.level}
    return {"name": player.name, "kind": player.kind, **level}


def step_document(action: Action, origin: Cell) -> dict[str, Any]:
    """The keys that an action adds to its turn."""
    match action:
        case Place(tile, (x, y), rotation):
            return {"tile": tile, "cell": [x + origin[0], y + origin[1]], "rotation": rotation}
        case Build(piece, square):
            return {"piece": {"id": piece, "square": square}}
        case Skip():
            return {"piece": None}
        case Draw(None):
            return {"draw": {"from": "pile"}}
        case Draw(index):
            return {"draw": {"from": "row", "index": index}}
        case Finish():
            return {"draw": None}


def result(state: State) -> dict[str, Any]:
    """The result section of a finished game."""
    end = standings(state.cities)
    return {
        "scores": [
            {
                "player": seat,
                "total": sheet.total,
                "pieces": {line.built.piece.id: line.points for line in sheet.lines},
                "parks": sheet.parks,
                "sports": sheet.sports,
                "park_bonus": sheet.park_bonus,
                "sport_bonus": sheet.sport_bonus,
                "built": sheet.built,
            }
            for seat, sheet in enumerate(end.sheets)
        ],
        "winners": list(end.winners),
    }


def read_game(document: object) -> Game:
    """Replay a record; Malformed names the turn (counted from 1) and the reason if it cannot be."""
    fields = obj(document, "record")
    if (format := member(fields, "format", "record")) != FORMAT:
        raise Malformed(f"format must be {FORMAT!r}, not {shown(format)}")
    if (version := member(fields, "version", "record")) != VERSION or type(version) is not int:
        raise Malformed(f"version {shown(version)} is unknown, only {VERSION} is known")
    box = read_box(member(fields, "components", "record"), "components")
    setup = obj(member(fields, "setup", "record"), "setup")
    game = Game(*_read_setup(setup, box))
    game.extra = {key: value for key, value in fields.items() if key not in _KEYS}
    game.setup_extra = {key: value for key, value in setup.items() if key not in _SETUP_KEYS}
    turns = array(member(fields, "turns", "record"), "turns")
    for number, turn in enumerate(turns, 1):
        try:
            _replay(game, obj(turn, "the turn"), last=number == len(turns))
        except (Malformed, IllegalAction) as fault:
            raise Malformed(f"turn {number}: {fault}") from None
    _check_result(game, fields)
    return game


def _read_setup(setup: dict[str, Any], box: Box) -> tuple[list[Player], State]:
    """The seats and the deal, checked against R2."""
    players = [
        _read_player(entry, f"setup: players[{seat}]")
        for seat, entry in enumerate(array(member(setup, "players", "setup"), "setup: players", PLAYERS))
    ]
    seats = len(players)
    kinds = tuple(
        choice(kind, UTILITIES, "setup: utilities")
        for kind in array(member(setup, "utilities", "setup"), "setup: utilities", (2,))
    )
    if kinds[0] == kinds[1]:
        raise Malformed("setup: utilities must be two different kinds")
    hands = tuple(
        _ids(hand, box.tiles, f"setup: hands[{seat}]", (DEALT + 1,))
        for seat, hand in enumerate(array(member(setup, "hands", "setup"), "setup: hands", (seats,)))
    )
    row = _ids(member(setup, "row", "setup"), box.tiles, "setup: row", (ROW_TILES,))
    pile = _ids(member(setup, "pile", "setup"), box.tiles, "setup: pile")
    for seat, hand in enumerate(hands):
        if [id for id in hand if id in EQUITY_TILES] != [EQUITY_TILES[seat]]:
            raise Malformed(f"setup: hands[{seat}] must hold {EQUITY_TILES[seat]} and two regular tiles")
    _check_each_once([id for hand in hands for id in hand if id not in EQUITY_TILES] + [*row, *pile], box)
    supply = _ids(member(setup, "supply", "setup"), box.pieces, "setup: supply")
    _check_supply(supply, kinds, box, seats)
    return players, deal(box, kinds, supply, hands, row, pile)


def _read_player(entry: object, where: str) -> Player:
    fields = obj(entry, where)
    name = text(member(fields, "name", where), f"{where}: name")
    kind = choice(member(fields, "kind", where), ("human", "ai"), f"{where}: kind")
    level = text(fields["level"], f"{where}: level") if "level" in fields else None
    return Player(name, kind, level)


def _ids(value: object, among: Iterable[str], where: str, lengths: Iterable[int] | None = None) -> tuple[str, ...]:
    return tuple(known(id, among, where) for id in array(value, where, lengths))


def _check_each_once(tiles: list[str], box: Box) -> None:
    """Hands, row and pile together hold each regular tile once, and no equity tile besides those in hands."""
    seen: set[str] = set()
    for tile in tiles:
        if tile in EQUITY_TILES:
            raise Malformed(f"setup: {tile} is no regular tile")
        if tile in seen:
            raise Malformed(f"setup: tile {shown(tile)} is dealt twice")
        seen.add(tile)
    if missing := [tile for tile in box.regular if tile not in seen]:
        raise Malformed(f"setup: tile {shown(missing[0])} is not dealt")


def _check_supply(supply: tuple[str, ...], kinds: tuple[str, ...], box: Box, seats: int) -> None:
    """The supply obeys R2.2 and R2.4."""
    if len(set(supply)) < len(supply):
        raise Malformed("setup: supply holds a piece twice")
    if {id for id in supply if box.pieces[id].is_skyscraper} != set(skyscrapers(box, seats)):
        raise Malformed(f"setup: supply does not hold just the skyscrapers for {seats} players")
    for kind in UTILITIES:
        count = sum(box.pieces[id].kind == kind for id in supply)
        if count != (expected := TOKENS_OF_A_KIND[seats] if kind in kinds else 0):
            raise Malformed(f"setup: supply holds {count} of kind {kind} instead of {expected}")


def _replay(game: Game, turn: dict[str, Any], last: bool) -> None:
    """Do the steps of one turn; only the last turn may be under way."""
    state = game.state
    if state.phase is Phase.OVER:
        raise Malformed(f"a game of {state.seats} players has only {ROUNDS * state.seats} turns")
    if (seat := integer(member(turn, "player", ""), 0, state.seats - 1, "player")) != state.seat:
        raise Malformed(f"it is the turn of player {state.seat}, not {seat}")
    game.apply(_read_place(game, turn))
    if "piece" in turn:
        game.apply(_read_build(turn["piece"]))
        if "draw" in turn:
            game.apply(_read_ending(turn["draw"]))
    if game.may_undo and (not last or "draw" in turn):  # it is under way, though it may not be
        raise Malformed("piece is missing" if "piece" not in turn else "draw is missing")


def _read_place(game: Game, turn: dict[str, Any]) -> Place:
    tile = text(member(turn, "tile", ""), "tile")
    x, y = array(member(turn, "cell", ""), "cell", (2,))
    rotation = integer(member(turn, "rotation", ""), 0, 3, "rotation")
    seat, first = game.state.seat, not game.state.city.tiles
    farthest = FARTHEST if first else FARTHEST + REACH + 1
    x, y = integer(x, -farthest, farthest, "cell"), integer(y, -farthest, farthest, "cell")
    if first:
        game.origins[seat] = (x, y)
    return Place(tile, (x - game.origins[seat][0], y - game.origins[seat][1]), rotation)


def _read_build(value: object) -> Build | Skip:
    if value is None:
        return SKIP
    piece = obj(value, "piece")
    return Build(
        text(member(piece, "id", "piece"), "piece: id"),
        integer(member(piece, "square", "piece"), 0, 3, "piece: square"),
    )


def _read_ending(value: object) -> Draw | Finish:
    if value is None:
        return FINISH
    draw = obj(value, "draw")
    if choice(member(draw, "from", "draw"), ("row", "pile"), "draw: from") == "pile":
        return Draw(None)
    return Draw(integer(member(draw, "index", "draw"), 0, ROW_TILES - 1, "draw: index"))


def _check_result(game: Game, fields: dict[str, Any]) -> None:
    """A finished game has a result, which must be right; an unfinished one has none."""
    if game.state.phase is not Phase.OVER:
        if "result" in fields:
            raise Malformed("result: the game is not finished")
        return
    given = obj(member(fields, "result", "record"), "result")
    right = result(game.state)
    scores = array(member(given, "scores", "result"), "result: scores", (game.state.seats,))
    for seat, (row, expected) in enumerate(zip(scores, right["scores"], strict=True)):
        where = f"result: scores[{seat}]"
        for key, value in expected.items():
            _check_equal(member(obj(row, where), key, where), value, f"{where}: {key}")
    _check_equal(member(given, "winners", "result"), right["winners"], "result: winners")


def _check_equal(given: object, right: object, where: str) -> None:
    if _equal(given, right):
        return
    if isinstance(right, dict) and isinstance(given, dict):  # name the piece that differs
        if foreign := [id for id in given if id not in right]:
            raise Malformed(f"{where}: {shown(foreign[0])} was not built")
        id = next(id for id in right if not _equal(given.get(id), right[id]))
        where, given, right = f"{where}: {shown(id)}", given.get(id), right[id]
    raise Malformed(f"{where} is {_listed(given)}, but should be {_listed(right)}")


def _equal(given: object, right: object) -> bool:
    """Equal, and of equal types: 1.0 and true are not 1."""
    if type(given) is not type(right):
        return False
    if isinstance(given, dict) and isinstance(right, dict):
        return given.keys() == right.keys() and all(_equal(given[key], right[key]) for key in right)
    if isinstance(given, list) and isinstance(right, list):
        return len(given) == len(right) and all(map(_equal, given, right))
    return given == right


def _listed(value: object) -> str:
    """A value for an error message, with the few entries of a short list."""
    if isinstance(value, list) and len(value) <= max(PLAYERS):
        return f"[{', '.join(map(shown, value))}]"
    return "missing" if value is None else shown(value)


def split_records(raw: bytes) -> list[tuple[int, bytes]]:
    """The records of a file, each with the number of its line: one a line, or a single one over many lines."""
    lines = [(number, line) for number, line in enumerate(raw.split(b"\n"), 1) if line.strip()]
    if len(lines) < 2:
        return lines or [(1, b"")]
    if not _is_json(lines[0][1]) and (_is_json(raw) or not _looks_like_lines([line for _, line in lines])):
        return [(1, raw)]
    return lines


def _is_json(raw: bytes) -> bool:
    try:
        parse(raw)
    except Malformed:
        return False
    return True


def _looks_like_lines(lines: list[bytes]) -> bool:
    """Is a file that is not JSON as a whole meant as one record a line?"""
    records = [line for line in lines if FORMAT.encode() in line]
    return len(records) > 1 or any(map(_is_json, records))


def read_records(path: Path) -> Iterator[tuple[int, Game | Malformed]]:
    """Every record of a file with the number of its line: a game, or what is wrong with it."""
    for number, raw in split_records(path.read_bytes()):
        try:
            yield number, read_game(parse(raw))
        except Malformed as fault:
            yield number, fault


def dump(document: dict[str, Any]) -> str:
    """A record as one line that can be written as UTF-8."""
    line = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    try:
        line.encode()
    except UnicodeEncodeError:  # half a letter in a key that readers ignore: escaped, it comes back as it was
        return json.dumps(document, separators=(",", ":"))
    return line


def write_records(path: Path, lines: Iterable[str]) -> None:
    """Write one record a line. An existing file is replaced only when all is written: a failure loses nothing."""
    if path.exists() and not path.is_file():  # a terminal or a pipe cannot be replaced
        with path.open("w", encoding="utf-8") as stream:
            stream.writelines(f"{line}\n" for line in lines)
        return
    path = path.resolve()  # what a link leads to is replaced, not the link
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.unfinished")
    try:
        with unfinished.open("w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException as fault:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        if isinstance(fault, OSError):
            fault.filename, fault.filename2 = str(path), None  # the only name that the user knows
        raise
