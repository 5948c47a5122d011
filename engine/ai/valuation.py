"""What a city is worth to its owner after each turn that is possible now.

The worth is a plain sum: of the points that are settled, and of what readings of the city are worth in the learned
tables. A tile changes little of a city, so everything is found once for the city, once for each cell, and once for each
terrain with the squares that a tile adds to it there; valuing one turn is then a matter of adding up.
"""

from __future__ import annotations

from functools import cache, cached_property
from itertools import chain
from typing import NamedTuple

from engine.ai.land import Claim, Holdings, Land, Memory, NewUtility
from engine.ai.tables import DIMENSIONS, Reading, Worth
from engine.city import City, within
from engine.components import TERRAINS, VALUES, Face, Piece
from engine.grid import (
    CELL,
    CORNERS,
    ROW,
    SIDE,
    TILE,
    Mask,
    line,
)
from engine.observation import Observation
from engine.scoring import features

SQUARES = range(len(CORNERS))
OFFSETS = tuple(corner.bit_length() - 1 for corner in CORNERS)
LINES = tuple(line(bit) for bit in range(14 * ROW))
LINE_SQUARES = 14  # in the row and the column of an ecomobile
DESIGNS = DIMENSIONS["SU"][0]
_DESIGNS = {
    ("ecomobile", "park"): 0,
    ("ecomobile", "sport"): 1,
    ("ecomobile", "park_or_sport"): 2,
    ("ecomobile", "utility"): 5,
    ("windmill", "left"): 6,
    ("windmill", "right"): 7,
    ("windmill", "top"): 8,
    ("windmill", "bottom"): 9,
    ("windmill", "corner"): 10,
    ("windmill", "center"): 11,
}


@cache
def design(piece: Piece) -> int:
    """The number of a utility's design in the tables; an unknown one counts as what it resembles most."""
    if piece.kind == "ecomobile" and piece.counts == "skyscraper":
        return 3 if piece.needs <= 3 else 4
    if piece.kind == "biodome":
        straight = len({x for x, _ in piece.shape}) == 1 or len({y for _, y in piece.shape}) == 1
        square = len({x for x, _ in piece.shape}) == len({y for _, y in piece.shape})
        match len(piece.shape):
            case 1 | 2 | 3:
                return 12 if straight else 13
            case 4:
                return 14 if square else 15
            case _:
                return 16 if square else 17
    return _DESIGNS[piece.kind, piece.counts or piece.zone]


BARE = Face("", "", (0, 0, 0, 0), 0, 0)  # no tile at all


class Rivals(NamedTuple):
    """What matters of the other players: their most parks and sport facilities, and whether all play before us."""

    parks: int
    sports: int
    last: bool


def rivals(seen: Observation) -> Rivals:
    """What matters of the other players to the seat that looks."""
    others = [city for seat, city in enumerate(seen.cities) if seat != seen.seat]
    parks = max(city.parks.bit_count() for city in others)
    sports = max(city.sports.bit_count() for city in others)
    return Rivals(parks, sports, seen.seat == len(seen.cities) - 1)


class Option(NamedTuple):
    """What a turn is worth with this piece built on this square (None: nothing built)."""

    worth: float
    piece: Piece | None
    square: int


