"""What a city is worth to its owner after each turn that is possible now.

The worth is a plain sum: of the points that are settled, and of what readings of the city are worth in the learned
tables. A tile changes little of a city, so everything is found once for the city, once for each cell, and once for each
terrain with the squares that a tile adds to it there; valuing one turn is then a matter of adding up.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

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
    bits,
    cells,
    district,
    districts,
    line,
    neighbours,
    to_corner,
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


class _District(NamedTuple):
    squares: Mask
    beside: Mask  # its squares and all that touch it


class _Tower(NamedTuple):
    """A skyscraper that could be built: what it adds, and how many squares it lacks."""

    gain: float
    missing: int
    piece: Piece


class _Utility(NamedTuple):
    """A utility that could be built, and what it adds."""

    gain: float
    piece: Piece


class Valuation:
    """The worth of every turn in one city, with this supply and so many tiles left afterwards."""

    def __init__(self, city: City, supply: tuple[Piece, ...], rivals: Rivals, left: int, worth: Worth) -> None:
        self.city, self.left, self.worth = city, left, worth
        self.covered = city.covered
        self.marks = city.parks | city.sports
        self.districts = [[_District(d, neighbours(d)) for d in districts(land)] for land in city.land]
        self.towers: list[list[tuple[Mask, int]]] = [[], [], [], []]
        self.domes: list[list[tuple[Mask, Piece]]] = [[], [], [], []]
        self.windmills: list[tuple[int, int, Piece]] = []
        self.ecomobiles: list[tuple[Mask, Piece, int, int]] = []  # line, what it counts there, free squares there
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
                    self.towers[terrain].append((at, piece.value))
                else:
                    self.domes[terrain].append((at, piece))
        self._sort_supply(supply)
        self.parks = city.parks.bit_count() - rivals.parks
        self.sports = city.sports.bit_count() - rivals.sports
        self.last = int(rivals.last)
        self._cells: dict[int | None, _Cell] = {}

    def _sort_supply(self, supply: tuple[Piece, ...]) -> None:
        """The offers, one piece of each design, and what a piece's leaving the supply costs."""
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
        self._taken: dict[str, float] = {}
        heights = [tuple(piece.value for piece in offers) for offers in self.tower_offers]
        self.carries = [_carries(values) for values in heights]
        self.carries_without = [
            [_carries(tuple(v for v in values if v != own)) for own in values] for values in heights
        ]

    def taken(self, piece: Piece) -> float:
        """What a piece's leaving the supply changes."""
        change = self._taken.get(piece.id)
        if change is None:
            change = self._taken[piece.id] = self._change(piece) if self.left else 0.0
        return change

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
                for gain, lacks, piece in claim.towers:
                    found.append(Option(turn.with_tower(square, gain, lacks), piece, square))
                base = turn.with_utility(square)
                for gain, piece in (*claim.biodomes, *turn.cell.new_windmills, *turn.cell.new_ecomobiles(face, square)):
                    found.append(Option(base + gain, piece, square))
        return found

    def best(self, face: Face, bit: int) -> float:
        """The worth of the best of these options; the same, but quicker."""
        turn = _Turn(self, face, bit)
        best, asked = turn.plain, None
        for square in SQUARES:
            if face.marks[square] != "-":
                continue
            claim = turn.claim(square)
            if claim is not asked or turn.by_tower:
                asked = claim
                for gain, lacks, _ in claim.towers:
                    if (worth := turn.with_tower(square, gain, lacks)) > best:
                        best = worth
            gain = max(claim.best_biodome, turn.cell.best_windmill)
            for utility in turn.cell.new_ecomobiles(face, square):
                gain = max(gain, utility[0])
            if (worth := turn.with_utility(square) + gain) > best:
                best = worth
        return best

    def present(self) -> float:
        """The worth of the city as it stands; nothing else can be asked afterwards."""
        worth = _Turn(self, BARE, None).plain
        self.close()
        return worth

    def close(self) -> None:
        """Done with it: let go of what was found, so that its memory is free at once, without garbage collection."""
        for cell in self._cells.values():
            cell.close()
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


