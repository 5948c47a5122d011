"""The game once more, from the record document alone: slow, plain, and sharing no line with the engine.

Cities are dictionaries and sets of coordinates, districts are found by walking, and every question is answered by
looking at everything. What the engine does quickly must come out the same here.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

Square = tuple[int, int]
Cell = tuple[int, int]
Option = tuple[str, Cell, int]  # a tile, where, how turned

OFFSETS = [(0, 0), (1, 0), (1, 1), (0, 1)]  # clockwise from the north-west
SIDES = [(1, 0), (-1, 0), (0, 1), (0, -1)]


@dataclass
class Town:
    """One player's city."""

    cells: list[Cell] = field(default_factory=list)  # in the order of laying
    terrain: dict[Square, str] = field(default_factory=dict)
    marks: dict[Square, str] = field(default_factory=dict)
    pieces: dict[str, Square] = field(default_factory=dict)  # in the order of building

    def district(self, start: Square) -> set[Square]:
        """Walk from square to square, by sides, on the same terrain (R4.4)."""
        found, frontier = {start}, [start]
        while frontier:
            x, y = frontier.pop()
            for dx, dy in SIDES:
                beside = (x + dx, y + dy)
                if beside not in found and self.terrain.get(beside) == self.terrain[start]:
                    found.add(beside)
                    frontier.append(beside)
        return found

    def lay(self, tile: dict[str, str], cell: Cell, rotation: int) -> None:
        self.cells.append(cell)
        for index, (dx, dy) in enumerate(OFFSETS):
            square = (2 * cell[0] + dx, 2 * cell[1] + dy)
            self.terrain[square] = tile["terrain"][(index - rotation) % 4]
            self.marks[square] = tile["marks"][(index - rotation) % 4]


class Table:
    """A whole game, replayed from a record's setup and turns."""

    def __init__(self, record: dict[str, Any]) -> None:
        self.tiles: dict[str, dict[str, str]] = record["components"]["tiles"]
        self.pieces: dict[str, dict[str, Any]] = record["components"]["pieces"]
        setup = deepcopy(record["setup"])
        self.hands: list[list[str]] = setup["hands"]
        self.row: list[str] = setup["row"]
        self.pile: list[str] = setup["pile"]
        self.supply: list[str] = setup["supply"]
        self.towns = [Town() for _ in setup["players"]]

    def lay(self, seat: int, tile: str, cell: Cell, rotation: int) -> None:
        self.hands[seat].remove(tile)
        self.towns[seat].lay(self.tiles[tile], cell, rotation)

    def build(self, seat: int, piece: str, index: int) -> None:
        town = self.towns[seat]
        (x, y), (dx, dy) = town.cells[-1], OFFSETS[index]
        self.supply.remove(piece)
        town.pieces[piece] = (2 * x + dx, 2 * y + dy)

    def draw(self, seat: int, index: int | None) -> None:
        """From the pile or the row, whose gap is filled in its place (R3.2, R3.3)."""
        if index is None:
            self.hands[seat].append(self.pile.pop(0))
            return
        self.hands[seat].append(self.row[index])
        if self.pile:
            self.row[index] = self.pile.pop(0)
        else:
            del self.row[index]

    def towers(self, town: Town) -> list[Square]:
        return [at for id, at in town.pieces.items() if self.pieces[id]["kind"] == "skyscraper"]

    def joins(self, town: Town, option: Option) -> bool:
        """Do two districts, each with a skyscraper, become one (R4.5)?"""
        before = [town.district(at) for at in self.towers(town)]
        after = Town(list(town.cells), dict(town.terrain), dict(town.marks))
        after.lay(self.tiles[option[0]], option[1], option[2])
        for at in {min(district) for district in before}:
            whole = after.district(at)
            if any(own <= whole and at not in own for own in before):
                return True
        return False

    def placements(self, seat: int) -> tuple[list[Option], bool]:
        """All that may be laid, and whether only because nothing else is left (R4.6)."""
        town, fitting = self.towns[seat], list[Option]()
        for tile in sorted(self.hands[seat]):
            for y in range(-4, 5):
                for x in range(-4, 5):
                    if _fits(town, (x, y)):
                        fitting += [(tile, (x, y), rotation) for rotation in range(4)]
        free = [option for option in fitting if not self.joins(town, option)]
        return free or fitting, not free

    def builds(self, seat: int) -> list[tuple[str, int]]:
        """All that may be built on the tile laid last (R5)."""
        town, found = self.towns[seat], list[tuple[str, int]]()
        x, y = town.cells[-1]
        taken = set[Square]().union(*(town.district(at) for at in self.towers(town)))
        for id in self.supply:
            for index, (dx, dy) in enumerate(OFFSETS):
                at = (2 * x + dx, 2 * y + dy)
                tower = self.pieces[id]["kind"] == "skyscraper"
                wrong = tower and (town.terrain[at] != self.pieces[id]["terrain"] or at in taken)
                if town.marks[at] == "-" and not wrong:
                    found.append((id, index))
        return found

    def points(self, town: Town) -> dict[str, int]:
        """What every piece scores in a complete city (R6.1 to R6.5)."""
        left, top = min(x for x, _ in town.cells), min(y for _, y in town.cells)
        points: dict[str, int] = {}
        for id, at in town.pieces.items():
            own, value = self.pieces[id], self.pieces[id]["value"]
            district = town.district(at)
            together = [other for other, where in town.pieces.items() if where in district]
            match own["kind"]:
                case "skyscraper":
                    good = len(district) >= value
                    rivals = [self.pieces[other]["value"] for other in together if self._is(other, "skyscraper")]
                    standing = [rival for rival in rivals if rival <= len(district)]
                    scored = max(standing) if standing else min(rivals)
                    points[id] = 0 if value != scored else value if good else -value
                    continue
                case "biodome":
                    domes = [other for other in together if self._is(other, "biodome")]
                    domes = [other for other in domes if _same_shape(district, self.pieces[other]["shape"])]
                    dearest = max((self.pieces[other]["value"] for other in domes), default=0)
                    first = [other for other in domes if self.pieces[other]["value"] == dearest][:1]
                    good = first == [id]
                case "ecomobile":
                    good = sum(self._counts(town, own["counts"], square) for square in _cross(town, at)) >= own["needs"]
                case _:
                    x, y = at[0] // 2 - left, at[1] // 2 - top
                    good = {
                        "left": x == 0,
                        "right": x == 3,
                        "top": y == 0,
                        "bottom": y == 3,
                        "corner": (x, y) in [(0, 0), (0, 3), (3, 0), (3, 3)],
                        "center": (x, y) in [(1, 1), (1, 2), (2, 1), (2, 2)],
                    }[own["zone"]]
            points[id] = value if good else -value
        return points

    def _is(self, id: str, kind: str) -> bool:
        return bool(self.pieces[id]["kind"] == kind)

    def _counts(self, town: Town, what: str, square: Square) -> bool:
        standing = [id for id, at in town.pieces.items() if at == square]
        return {
            "park": town.marks[square] == "P",
            "sport": town.marks[square] == "A",
            "park_or_sport": town.marks[square] in "PA",
            "skyscraper": any(self._is(id, "skyscraper") for id in standing),
            "utility": any(not self._is(id, "skyscraper") for id in standing),
        }[what]

    def result(self) -> dict[str, Any]:
        """The result section of the record (R6.6, R6.7)."""
        scores: list[dict[str, Any]] = []
        for seat, town in enumerate(self.towns):
            marks = list(town.marks.values())
            own: dict[str, Any] = {"player": seat, "pieces": self.points(town), "built": len(town.pieces)}
            scores.append(own | {"parks": marks.count("P"), "sports": marks.count("A")})
        for own in scores:
            own["park_bonus"] = 5 * (own["parks"] == max(other["parks"] for other in scores))
            own["sport_bonus"] = 5 * (own["sports"] == max(other["sports"] for other in scores))
            own["total"] = sum(own["pieces"].values()) + own["park_bonus"] + own["sport_bonus"]
        most = max(own["total"] for own in scores)
        built = max(own["built"] for own in scores if own["total"] == most)
        winners = [own["player"] for own in scores if own["total"] == most and own["built"] == built]
        return {"scores": scores, "winners": winners}