class Valuation:
    """The worth of every turn in one city, with this supply and so many tiles left afterwards."""

    def __init__(self, city: City, supply: tuple[Piece, ...], rivals: Rivals, worth: Worth, memory: Memory) -> None:
        self.city, self.worth, self.left, self.memory = city, worth, worth.left, memory
        self.covered = city.covered
        self.windmills: list[tuple[int, int, Piece]] = []
        self.ecomobiles: list[tuple[Mask, Piece, int, int]] = []  # line, what it counts there, free squares there
        towers: list[list[tuple[Mask, int]]] = [[], [], [], []]
        domes: list[list[tuple[Mask, Piece]]] = [[], [], [], []]
        for built in city.pieces:
            piece, at = built.piece, built.at
            if piece.kind == "windmill":
                self.windmills.append((*built.cell, piece))
            elif piece.kind == "ecomobile":
                along = LINES[at.bit_length() - 1]
                free = LINE_SQUARES - (self.covered & along).bit_count()
                self.ecomobiles.append((along, piece, (features(city, piece.counts) & along).bit_count(), free))
            else:
                terrain = next(t for t, land in enumerate(city.land) if land & at)
                if piece.is_skyscraper:
                    towers[terrain].append((at, piece.value))
                else:
                    domes[terrain].append((at, piece))
        self._sort_supply(supply)
        dome_offers = tuple(self.offers["biodome"])
        self.terrains = [
            memory.terrain(worth, Holdings(tuple(towers[t]), tuple(domes[t]), tuple(self.tower_offers[t]), dome_offers))
            for t in range(len(TERRAINS))
        ]
        self.parks = city.parks.bit_count() - rivals.parks
        self.sports = city.sports.bit_count() - rivals.sports
        self.last = int(rivals.last)
        self._cells: dict[int | None, _Cell] = {}

    def _sort_supply(self, supply: tuple[Piece, ...]) -> None:
        """The offers, one piece of each design, and what it is worth that they are there."""
        self.tower_offers: list[list[Piece]] = [[], [], [], []]
        self.offers: dict[str, list[Piece]] = {"ecomobile": [], "windmill": [], "biodome": []}
        self.heights, self.designs, seen = [0] * len(VALUES), [0] * DESIGNS, set()
        for piece in supply:
            if piece.is_skyscraper:
                self.heights[VALUES.index(piece.value)] += 1
                self.tower_offers[TERRAINS.index(piece.terrain)].append(piece)
            else:
                self.designs[design(piece)] += 1
                if (alike := (piece.value, piece.counts, piece.needs, piece.zone, piece.shape)) not in seen:
                    seen.add(alike)
                    self.offers[piece.kind].append(piece)
        counts: list[Reading] = [("SS", index, count) for index, count in enumerate(self.heights)]
        counts += [("SU", index, min(count, 2)) for index, count in enumerate(self.designs) if count]
        self.in_supply = sum(self.worth[count] for count in counts) if self.left else 0.0

    @cached_property
    def taken(self) -> dict[str, float]:
        """What a piece's leaving the supply changes, by its id."""
        offered = chain(*self.tower_offers, *self.offers.values())
        return {piece.id: self._change(piece) if self.left else 0.0 for piece in offered}

    def _change(self, piece: Piece) -> float:
        if piece.is_skyscraper:
            index = VALUES.index(piece.value)
            count = self.heights[index]
            return self.worth["SS", index, count - 1] - self.worth["SS", index, count]
        index = design(piece)
        count = self.designs[index]
        less = self.worth["SU", index, min(count - 1, 2)] if count > 1 else 0.0
        return less - self.worth["SU", index, min(count, 2)]

    def options(self, face: Face, bit: int) -> list[Option]:
        """The worth of laying a tile so on a cell: first with nothing built on it, then with each possible piece."""
        turn = _Turn(self, face, bit)
        found = [Option(turn.plain, None, 0)]
        for square in SQUARES:
            if face.marks[square] == "-":
                claim = turn.claim(square)
                for gain, missing, piece in claim.towers:
                    worth = turn.with_tower(square, gain + self.taken[piece.id], missing)
                    found.append(Option(worth, piece, square))
                base = turn.with_utility(square)
                for gain, piece in (*claim.biodomes, *turn.cell.new_windmills, *turn.cell.new_ecomobiles(face, square)):
                    found.append(Option(base + gain + self.taken[piece.id], piece, square))
        return found

    def best(self, face: Face, bit: int) -> float:
        """The worth of the best of these options; the same, but quicker."""
        turn = _Turn(self, face, bit)
        best, asked, taken = turn.plain, None, self.taken
        for square in SQUARES:
            if face.marks[square] != "-":
                continue
            claim = turn.claim(square)
            if claim is not asked or turn.by_tower:
                asked = claim
                for gain, missing, piece in claim.towers:
                    if (worth := turn.with_tower(square, gain + taken[piece.id], missing)) > best:
                        best = worth
            most = turn.cell.best_windmill
            for gain, piece in claim.biodomes:
                if (gain := gain + taken[piece.id]) > most:
                    most = gain
            for gain, piece in turn.cell.new_ecomobiles(face, square):
                if (gain := gain + taken[piece.id]) > most:
                    most = gain
            if (worth := turn.with_utility(square) + most) > best:
                best = worth
        return best

    def present(self) -> float:
        """The worth of the city as it stands; nothing else can be asked afterwards."""
        worth = _Turn(self, BARE, None).plain
        self.close()
        return worth

    def close(self) -> None:
        """Done with it: let go of what was found, so that its memory is free at once, without garbage collection."""
        self._cells.clear()

    def cell(self, bit: int | None) -> _Cell:
        """What is known of a cell."""
        cell = self._cells.get(bit)
        if cell is None:
            cell = self._cells[bit] = _Cell(self, bit)
        return cell

    def ecomobile(self, piece: Piece, has: int, free: int) -> float:
        """What an ecomobile is worth with so many in its line, and so many squares of it free (R6.3)."""
        missing = piece.needs - has
        if missing <= 0:
            return piece.value
        if free < missing or (piece.counts in ("skyscraper", "utility") and missing > self.left):
            return -piece.value
        return self.worth["E", piece.value, design(piece), missing, free]