@cache
def _carries(offers: tuple[int, ...]) -> list[tuple[int, int]]:
    """For a district of each size: the highest of these skyscrapers that it carries, and what the next one lacks."""
    found = []
    for size in range(4 * SIDE * SIDE + 1):
        carried = [value for value in offers if value <= size]
        higher = [value - size for value in offers if value > size]
        carries = VALUES.index(max(carried)) + 1 if carried else 0
        found.append((carries, min(*higher, 6) if higher else 0))
    return found


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
        "_grounds",
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
        self._grounds = {}
        for terrain, (letter, new) in enumerate(zip(TERRAINS, face.land, strict=True)):
            self._grounds[letter] = ground = cell.ground(terrain, new)
            fixed += ground.worth
            missing += ground.missing
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

    def claim(self, square: int) -> _Claim:
        """What could be built on the district of a square."""
        return self._grounds[self._terrain[square]].claim(CORNERS[square] << self.bit)

    def with_tower(self, square: int, gain: float, lacks: int) -> float:
        """The worth with a skyscraper that adds so much by itself and lacks so many squares."""
        worth = self._fixed + gain
        if self.cell.valuation.left:
            worth += self._worth["X", self._missing + lacks]
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
        self.new_windmills = [
            _Utility(self.windmill(piece, x, y) + valuation.taken(piece), piece)
            for piece in valuation.offers["windmill"]
        ]
        self.best_windmill = max((utility.gain for utility in self.new_windmills), default=NOTHING)
        self._grounds: dict[tuple[int, Mask], _Ground] = {}
        self._lines: dict[int, tuple[int, ...]] = {}

    def close(self) -> None:
        """Let go of what was found."""
        self._grounds.clear()

    def ground(self, terrain: int, new: Mask) -> _Ground:
        """The land of one terrain, with these squares of a tile on this cell added."""
        ground = self._grounds.get((terrain, new))
        if ground is None:
            ground = self._grounds[terrain, new] = _Ground(self, terrain, new << self.bit)
        return ground

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

    def new_ecomobiles(self, face: Face, square: int) -> list[_Utility]:
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
            _Utility(valuation.ecomobile(piece, has[piece.counts], free) + valuation.taken(piece), piece)
            for piece in valuation.offers["ecomobile"]
        ]


NOTHING = float("-inf")
EDGE, INSIDE = 4, (3, 5)  # places that are certain: at the edge of a full span; not at an edge of the final city


def _place(span: int, distance: int) -> int:
    """Where a tile is along a span: 0, 1 open; 2 at an end, 3 inside of three; 4 at an end, 5 inside of four."""
    return span - 1 if span <= 2 else 2 * (span - 2) + min(distance, span - 1 - distance)


class _Claim:
    """What could be built on a district that a tile just laid belongs to."""

    __slots__ = ("best_biodome", "biodomes", "towers")

    def __init__(self, ground: _Ground, own: Mask) -> None:
        self.towers = [] if own & ground.claimed else self._skyscrapers(ground, own)
        self.biodomes = self._biodomes(ground, own)
        self.best_biodome = max((utility.gain for utility in self.biodomes), default=NOTHING)

    def _skyscrapers(self, ground: _Ground, own: Mask) -> list[_Tower]:
        valuation = ground.cell.valuation
        if not (offers := valuation.tower_offers[ground.terrain]):
            return []
        size, found = own.bit_count(), []
        others, missing, unclaimed = ground.read(ground.claimed | own, left_out=own)
        beside, merge, cells_beside = ground.growth(own, neighbours(own) & ground.cell.free, ground.claimed)
        for piece, carries in zip(offers, valuation.carries_without[ground.terrain], strict=True):
            value, lacks = piece.value, max(piece.value - size, 0)
            if not lacks:
                gain = float(value)
            elif not valuation.left or not beside:
                gain, lacks = float(-value), 0
            else:
                gain = valuation.worth["T", value, lacks, beside, merge, cells_beside]
            gain += others - ground.worth + valuation.taken(piece)
            if unclaimed:
                gain += ground.unclaimed(unclaimed, carries)
            found.append(_Tower(gain, missing + lacks - ground.missing, piece))
        return found

    def _biodomes(self, ground: _Ground, own: Mask) -> list[_Utility]:
        valuation = ground.cell.valuation
        offers = valuation.offers["biodome"]
        if not offers or any(at & own for at, _ in valuation.domes[ground.terrain]):  # one scores (R6.5)
            return []
        beside = neighbours(own) & ground.cell.free
        return [_Utility(ground.biodome(piece, own, beside) + valuation.taken(piece), piece) for piece in offers]


Unclaimed = list[tuple[int, int, int]]  # size, free squares beside it, land to merge with


