"""A second reader of records, to judge the first: plain sets and dicts, slow, and nothing imported from the engine.

`verdict` replays a record from its JSON document alone, as the format and the rules say, and tells the place of the
first fault: ACCEPTED, or the number of the turn (from 1), or OUTSIDE for anything that is not in a turn.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

Square = tuple[int, int]
Cell = tuple[int, int]
Land = frozenset[Square]

ACCEPTED, OUTSIDE = -1, 0
OFFSETS = ((0, 0), (1, 0), (1, 1), (0, 1))  # NW, NE, SE, SW: clockwise
UTILITIES = {"ecomobile", "windmill", "biodome"}
TOKENS = {2: 5, 3: 6, 4: 7}
LEFT_OUT: dict[int, set[int]] = {2: {5, 7}, 3: {7}, 4: set()}


class RefusedError(Exception):
    """What the judge does not accept, and where."""

    def __init__(self, why: str, turn: int = OUTSIDE) -> None:
        super().__init__(why)
        self.turn = turn


def demand(condition: bool, why: str) -> None:
    if not condition:
        raise RefusedError(why)


def is_int(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def is_text(value: object) -> bool:
    return isinstance(value, str) and not any(0xD800 <= ord(letter) < 0xE000 for letter in value)


def parse(raw: bytes) -> Any:
    """Strict JSON in UTF-8, perhaps after a byte order mark."""

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        demand(len({key for key, _ in found}) == len(found), "a key twice")
        return dict(found)

    def constant(name: str) -> Any:
        raise RefusedError(name)

    def decimal(digits: str) -> float:
        demand(abs(float(digits)) != float("inf"), "too large")
        return float(digits)

    try:
        text = raw.decode("utf-8").removeprefix("\ufeff")
        return json.loads(text, object_pairs_hook=pairs, parse_constant=constant, parse_float=decimal)
    except ValueError as fault:
        raise RefusedError(str(fault)) from None


def verdict_on_bytes(raw: bytes) -> int:
    try:
        document = parse(raw)
    except RefusedError:
        return OUTSIDE
    return verdict(document)


def verdict(document: object) -> int:
    """Where the record is wrong: ACCEPTED, OUTSIDE or the number of a turn."""
    try:
        table = Table(document)
        table.play()
        table.check_result()
    except RefusedError as fault:
        return fault.turn
    return ACCEPTED


def right_result(document: object) -> dict[str, Any] | None:
    """The result that a record should have; None if it is refused for another reason, or unfinished."""
    try:
        table = Table(document)
        table.play()
    except RefusedError:
        return None
    return table.result() if table.over else None


def connected(squares: set[Square]) -> list[Land]:
    """The parts of a set of squares that hang together by sides."""
    rest, parts = set(squares), []
    while rest:
        part, edge = set[Square](), [rest.pop()]
        while edge:
            x, y = edge.pop()
            part.add((x, y))
            beside = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & rest
            rest -= beside
            edge += beside
        parts.append(frozenset(part))
    return parts


def shifted(squares: Land) -> Land:
    left, top = min(x for x, _ in squares), min(y for _, y in squares)
    return frozenset((x - left, y - top) for x, y in squares)


def same_shape(district: Land, shape: list[list[int]]) -> bool:
    """Equal after some rotation; mirror images are not (R6.5)."""
    turned = frozenset((x, y) for x, y in shape)
    for _ in range(4):
        if shifted(turned) == shifted(district):
            return True
        turned = frozenset((-y, x) for x, y in turned)
    return False


class City:
    """One player's city."""

    def __init__(self) -> None:
        self.cells: set[Cell] = set()
        self.terrain: dict[Square, str] = {}
        self.marks: dict[Square, str] = {}
        self.pieces: dict[str, Square] = {}  # in the order they were built
        self.towers: set[Square] = set()

    def squares(self, cell: Cell) -> list[Square]:
        return [(2 * cell[0] + dx, 2 * cell[1] + dy) for dx, dy in OFFSETS]

    def districts(self, terrain: str) -> list[Land]:
        return connected({square for square, found in self.terrain.items() if found == terrain})

    def district(self, square: Square) -> Land:
        return next(part for part in self.districts(self.terrain[square]) if square in part)

    def fits(self, cell: Cell) -> bool:
        """R4.1 and R4.3."""
        if not self.cells:
            return True
        x, y = cell
        beside = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
        columns = {x} | {column for column, _ in self.cells}
        rows = {y} | {row for _, row in self.cells}
        small = max(columns) - min(columns) < 4 and max(rows) - min(rows) < 4
        return cell not in self.cells and bool(beside & self.cells) and small

    def joins(self, cell: Cell, terrain: str) -> bool:
        """R4.5: does a district of the city with this tile swallow two that each hold a skyscraper?"""
        held = [part for kind in set(terrain) for part in self.districts(kind) if part & self.towers]
        if len(held) < 2:
            return False
        with_tile = City()
        with_tile.terrain = self.terrain | dict(zip(self.squares(cell), terrain, strict=True))
        after = [part for kind in set(terrain) for part in with_tile.districts(kind)]
        return any(sum(old <= new for old in held) > 1 for new in after)

    def lay(self, cell: Cell, terrain: str, marks: str) -> None:
        self.cells.add(cell)
        self.terrain |= zip(self.squares(cell), terrain, strict=True)
        self.marks |= zip(self.squares(cell), marks, strict=True)

    def count(self, mark: str) -> int:
        return sum(found == mark for found in self.marks.values())

    def points(self, pieces: dict[str, Any]) -> dict[str, int]:
        """R6.1 to R6.5."""
        points: dict[str, int] = {}
        groups: dict[tuple[str, Land], list[str]] = {}
        for id, square in self.pieces.items():
            piece = pieces[id]
            match piece["kind"]:
                case "ecomobile":
                    enough = self.looked_for(square, piece["counts"], pieces) >= piece["needs"]
                    points[id] = piece["value"] if enough else -piece["value"]
                case "windmill":
                    points[id] = piece["value"] if self.in_zone(square, piece["zone"]) else -piece["value"]
                case kind:
                    groups.setdefault((kind, self.district(square)), []).append(id)
        for (kind, district), ids in groups.items():
            if kind == "skyscraper":
                worth = {id: pieces[id]["value"] * (1 if len(district) >= pieces[id]["value"] else -1) for id in ids}
                best = max(worth.values())
                scored = next(id for id in ids if worth[id] == best)
                points |= {id: best if id == scored else 0 for id in ids}
            else:
                fitting = [id for id in ids if same_shape(district, pieces[id]["shape"])]
                top = max((pieces[id]["value"] for id in fitting), default=0)
                matched = next((id for id in fitting if pieces[id]["value"] == top), None)
                points |= {id: pieces[id]["value"] * (1 if id == matched else -1) for id in ids}
        return points

    def looked_for(self, own: Square, what: str, pieces: dict[str, Any]) -> int:
        line = [at for at in self.terrain if (at[0] == own[0]) != (at[1] == own[1])]
        if what in ("park", "sport", "park_or_sport"):
            letters = {"park": "P", "sport": "A", "park_or_sport": "PA"}[what]
            return sum(self.marks[at] in letters for at in line)
        towers = what == "skyscraper"
        built = [at for id, at in self.pieces.items() if (pieces[id]["kind"] == "skyscraper") == towers]
        return sum(at in line for at in built)

    def in_zone(self, square: Square, zone: str) -> bool:
        x = square[0] // 2 - min(x for x, _ in self.cells)
        y = square[1] // 2 - min(y for _, y in self.cells)
        return {
            "left": x == 0,
            "right": x == 3,
            "top": y == 0,
            "bottom": y == 3,
            "corner": x in (0, 3) and y in (0, 3),
            "center": x in (1, 2) and y in (1, 2),
        }[zone]