def _fits(town: Town, cell: Cell) -> bool:
    """May the next tile lie here, whatever it shows (R4.1, R4.3)?"""
    if not town.cells:
        return cell == (0, 0)
    xs, ys = [x for x, _ in [*town.cells, cell]], [y for _, y in [*town.cells, cell]]
    narrow = max(xs) - min(xs) < 4 and max(ys) - min(ys) < 4
    beside = any((cell[0] + dx, cell[1] + dy) in town.cells for dx, dy in SIDES)
    return cell not in town.cells and beside and narrow


def _cross(town: Town, at: Square) -> list[Square]:
    """The squares in the row and in the column of a square, that square left out (R6.3)."""
    return [square for square in town.terrain if square != at and (square[0] == at[0] or square[1] == at[1])]


def _same_shape(district: set[Square], shape: list[list[int]]) -> bool:
    """Is it the same shape after some quarter turns, but not flipped (R6.5)?"""
    turned = [(x, y) for x, y in shape]
    for _ in range(4):
        turned = [(y, -x) for x, y in turned]
        dx = min(x for x, _ in district) - min(x for x, _ in turned)
        dy = min(y for _, y in district) - min(y for _, y in turned)
        if {(x + dx, y + dy) for x, y in turned} == district:
            return True
    return False


def replay(record: dict[str, Any]) -> Iterator[tuple[Table, dict[str, Any]]]:
    """The table before each turn, with that turn; afterwards it is the table after the last one."""
    table = Table(record)
    for turn in record["turns"]:
        yield table, turn
        x, y = turn["cell"]
        table.lay(turn["player"], turn["tile"], (x, y), turn["rotation"])
        if turn["piece"]:
            table.build(turn["player"], turn["piece"]["id"], turn["piece"]["square"])
        if turn["draw"]:
            table.draw(turn["player"], turn["draw"].get("index"))


def result(record: dict[str, Any]) -> dict[str, Any]:
    """The result that a finished record must hold."""
    table = Table(record)
    for table, _ in replay(record):  # noqa: B007  # the last table is the one to score
        pass
    return table.result()