class _Ground:
    """The land of one terrain with the squares that a tile adds to it."""

    def __init__(self, cell: _Cell, terrain: int, new: Mask) -> None:
        self.cell, self.terrain = cell, terrain
        city = cell.valuation.city
        self.land, self.claimed = city.land[terrain] | new, city.claimed[terrain]
        self.districts = cell.valuation.districts[terrain]
        self.of_tile: list[Mask] = []  # the districts that the new squares belong to
        if new:
            beside, touched, apart = neighbours(new), new, []
            for own in self.districts:
                if own.squares & beside:
                    touched |= own.squares
                else:
                    apart.append(own)
            self.of_tile = list(districts(touched))
            for squares in self.of_tile:
                if squares & self.claimed:
                    self.claimed |= squares
                apart.append(_District(squares, neighbours(squares)))
            self.districts = apart
        self._claims: dict[Mask, _Claim] = {}
        settled, self.missing, unclaimed = self.read(self.claimed)
        self.worth = settled + self.unclaimed(unclaimed, cell.valuation.carries[terrain])

    def claim(self, at: Mask) -> _Claim:
        """What could be built on the district of a new square."""
        for own in self.of_tile:
            if own & at:
                break
        claim = self._claims.get(own)
        if claim is None:
            claim = self._claims[own] = _Claim(self, own)
        return claim

    def read(self, claimed: Mask, left_out: Mask = 0) -> tuple[float, int, Unclaimed]:
        """The worth of skyscrapers and biodomes, what the skyscrapers lack, and the districts without skyscraper.

        The skyscraper of one district may be left out: the one that is about to be built.
        """
        valuation, free = self.cell.valuation, self.cell.free
        left, towers, domes = valuation.left, valuation.towers[self.terrain], valuation.domes[self.terrain]
        total, missing, unclaimed = 0.0, 0, []
        for own, around in self.districts:
            beside = around & free
            if domes:
                total += self._biodomes(own, beside, domes)
            if own == left_out:
                continue
            if own & claimed:
                points, lacks = self._skyscraper(own, beside, claimed, [value for at, value in towers if at & own])
                total += points
                missing += lacks
            elif beside and left:
                size, merge = own.bit_count(), 0
                if size > 1 and (touched := neighbours(beside) & self.land & ~own):
                    merge = 5 if touched & claimed else min(4, district(touched, self.land).bit_count())
                unclaimed.append((size, beside.bit_count(), merge))
        return total, missing, unclaimed

    def unclaimed(self, found: Unclaimed, carries: list[tuple[int, int]]) -> float:
        """The worth of districts without skyscraper."""
        worth, total = self.cell.valuation.worth, 0.0
        for size, beside, merge in found:
            total += worth["U", size, beside, carries[size], merge]
        return total

    def _skyscraper(self, own: Mask, beside: Mask, claimed: Mask, values: list[int]) -> tuple[float, int]:
        """The worth of a district's skyscraper, and the squares that it lacks (R6.1)."""
        size, value = own.bit_count(), values[0]
        if len(values) > 1:  # a forced join: the best one counts (R6.2)
            return max(value if size >= value else -value for value in values), 0
        lacks = value - size
        if lacks <= 0:
            return value, 0
        free_beside, merge, cells_beside = self.growth(own, beside, claimed)
        if not self.cell.valuation.left or not free_beside:
            return -value, 0
        return self.cell.valuation.worth["T", value, lacks, free_beside, merge, cells_beside], lacks

    def growth(self, own: Mask, beside: Mask, claimed: Mask) -> tuple[int, int, int]:
        """Where a district with a skyscraper can grow: free squares beside it, land to merge with, cells beside it."""
        if others := claimed & ~own:
            beside &= ~neighbours(others)  # squares there would join two skyscrapers (R4.5)
        unclaimed = self.land & ~(claimed | own)
        touched = neighbours(beside) & unclaimed
        merge = district(touched, unclaimed).bit_count() if touched else 0
        return beside.bit_count(), merge, cells(beside).bit_count()

    def _biodomes(self, own: Mask, beside: Mask, domes: list[tuple[Mask, Piece]]) -> float:
        """The worth of the biodomes in a district: the first may score, further ones fail (R6.5)."""
        total, first = 0.0, True
        for at, piece in domes:
            if at & own:
                total += self.biodome(piece, own, beside) if first else -piece.value
                first = False
        return total

    def biodome(self, piece: Piece, own: Mask, beside: Mask) -> float:
        """What a biodome is worth in a district with these free squares beside it."""
        value, needs, size = piece.value, len(piece.shape), own.bit_count()
        valuation = self.cell.valuation
        if size > needs:
            return -value
        if size == needs:
            if to_corner(own) not in piece.outlines:
                return -value
            if not beside or not valuation.left:
                return value
            return valuation.worth["D0", value, beside.bit_count()]
        if not beside or not valuation.left:
            return -value
        ways = ways_to_complete(piece, own, self.cell.free)
        return valuation.worth["D1", value, needs - size, ways] if ways else -value


def ways_to_complete(piece: Piece, own: Mask, free: Mask) -> int:
    """In how many ways a district can get a biodome's shape by free squares alone."""
    lowest = (own & -own).bit_length() - 1
    found, allowed = 0, own | free
    for shape in _anchored(piece.outlines):
        placed = shape << lowest >> ANCHOR
        if not own & ~placed and not placed & ~allowed:
            found += 1
    return found


ANCHOR = 8 * 16 + 8  # a bit that every shape fits around


@cache
def _anchored(outlines: frozenset[Mask]) -> tuple[Mask, ...]:
    """Every shape with each of its squares in turn on the anchor."""
    return tuple(outline << ANCHOR >> bit for outline in outlines for bit in bits(outline))