class Table:
    """A game that is replayed."""

    def __init__(self, document: object) -> None:
        if not isinstance(document, dict):
            raise RefusedError("no object")
        self.document: dict[str, Any] = document
        demand(document.get("format") == "neoville-record", "format")
        demand(is_int(document.get("version"), 1, 1), "version")
        self.read_box(document.get("components"))
        self.read_setup(document.get("setup"))
        demand(isinstance(document.get("turns"), list), "turns")
        self.over = False

    def read_box(self, box: Any) -> None:
        demand(isinstance(box, dict), "components")
        self.tiles: Any = box.get("tiles")
        self.pieces: Any = box.get("pieces")
        demand(isinstance(self.tiles, dict) and isinstance(self.pieces, dict), "tiles or pieces")
        for id, tile in self.tiles.items():
            demand(is_text(id) and isinstance(tile, dict), "a tile")
            for key, letters in (("terrain", "EFSW"), ("marks", "-PA")):
                word = tile.get(key)
                demand(isinstance(word, str) and len(word) == 4 and all(letter in letters for letter in word), key)
        for id, piece in self.pieces.items():
            demand(is_text(id) and isinstance(piece, dict), "a piece")
            check_piece(piece)
        equity = {f"equity{number}" for number in range(1, 5)}
        demand(equity <= self.tiles.keys() and len(self.tiles) == 78, "78 tiles")
        towers = Counter((p["terrain"], p["value"]) for p in self.pieces.values() if p["kind"] == "skyscraper")
        values = (4, 5, 6, 7, 8, 10, 12)
        demand(towers == Counter((terrain, value) for terrain in "EFSW" for value in values), "28 skyscrapers")
        kinds = Counter(p["kind"] for p in self.pieces.values())
        demand(all(kinds[kind] == 12 for kind in UTILITIES), "12 of each kind")
        self.regular = self.tiles.keys() - equity

    def read_setup(self, setup: Any) -> None:
        demand(isinstance(setup, dict), "setup")
        players: Any = setup.get("players")
        utilities: Any = setup.get("utilities")
        demand(isinstance(players, list) and len(players) in (2, 3, 4), "players")
        for player in players:
            demand(isinstance(player, dict) and is_text(player.get("name")), "a name")
            demand(player.get("kind") in ("human", "ai"), "a kind")
            demand("level" not in player or is_text(player["level"]), "a level")
        self.seats = len(players)
        demand(isinstance(utilities, list) and len(utilities) == 2, "utilities")
        demand(all(isinstance(kind, str) for kind in utilities), "utilities")
        demand(len(set(utilities)) == 2 and set(utilities) <= UTILITIES, "utilities")
        self.deal(setup.get("hands"), setup.get("row"), setup.get("pile"))
        self.read_supply(setup.get("supply"), utilities)

    def deal(self, hands: Any, row: Any, pile: Any) -> None:
        lists: list[Any] = [*hands, row, pile] if isinstance(hands, list) else [None]
        demand(all(isinstance(tiles, list) for tiles in lists), "hands, row or pile")
        demand(all(isinstance(tile, str) for tiles in lists for tile in tiles), "a tile's id")
        demand(len(hands) == self.seats and len(row) == 4, "hands or row")
        for seat, hand in enumerate(hands):
            demand(len(hand) == 3 and f"equity{seat + 1}" in hand, "a hand")
        dealt = Counter(tile for tiles in lists for tile in tiles)
        demand(dealt == Counter([*self.regular, *(f"equity{seat + 1}" for seat in range(self.seats))]), "the deal")
        self.hands, self.row, self.pile = [set(hand) for hand in hands], list(row), list(pile)

    def read_supply(self, supply: Any, utilities: list[str]) -> None:
        demand(isinstance(supply, list) and all(isinstance(id, str) for id in supply), "supply")
        demand(len(set(supply)) == len(supply) and set(supply) <= self.pieces.keys(), "supply")
        kinds = Counter(self.pieces[id]["kind"] for id in supply)
        for kind in UTILITIES:
            demand(kinds[kind] == (TOKENS[self.seats] if kind in utilities else 0), "R2.4")
        for id, piece in self.pieces.items():
            if piece["kind"] == "skyscraper":
                demand((id in supply) == (piece["value"] not in LEFT_OUT[self.seats]), "R2.2")
        self.supply = set(supply)
        self.cities = [City() for _ in range(self.seats)]

    def play(self) -> None:
        turns = self.document["turns"]
        for number, turn in enumerate(turns, 1):
            try:
                self.take(number, turn, last=number == len(turns))
            except RefusedError as fault:
                raise RefusedError(str(fault), number) from None

    def take(self, number: int, turn: Any, last: bool) -> None:
        demand(number <= 16 * self.seats, "a turn too many")
        demand(isinstance(turn, dict), "no object")
        seat, last_round = (number - 1) % self.seats, number > 15 * self.seats
        demand(is_int(turn.get("player"), seat, seat), "the wrong player")
        city, hand = self.cities[seat], self.hands[seat]
        cell = self.lay(city, hand, turn)
        if "piece" not in turn:
            demand(last and "draw" not in turn, "no piece")
            return
        self.build(city, cell, turn["piece"])
        if "draw" not in turn:
            demand(last, "no draw")
            return
        if last_round:
            demand(turn["draw"] is None, "R3.4")
        else:
            self.draw(hand, turn["draw"])
        self.over = number == 16 * self.seats

    def lay(self, city: City, hand: set[str], turn: dict[str, Any]) -> Cell:
        tile: Any = turn.get("tile")
        cell: Any = turn.get("cell")
        turns: Any = turn.get("rotation")
        demand(isinstance(tile, str) and tile in hand, "not in hand")
        demand(isinstance(cell, list) and len(cell) == 2, "cell")
        far = 10**9 if city.cells else 99
        demand(is_int(cell[0], -far, far) and is_int(cell[1], -far, far), "coordinates")
        demand(is_int(turns, 0, 3), "rotation")
        at = (cell[0], cell[1])
        demand(city.fits(at), "R4.1 or R4.3")
        terrain, marks = self.turned(tile, turns)
        if city.joins(at, terrain):
            demand(not self.has_another_option(city, hand), "R4.5")
        hand.remove(tile)
        city.lay(at, terrain, marks)
        return at

    def turned(self, tile: str, turns: int) -> tuple[str, str]:
        terrain, marks = self.tiles[tile]["terrain"], self.tiles[tile]["marks"]
        for _ in range(turns):  # what was south-west is now north-west
            terrain, marks = terrain[3] + terrain[:3], marks[3] + marks[:3]
        return terrain, marks

    def has_another_option(self, city: City, hand: set[str]) -> bool:
        """R4.6."""
        near = [(x + dx, y + dy) for x, y in city.cells for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        cells = {cell for cell in near if city.fits(cell)}
        faces = {self.turned(tile, turns)[0] for tile in hand for turns in range(4)}
        return any(not city.joins(cell, face) for cell in cells for face in faces)

    def build(self, city: City, cell: Cell, built: Any) -> None:
        if built is None:
            return
        demand(isinstance(built, dict), "piece")
        id, corner = built.get("id"), built.get("square")
        demand(isinstance(id, str) and id in self.supply, "not in supply")
        demand(is_int(corner, 0, 3), "square")
        square, piece = city.squares(cell)[corner], self.pieces[id]
        demand(city.marks[square] == "-", "R5.1")
        if piece["kind"] == "skyscraper":
            demand(city.terrain[square] == piece["terrain"], "R5.2")
            demand(not city.district(square) & city.towers, "R5.2")
            city.towers.add(square)
        self.supply.remove(id)
        city.pieces[id] = square

    def draw(self, hand: set[str], draw: Any) -> None:
        demand(isinstance(draw, dict) and draw.get("from") in ("row", "pile"), "draw")
        if draw["from"] == "pile":
            demand(bool(self.pile), "no pile")
            hand.add(self.pile.pop(0))
            return
        index = draw.get("index")
        demand(is_int(index, 0, len(self.row) - 1), "index")
        hand.add(self.row.pop(index))
        if self.pile:
            self.row.insert(index, self.pile.pop(0))

    def result(self) -> dict[str, Any]:
        most = {mark: max(city.count(mark) for city in self.cities) for mark in "PA"}
        scores = []
        for seat, city in enumerate(self.cities):
            points = city.points(self.pieces)
            parks, sports = city.count("P"), city.count("A")
            bonuses = 5 * (parks == most["P"]), 5 * (sports == most["A"])
            scores.append(
                {
                    "player": seat,
                    "total": sum(points.values()) + sum(bonuses),
                    "pieces": points,
                    "parks": parks,
                    "sports": sports,
                    "park_bonus": bonuses[0],
                    "sport_bonus": bonuses[1],
                    "built": len(points),
                }
            )
        best = max((score["total"], score["built"]) for score in scores)
        winners = [score["player"] for score in scores if (score["total"], score["built"]) == best]
        return {"scores": scores, "winners": winners}

    def check_result(self) -> None:
        demand(("result" in self.document) == self.over, "a result, though unfinished, or none, though finished")
        if not self.over:
            return
        given, right = self.document["result"], self.result()
        demand(isinstance(given, dict) and isinstance(given.get("scores"), list), "result")
        demand(len(given["scores"]) == self.seats, "scores")
        for row, expected in zip(given["scores"], right["scores"], strict=True):
            demand(isinstance(row, dict), "a score")
            demand(all(key in row and exact(row[key], expected[key]) for key in expected), "a wrong score")
        demand(exact(given.get("winners"), right["winners"]), "winners")


def exact(given: object, right: object) -> bool:
    """Equal as JSON: 1, 1.0 and true are three values; the order of keys does not matter."""
    return json.dumps(given, sort_keys=True) == json.dumps(right, sort_keys=True)


def check_piece(piece: dict[str, Any]) -> None:
    """Numbers are from 1 to 99; a shape is connected and fits into a city: the engine's own rulings for a box."""
    demand(is_int(piece.get("value"), 1, 99), "value")
    match piece.get("kind"):
        case "skyscraper":
            demand(piece.get("terrain") in ("E", "F", "S", "W"), "terrain")
        case "ecomobile":
            counts = ("park", "sport", "park_or_sport", "skyscraper", "utility")
            demand(piece.get("counts") in counts and is_int(piece.get("needs"), 1, 99), "counts")
        case "windmill":
            demand(piece.get("zone") in ("left", "right", "top", "bottom", "corner", "center"), "zone")
        case "biodome":
            check_shape(piece.get("shape"))
        case _:
            raise RefusedError("kind")


def check_shape(shape: Any) -> None:
    demand(isinstance(shape, list) and bool(shape), "shape")
    for square in shape:
        demand(isinstance(square, list) and len(square) == 2, "shape")
        demand(all(is_int(number, -99, 99) for number in square), "shape")
    squares = {(x, y) for x, y in shape}
    demand(len(squares) == len(shape) and len(connected(squares)) == 1, "shape")
    demand(all(max(line) - min(line) < 8 for line in zip(*squares, strict=True)), "shape")
