"""Squares as bits."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.grid import (
    BIT,
    CELL,
    CELLS,
    CORNERS,
    FRAMES,
    TILE,
    bits,
    cells,
    district,
    districts,
    line,
    mask,
    neighbours,
    squares,
    to_corner,
)

SIDE = 14  # squares, while the city floats
Squares = set[tuple[int, int]]
sets = st.sets(st.tuples(st.integers(0, SIDE - 1), st.integers(0, SIDE - 1)), max_size=60)
on_the_grid = st.tuples(st.integers(0, SIDE - 1), st.integers(0, SIDE - 1))


def beside(x: int, y: int) -> Squares:
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


@given(sets)
def test_a_set_of_squares_survives_as_bits(of: Squares) -> None:
    assert set(squares(mask(of))) == of
    assert list(squares(mask(of))) == sorted(of, key=lambda square: (square[1], square[0]))
    assert sum(1 << bit for bit in bits(mask(of))) == mask(of)


def test_corners_do_not_connect() -> None:
    """R4.4: by sides only."""
    assert list(districts(mask({(0, 0), (1, 1)}))) == [mask({(0, 0)}), mask({(1, 1)})]


def test_a_district_winds_as_far_as_it_goes() -> None:
    snake = {(x, 0) for x in range(SIDE)} | {(SIDE - 1, y) for y in range(SIDE)} | {(x, SIDE - 1) for x in range(SIDE)}
    assert district(mask({(0, 0)}), mask(snake)) == mask(snake)


@given(sets)
def test_districts_part_the_terrain(of: Squares) -> None:
    """Each square lies in exactly one district, and no two districts touch by a side."""
    found = list(districts(mask(of)))
    assert sum(found) == mask(of)
    for x, y in of:
        for other in {(x + 1, y), (x, y + 1)} & of:
            assert sum(bool(d & mask({(x, y)})) and bool(d & mask({other})) for d in found) == 1


@given(sets)
def test_every_district_is_connected(of: Squares) -> None:
    for found in districts(mask(of)):
        left = set(squares(found))
        reached = {left.pop()}
        while near := {square for x, y in reached for square in beside(x, y)} & left:
            reached |= near
            left -= near
        assert not left


@given(sets)
def test_neighbours_do_not_wrap_around_the_edge(of: Squares) -> None:
    grid = {(x, y) for x in range(SIDE) for y in range(SIDE)}
    expected = of | {square for x, y in of for square in beside(x, y)}
    assert neighbours(mask(of)) & mask(grid) == mask(expected & grid)


@given(on_the_grid)
def test_a_line_is_the_row_and_the_column_without_the_square_itself(at: tuple[int, int]) -> None:
    """R6.3."""
    expected = {(x, y) for x in range(SIDE) for y in range(SIDE) if (x == at[0]) != (y == at[1])}
    assert line(mask({at}).bit_length() - 1) == mask(expected)


def test_a_tile_is_listed_clockwise_from_the_north_west() -> None:
    assert [next(squares(corner)) for corner in CORNERS] == [(0, 0), (1, 0), (1, 1), (0, 1)]
    assert mask({(0, 0), (1, 0), (0, 1), (1, 1)}) == TILE


def test_cells_cover_the_grid_without_overlap() -> None:
    assert CELLS[0] == (-3, -3) and CELLS[-1] == (3, 3) and len(set(CELLS)) == 49
    assert sum(TILE << BIT[cell] for cell in CELLS) == mask((x, y) for x in range(SIDE) for y in range(SIDE))
    assert all(CELL[BIT[cell]] == cell for cell in CELLS)


def test_cell_0_0_lies_in_the_middle_with_y_downwards() -> None:
    assert next(squares(1 << BIT[0, 0])) == (6, 6)
    assert next(squares(1 << BIT[1, 0])) == (8, 6)
    assert next(squares(1 << BIT[0, 1])) == (6, 8)


@given(sets)
def test_cells_are_those_that_hold_a_square(of: Squares) -> None:
    assert {CELL[bit] for bit in bits(cells(mask(of)))} == {(x // 2 - 3, y // 2 - 3) for x, y in of}


def test_the_sixteen_frames_are_the_squares_of_4_x_4_cells_around_the_start() -> None:
    """R4.3."""
    assert set(FRAMES) == {(x, y) for x in range(-3, 1) for y in range(-3, 1)}
    for (left, top), frame in FRAMES.items():
        assert frame == mask((6 + 2 * left + x, 6 + 2 * top + y) for x in range(8) for y in range(8))
        assert frame & 1 << BIT[0, 0]


@given(sets.filter(bool))
def test_pushing_into_the_corner_keeps_the_shape(of: Squares) -> None:
    left, top = min(x for x, _ in of), min(y for _, y in of)
    assert to_corner(mask(of)) == mask((x - left, y - top) for x, y in of)
