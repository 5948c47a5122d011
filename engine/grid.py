"""Squares as bits: sets of squares are integers, districts are flood fills, counts are `int.bit_count()`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Mask = int  # a set of squares; square (x, y) is bit y * ROW + x
Cell = tuple[int, int]  # the place of a tile, x to the right, y down; the city's first tile lies on (0, 0)

ROW = 16  # bits to a row: 14 squares while the city floats (R4.3), two spare so that shifts never wrap
SIDE = 4  # tiles along a side of the finished city
REACH = SIDE - 1  # how far from the first tile a tile can lie, so cells are -3 to 3 both ways

# The squares of a tile whose north-west square is bit 0, clockwise: NW, NE, SE, SW.
CORNERS: tuple[Mask, ...] = (1, 2, 2 << ROW, 1 << ROW)
TILE: Mask = sum(CORNERS)
CELLS: tuple[Cell, ...] = tuple((x, y) for y in range(-REACH, SIDE) for x in range(-REACH, SIDE))
START: Cell = (0, 0)

# The bit of the north-west square of each cell, and back.
BIT: dict[Cell, int] = {(x, y): 2 * (ROW * (y + REACH) + x + REACH) for x, y in CELLS}
CELL: dict[int, Cell] = {bit: cell for cell, bit in BIT.items()}
CELL_CORNERS: Mask = sum(1 << bit for bit in CELL)

FIRST_ROW: Mask = (1 << 4 * REACH + 2) - 1
FIRST_COLUMN: Mask = sum(1 << ROW * y for y in range(4 * REACH + 2))

# Every place of the finished city: the frame whose north-west cell is (x, y), for x and y from -3 to 0.
FRAMES: dict[Cell, Mask] = {
    (x, y): sum(TILE << BIT[x + dx, y + dy] for dx in range(SIDE) for dy in range(SIDE))
    for x in range(-REACH, 1)
    for y in range(-REACH, 1)
}


def mask(squares: Iterable[tuple[int, int]]) -> Mask:
    """The set of these squares, counted from the grid's north-west corner."""
    return sum(1 << ROW * y + x for x, y in set(squares))


def squares(of: Mask) -> Iterator[tuple[int, int]]:
    """The squares of a set, row by row."""
    for bit in bits(of):
        yield bit % ROW, bit // ROW


def places(of: Mask) -> Iterator[tuple[int, int]]:
    """The squares of a set, counted from the north-west square of cell (0, 0)."""
    for x, y in squares(of):
        yield x - 2 * REACH, y - 2 * REACH


def spot(cell: Cell, square: int) -> Mask:
    """One square of a cell: 0 north-west, then clockwise."""
    return CORNERS[square] << BIT[cell]


def bits(of: Mask) -> Iterator[int]:
    """The numbers of the bits that are set, lowest first."""
    while of:
        lowest = of & -of
        yield lowest.bit_length() - 1
        of ^= lowest


def neighbours(of: Mask) -> Mask:
    """The squares beside these, these included."""
    return of | of << 1 | of >> 1 | of << ROW | of >> ROW


def district(seed: Mask, terrain: Mask) -> Mask:
    """All squares of one terrain connected with the seed by sides (R4.4)."""
    while (wider := (seed | seed << 1 | seed >> 1 | seed << ROW | seed >> ROW) & terrain) != seed:
        seed = wider
    return seed


def districts(terrain: Mask) -> Iterator[Mask]:
    """Every district of one terrain."""
    while terrain:
        found = district(terrain & -terrain, terrain)
        yield found
        terrain ^= found


def line(bit: int) -> Mask:
    """The row and the column of a square, without the square itself (R6.3)."""
    x, y = bit % ROW, bit // ROW
    return (FIRST_ROW << ROW * y | FIRST_COLUMN << x) & ~(1 << bit)


def cells(of: Mask) -> Mask:
    """The north-west squares of all cells that these squares touch."""
    of |= of >> 1
    return (of | of >> ROW) & CELL_CORNERS


def to_corner(of: Mask) -> Mask:
    """The same shape, pushed into the grid's north-west corner."""
    of >>= (of & -of).bit_length() - 1 & -ROW
    while not of & FIRST_COLUMN:
        of >>= 1
    return of
