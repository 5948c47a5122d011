"""What the city view shows in each step, put together from what the engine says."""

from __future__ import annotations

from app.counting import ground
from app.i18n import tr
from app.style import Theme
from app.texts import TERRAINS, prospect_text, signed
from app.widgets.city import Bounds, Outline, Scene, Tag, bounds_of
from app.widgets.land import Square, square_of
from engine import City, Laid, Mask, Outlook, Prospect, districts, forecast, places, spot

SQUARES = range(4)


def still(city: City, bounds: Bounds | None = None, **more: object) -> Scene:
    """A city with its badges, and nothing going on."""
    return Scene(city, bounds or bounds_of(city), forecast(city).prospects, **more)  # type: ignore[arg-type]


class Growth:
    """A district that a tile belongs to, before and after it was laid."""

    def __init__(self, after: City, laid: Laid, corner: int) -> None:
        self.terrain = laid.face.terrain[corner]
        self.squares: Mask = after.district(spot(laid.cell, corner))
        tile = sum(spot(laid.cell, each) for each in SQUARES)
        self.now = self.squares.bit_count()
        # without the tile it falls into the districts that there were before
        self.was = max((old.bit_count() for old in districts(self.squares & ~tile)), default=0)


def growths(after: City) -> list[Growth]:
    """The districts of the tile laid last, each once."""
    laid = after.tiles[-1]
    found: list[Growth] = []
    for corner in SQUARES:
        growth = Growth(after, laid, corner)
        if all(growth.squares != other.squares for other in found):
            found.append(growth)
    return found


def changes(before: City, after: City) -> list[Prospect]:
    """The pieces whose fate is another one now."""
    known = {prospect.built: prospect.outlook for prospect in forecast(before).prospects}
    return [
        prospect
        for prospect in forecast(after).prospects
        if prospect.built in known and known[prospect.built] is not prospect.outlook
    ]


def trial(before: City, after: City, theme: Theme, **more: object) -> Scene:
    """A tile that is not kept yet: grown districts with their sizes, and pieces whose fate changes."""
    laid, grown, changed = after.tiles[-1], growths(after), changes(before, after)
    outlines = [
        Outline(frozenset(places(growth.squares)), theme.material(growth.terrain)) for growth in grown if growth.was
    ]
    taken = {square_of(built.cell, built.square) for built in after.pieces}
    tags = [
        Tag(square_of(laid.cell, _label_corner(laid, growth)), growth.terrain, _size_text(growth)) for growth in grown
    ]
    for prospect in changed:
        square = square_of(prospect.built.cell, prospect.built.square)
        colour = theme.safeColor if prospect.outlook is Outlook.SAFE else theme.lostColor
        outlines.append(Outline(frozenset({square}), colour))
        tags.append(fate(square, prospect))
    return Scene(
        after,
        bounds_of(before),
        forecast(after, laid.cell).prospects,
        outlines=tuple(outlines),
        tags=tuple(tag for tag in tags if tag.foot or tag.square not in taken),
        loose=laid.cell,
        calm=True,
        **more,  # type: ignore[arg-type]
    )


def fate(square: Square, prospect: Prospect) -> Tag:
    """The points of a piece whose fate is settled."""
    value = prospect.built.piece.value
    text = {
        Outlook.SAFE: f"✓{signed(value)}",
        Outlook.LOST: f"✕{signed(-value)}",
        Outlook.VOID: "−0",
        Outlook.OPEN: f"▲{prospect.has}/{prospect.needs}",
    }[prospect.outlook]
    return Tag(square, prospect.outlook.value, text, foot=True)


def _size_text(growth: Growth) -> str:
    return f"{growth.was}→{growth.now}" if growth.was else str(growth.now)


def _label_corner(laid: Laid, growth: Growth) -> int:
    """A square of the tile for the district's size: without a mark if there is one."""
    own = [corner for corner in SQUARES if spot(laid.cell, corner) & growth.squares]
    return next((corner for corner in own if laid.face.marks[corner] == "-"), own[0])


def trial_text(before: City, after: City) -> str:
    """The same in words: what the tile would do."""
    said = [
        tr("{terrain} grows from {was} to {now} squares.").format(
            terrain=tr(TERRAINS[growth.terrain]), was=growth.was, now=growth.now
        )
        for growth in sorted(growths(after), key=lambda growth: -growth.now)
        if growth.was
    ]
    fates = [prospect_text(prospect) for prospect in changes(before, after)]
    return " ".join([*fates, *said][:2])


def trial_piece(city: City, theme: Theme, **more: object) -> Scene:
    """A piece that is not kept yet, with what it depends on."""
    laid, built = city.tiles[-1], city.pieces[-1]
    own = frozenset(square_of(laid.cell, corner) for corner in SQUARES)
    lit = own if built.piece.kind == "windmill" else ground(city, built)  # where its zone will be is still open
    return Scene(
        city,
        bounds_of(city),
        forecast(city).prospects,
        outlines=(Outline(lit, theme.glowColor),),
        fresh=laid.cell,
        **more,  # type: ignore[arg-type]
    )