def _new_features(face: Face, bit: int, along: Mask, counts: str) -> int:
    """How many of what an ecomobile counts a tile brings into its line."""
    found = 0
    if counts in ("park", "park_or_sport"):
        found += (face.parks << bit & along).bit_count()
    if counts in ("sport", "park_or_sport"):
        found += (face.sports << bit & along).bit_count()
    return found


class _Turn:
    """A tile laid so on a cell, before anything is built on it."""

    __slots__ = (
        "_fixed",
        "_lands",
        "_missing",
        "_terrain",
        "_worth",
        "bit",
        "by_tower",
        "by_utility",
        "cell",
        "plain",
    )

    def __init__(self, valuation: Valuation, face: Face, bit: int | None) -> None:
        self._terrain, self._worth = face.terrain, valuation.worth
        self.cell = cell = valuation.cell(bit)
        self.bit = cell.bit
        fixed, missing = cell.worth + valuation.in_supply, 0
        fixed += self._worth["PM", valuation.last, valuation.parks + face.parks.bit_count()]
        fixed += self._worth["PM", valuation.last, valuation.sports + face.sports.bit_count()]
        self._lands = [cell.land(terrain, new) for terrain, new in enumerate(face.land)]
        for land in self._lands:
            fixed += land.worth
            missing += land.missing
        # Lines of ecomobiles in which one more skyscraper or utility is worth something.
        self.by_tower: list[tuple[Mask, float]] = []
        self.by_utility: list[tuple[Mask, float]] = []
        for along, piece, has, free in valuation.ecomobiles:
            if cell.squares & along:
                free -= (cell.squares & along).bit_count()
                has += _new_features(face, cell.bit, along, piece.counts)
            now = valuation.ecomobile(piece, has, free)
            fixed += now
            if has < piece.needs and piece.counts in ("skyscraper", "utility"):
                gain = valuation.ecomobile(piece, has + 1, free) - now
                (self.by_tower if piece.counts == "skyscraper" else self.by_utility).append((along, gain))
        self._fixed, self._missing = fixed, missing
        self.plain = fixed + self._worth["X", missing] if valuation.left else fixed

    def claim(self, square: int) -> Claim:
        """What could be built on the district of a square."""
        return self._lands[TERRAINS.index(self._terrain[square])].claim(CORNERS[square] << self.bit)

    def with_tower(self, square: int, gain: float, missing: int) -> float:
        """The worth with a skyscraper that adds so much by itself, and so many missing squares."""
        worth = self._fixed + gain
        if self.cell.valuation.left:
            worth += self._worth["X", self._missing + missing]
        return worth + self._along(self.by_tower, square) if self.by_tower else worth

    def with_utility(self, square: int) -> float:
        """The worth with a utility there, but for what it adds by itself."""
        return self.plain + self._along(self.by_utility, square) if self.by_utility else self.plain

    def _along(self, lines: list[tuple[Mask, float]], square: int) -> float:
        at = CORNERS[square] << self.bit
        return sum(gain for along, gain in lines if along & at)


