"""The box (R1), and the four principles of its reconstruction (R1.5)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.components import EQUITY_TILES, TERRAINS, UTILITIES, Piece, Tile, load_box, read_box, standard_box
from engine.fields import Malformed
from engine.grid import mask
from tests.engine.games import motley_box

BOX = standard_box()
REGULAR = [BOX.tiles[id] for id in BOX.regular]
tiles = st.builds(
    Tile, st.just("tile"), st.text("EFSW", min_size=4, max_size=4), st.text("-PA", min_size=4, max_size=4)
)


def turned(letters: str) -> str:
    """By a quarter, clockwise: what was south-west is north-west."""
    north_west, north_east, south_east, south_west = list(letters)
    return south_west + north_west + north_east + south_east


def pattern(terrain: str) -> str:
    """The same for all rotations of a tile."""
    return min(terrain[turns:] + terrain[:turns] for turns in range(4))


def test_the_box_holds_78_tiles_of_which_4_are_equity_tiles() -> None:
    """R1.1."""
    assert len(BOX.tiles) == 78
    assert len(BOX.regular) == 74
    assert set(BOX.tiles) - set(BOX.regular) == set(EQUITY_TILES)


def test_there_is_one_skyscraper_of_each_value_for_each_terrain() -> None:
    """R1.3."""
    towers = [(piece.terrain, piece.value) for piece in BOX.pieces.values() if piece.is_skyscraper]
    assert Counter(towers) == Counter(product("EFSW", (4, 5, 6, 7, 8, 10, 12)))


@pytest.mark.parametrize(
    ("kind", "designs"),
    [
        (
            "ecomobile",
            {
                ("park", 4, 8),
                ("sport", 4, 8),
                ("park_or_sport", 4, 5),
                ("skyscraper", 3, 5),
                ("skyscraper", 4, 8),
                ("utility", 3, 8),
            },
        ),
        ("windmill", {("left", 4), ("right", 4), ("top", 4), ("bottom", 4), ("corner", 5), ("center", 6)}),
        ("biodome", {(3, "I", 5), (3, "L", 5), (4, "O", 6), (4, "T", 6), (5, "V", 8), (5, "U", 8)}),
    ],
)
def test_there_are_two_utilities_of_each_design(kind: str, designs: set[tuple[Any, ...]]) -> None:
    """R1.4, R7.1."""

    def design(piece: Piece) -> tuple[Any, ...]:
        match kind:
            case "ecomobile":
                return piece.counts, piece.needs, piece.value
            case "windmill":
                return piece.zone, piece.value
            case _:
                return len(piece.shape), piece.id.removeprefix("biodome-")[0], piece.value

    found = Counter(design(piece) for piece in BOX.pieces.values() if piece.kind == kind)
    assert found == dict.fromkeys(designs, 2)


def test_the_box_holds_nothing_else() -> None:
    assert Counter(piece.kind for piece in BOX.pieces.values()) == {"skyscraper": 28} | dict.fromkeys(UTILITIES, 12)


def test_every_pattern_of_two_terrains_or_more_appears() -> None:
    """Principle 1: all 66, and eight more three-and-one tiles, two for each terrain."""
    every = {pattern("".join(letters)) for letters in product("EFSW", repeat=4) if len(set(letters)) > 1}
    found = Counter(pattern(tile.terrain) for tile in REGULAR)
    assert len(every) == 66
    assert set(found) == every
    twice = [many for many in found for _ in range(found[many] - 1)]
    assert [sorted(Counter(many).values()) for many in twice] == [[1, 3]] * 8
    assert Counter(Counter(many).most_common(1)[0][0] for many in twice) == dict.fromkeys("EFSW", 2)


def test_each_terrain_covers_74_squares() -> None:
    """Principle 2."""
    assert Counter("".join(tile.terrain for tile in REGULAR)) == dict.fromkeys("EFSW", 74)


def test_there_are_37_marks_of_each_kind_spread_evenly_over_the_terrains() -> None:
    """Principle 2."""
    marks = Counter(
        (terrain, mark)
        for tile in REGULAR
        for terrain, mark in zip(tile.terrain, tile.marks, strict=True)
        if mark != "-"
    )
    for kind in "PA":
        each = [marks[terrain, kind] for terrain in TERRAINS]
        assert sum(each) == 37
        assert max(each) - min(each) <= 1


def test_broken_up_tiles_carry_more_marks_than_solid_ones() -> None:
    """Principle 3: the more sides part different terrains, the more marks, in the mean."""
    marks: dict[int, list[int]] = {}
    for tile in REGULAR:
        seams = sum(one != other for one, other in zip(tile.terrain, turned(tile.terrain), strict=True))
        marks.setdefault(seams, []).append(4 - tile.marks.count("-"))
    means = [sum(marks[seams]) / len(marks[seams]) for seams in sorted(marks)]
    assert means == sorted(means)
    assert means[0] < means[-1]


def test_biodome_shapes_equal_their_mirror_image() -> None:
    """Principle 4."""
    for piece in BOX.pieces.values():
        if piece.kind == "biodome":
            mirrored = Piece("mirrored", "biodome", 5, shape=tuple((-x, y) for x, y in piece.shape))
            assert piece.outlines == mirrored.outlines, piece.id


def test_no_tile_shows_only_one_terrain() -> None:
    assert all(len(set(tile.terrain)) > 1 for tile in BOX.tiles.values())


def test_a_tile_turns_clockwise() -> None:
    """R4.2: after one quarter turn the south-west square is in the north-west."""
    faces = Tile("tile", "EFSW", "P-A-").faces
    assert [face.terrain for face in faces] == ["EFSW", "WEFS", "SWEF", "FSWE"]
    assert [face.marks for face in faces] == ["P-A-", "-P-A", "A-P-", "-A-P"]


@given(tiles)
def test_four_quarter_turns_are_the_identity(tile: Tile) -> None:
    terrain, marks = tile.terrain, tile.marks
    for face in tile.faces:
        assert (face.terrain, face.marks) == (terrain, marks)
        terrain, marks = turned(terrain), turned(marks)
    assert (terrain, marks) == (tile.terrain, tile.marks)


@given(tiles)
def test_a_face_has_its_masks_where_its_letters_are(tile: Tile) -> None:
    for face in tile.faces:
        where = list(zip(((0, 0), (1, 0), (1, 1), (0, 1)), face.terrain, face.marks, strict=True))
        for terrain, land in zip("EFSW", face.land, strict=True):
            assert land == mask(square for square, letter, _ in where if letter == terrain)
        assert face.parks == mask(square for square, _, mark in where if mark == "P")
        assert face.sports == mask(square for square, _, mark in where if mark == "A")


@pytest.mark.parametrize(
    ("id", "rotations"),
    [("I3", 2), ("L3", 4), ("O4", 1), ("T4", 4), ("V5", 4), ("U5", 4)],
)
def test_a_shape_has_as_many_outlines_as_it_looks_different(id: str, rotations: int) -> None:
    """R6.5."""
    assert len(BOX.pieces[f"biodome-{id}-a"].outlines) == rotations


def test_a_mirror_image_is_another_shape() -> None:
    """R6.5, of a box that holds such shapes."""
    one, other = (motley_box().pieces[id] for id in ("biodome-V5-b", "biodome-U5-b"))
    assert [len(dome.outlines) for dome in (one, other)] == [2, 2]
    assert not one.outlines & other.outlines


def test_a_biodome_is_outbid_by_a_dearer_one_of_its_shape_only() -> None:
    """R6.5; in the standard box none is."""
    assert not any(piece.outbid for piece in BOX.pieces.values())
    outbid = Counter((len(piece.shape), piece.value) for piece in motley_box().pieces.values() if piece.outbid)
    assert outbid == {(2, 3): 1, (2, 5): 2, (2, 8): 2, (3, 5): 2, (3, 6): 1}


def test_a_box_round_trips_through_its_document() -> None:
    for box in (BOX, motley_box()):
        assert read_box(json.loads(json.dumps(box.document())), "box") == box


def test_a_box_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "box.json"
    file.write_text(json.dumps(motley_box().document()), encoding="utf-8")
    assert load_box(file) == motley_box()


Spoil = Callable[[Any], object]


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda box: box.pop("tiles"), "box: tiles is missing"),
        (lambda box: box.pop("pieces"), "box: pieces is missing"),
        (lambda box: box.update(tiles=[]), "box: tiles must be an object, not a list"),
        (lambda box: box["tiles"].pop("t07"), "box: tiles: 73 regular tiles instead of 74"),
        (lambda box: box["tiles"].update(t99=box["tiles"]["t07"]), "box: tiles: 75 regular tiles instead of 74"),
        (lambda box: box["tiles"].pop("equity3"), "box: tiles: equity3 is missing"),
        (lambda box: box["tiles"].update(t07="EFSW"), "box: tile 't07' must be an object, not 'EFSW'"),
        (lambda box: box["tiles"]["t07"].pop("marks"), "box: tile 't07': marks is missing"),
        (lambda box: box["tiles"]["t07"].update(terrain="EFS"), "box: tile 't07': terrain must be four letters out of"),
        (
            lambda box: box["tiles"]["t07"].update(terrain="EFSX"),
            "box: tile 't07': terrain must be four letters out of",
        ),
        (lambda box: box["tiles"]["t07"].update(terrain=4), "box: tile 't07': terrain must be a text, not 4"),
        (lambda box: box["tiles"]["t07"].update(marks="---a"), "box: tile 't07': marks must be four letters out of"),
        (lambda box: box["pieces"].pop("skyscraper-E-4"), "box: pieces: skyscrapers must be one each of 4, 5, 6"),
        (lambda box: box["pieces"]["skyscraper-E-4"].update(value=5), "box: pieces: skyscrapers must be one each"),
        (lambda box: box["pieces"]["skyscraper-E-4"].update(terrain="X"), "box: piece 'skyscraper-E-4': terrain must"),
        (lambda box: box["pieces"]["skyscraper-E-4"].update(value=0), "'skyscraper-E-4': value must be from 1 to 99"),
        (lambda box: box["pieces"]["skyscraper-E-4"].update(value=4.0), "'skyscraper-E-4': value must be a whole"),
        (lambda box: box["pieces"]["skyscraper-E-4"].update(value=True), "'skyscraper-E-4': value must be a whole"),
        (lambda box: box["pieces"].pop("windmill-left-a"), "box: pieces: 11 of kind windmill instead of 12"),
        (lambda box: box["pieces"]["windmill-left-a"].update(kind="mill"), "'windmill-left-a': kind must be one of"),
        (lambda box: box["pieces"]["windmill-left-a"].update(zone="middle"), "'windmill-left-a': zone must be one of"),
        (lambda box: box["pieces"]["ecomobile-park-4-a"].update(counts="lake"), "'ecomobile-park-4-a': counts must be"),
        (lambda box: box["pieces"]["ecomobile-park-4-a"].pop("needs"), "'ecomobile-park-4-a': needs is missing"),
        (lambda box: box["pieces"]["biodome-I3-a"].update(shape=[]), "'biodome-I3-a': shape is empty"),
        (lambda box: box["pieces"]["biodome-I3-a"].update(shape=[[0, 0], [0]]), "'biodome-I3-a': shape: each square"),
        (lambda box: box["pieces"]["biodome-I3-a"].update(shape=[[0, 0], [1, 1]]), "shape is not connected"),
        (lambda box: box["pieces"]["biodome-I3-a"].update(shape=[[0, 0], [0, 0]]), "shape names a square twice"),
        (lambda box: box["pieces"]["biodome-I3-a"].update(shape=[[0, y] for y in range(9)]), "larger than a city"),
    ],
)
def test_a_bad_box_is_refused_with_the_place(spoil: Spoil, fault: str) -> None:
    document = json.loads(json.dumps(BOX.document()))
    spoil(document)
    with pytest.raises(Malformed) as refused:
        read_box(document, "box")
    assert fault in str(refused.value)


def test_a_box_that_is_no_object_is_refused() -> None:
    with pytest.raises(Malformed, match="box must be an object, not a list"):
        read_box([], "box")
