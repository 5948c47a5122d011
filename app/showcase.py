"""A finished city to look at where there is no game yet: it was built in a game of two computer players."""

from __future__ import annotations

from engine import EMPTY, SKIP, Build, Built, City, Laid, Place, Skip, standard_box

_TURNS: tuple[tuple[Place, Build | Skip], ...] = (
    (Place("t56", (1, 2), 3), Build("skyscraper-S-4", 2)),
    (Place("t54", (1, 1), 0), Build("skyscraper-S-6", 3)),
    (Place("t73", (2, 2), 3), Build("skyscraper-W-6", 1)),
    (Place("t55", (2, 3), 2), Build("windmill-bottom-a", 1)),
    (Place("equity2", (3, 2), 1), Build("windmill-right-a", 0)),
    (Place("t04", (3, 3), 1), Build("skyscraper-F-6", 3)),
    (Place("t16", (0, 2), 1), Build("windmill-left-a", 3)),
    (Place("t03", (3, 1), 1), Build("skyscraper-E-8", 2)),
    (Place("t70", (3, 0), 2), Build("skyscraper-W-4", 3)),
    (Place("t19", (1, 3), 0), Build("biodome-U5-a", 2)),
    (Place("t27", (0, 1), 1), SKIP),
    (Place("t29", (2, 1), 2), SKIP),
    (Place("t38", (0, 0), 1), SKIP),
    (Place("t59", (1, 0), 3), SKIP),
    (Place("t60", (0, 3), 1), Build("skyscraper-F-8", 1)),
    (Place("t13", (2, 0), 1), SKIP),
)


def showcase() -> City:
    """The city as a picture needs it: what lies and stands where."""
    box = standard_box()
    tiles = tuple(Laid(box.tiles[place.tile], place.cell, place.rotation) for place, _ in _TURNS)
    pieces = tuple(
        Built(box.pieces[build.piece], place.cell, build.square) for place, build in _TURNS if isinstance(build, Build)
    )
    return EMPTY._replace(tiles=tiles, pieces=pieces, left=0, top=0, right=3, bottom=3)