class _Cell:
    """All that is the same for every tile on one cell; without a cell, for the city as it stands."""

    def __init__(self, valuation: Valuation, bit: int | None) -> None:
        self.valuation, city = valuation, valuation.city
        self.bit, self.squares = (0, 0) if bit is None else (bit, TILE << bit)
        x, y = (city.left, city.top) if bit is None else CELL[bit]
        self.left, self.right = min(x, city.left), max(x, city.right)
        self.top, self.bottom = min(y, city.top), max(y, city.bottom)
        self.free = within(self.left, self.top, self.right, self.bottom) & ~(valuation.covered | self.squares)
        self.worth: float = sum(self.windmill(piece, *where) for *where, piece in valuation.windmills)
        if valuation.left:
            self.worth += valuation.worth["F", self.right - self.left, self.bottom - self.top]
        offers = [] if bit is None else valuation.offers["windmill"]
        self.new_windmills = [NewUtility(self.windmill(piece, x, y), piece) for piece in offers]
        taken = valuation.taken if offers else {}
        self.best_windmill = max((gain + taken[piece.id] for gain, piece in self.new_windmills), default=NOTHING)
        self._lands: dict[tuple[int, Mask], Land] = {}
        self._lines: dict[int, tuple[int, ...]] = {}

    def land(self, terrain: int, new: Mask) -> Land:
        """The land of one terrain, with these squares of a tile on this cell added."""
        land = self._lands.get((terrain, new))
        if land is None:
            valuation = self.valuation
            squares = valuation.city.land[terrain] | new << self.bit
            land = valuation.memory.land(valuation.terrains[terrain], squares, self.free)
            self._lands[terrain, new] = land
        return land

    def windmill(self, piece: Piece, x: int, y: int) -> float:
        """What a windmill is worth on a tile there, in the city as wide and high as it is now (R6.4)."""
        value, zone, left = piece.value, piece.zone, self.valuation.left
        width, height = self.right - self.left + 1, self.bottom - self.top + 1
        from_left, from_top = x - self.left, y - self.top
        if zone in ("left", "right", "top", "bottom"):
            span = width if zone in ("left", "right") else height
            distance = {
                "left": from_left,
                "right": self.right - x,
                "top": from_top,
                "bottom": self.bottom - y,
            }[zone]
            if distance or (not left and span < SIDE):
                return -value
            return value if span == SIDE else self.valuation.worth["M", value, 0, span, 0]
        across, down = _place(width, from_left), _place(height, from_top)
        if zone == "corner":
            if across in INSIDE or down in INSIDE:
                return -value
            return value if across == down == EDGE else self.valuation.worth["M", value, 1, across, down]
        if EDGE in (across, down):
            return -value
        if across in INSIDE and down in INSIDE:
            return value
        return self.valuation.worth["M", value, 2, across, down]

    def new_ecomobiles(self, face: Face, square: int) -> list[NewUtility]:
        """What each ecomobile of the supply is worth on a square of a tile on this cell."""
        valuation = self.valuation
        if not valuation.offers["ecomobile"]:
            return []
        at = self.bit + OFFSETS[square]
        known = self._lines.get(square)
        if known is None:
            along, city = LINES[at], valuation.city
            known = self._lines[square] = (
                (city.parks & along).bit_count(),
                (city.sports & along).bit_count(),
                (city.towers & along).bit_count(),
                (city.utilities & along).bit_count(),
                LINE_SQUARES - ((valuation.covered | self.squares) & along).bit_count(),
            )
        parks, sports, towers, utilities, free = known
        beside = LINES[OFFSETS[square]] & TILE
        parks += (face.parks & beside).bit_count()
        sports += (face.sports & beside).bit_count()
        has = {
            "park": parks,
            "sport": sports,
            "park_or_sport": parks + sports,
            "skyscraper": towers,
            "utility": utilities,
        }
        return [
            NewUtility(valuation.ecomobile(piece, has[piece.counts], free), piece)
            for piece in valuation.offers["ecomobile"]
        ]


NOTHING = float("-inf")
EDGE, INSIDE = 4, (3, 5)  # places that are certain: at the edge of a full span; not at an edge of the final city


def _place(span: int, distance: int) -> int:
    """Where a tile is along a span: 0, 1 open; 2 at an end, 3 inside of three; 4 at an end, 5 inside of four."""
    return span - 1 if span <= 2 else 2 * (span - 2) + min(distance, span - 1 - distance)
