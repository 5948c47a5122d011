"""Sentences: what things are called, what a piece needs, why something may not be done."""

from __future__ import annotations

from app.i18n import noted, ntr, tr
from app.store import Trouble
from engine import Outlook, Piece, Prospect, Reason

REASONS = {
    Reason.GAME_OVER: noted("The game is over."),
    Reason.LAY_FIRST: noted("Lay a tile first."),
    Reason.ALREADY_LAID: noted("You have laid a tile in this turn already."),
    Reason.BUILD_FIRST: noted("Build something first, or choose to build nothing."),
    Reason.ALREADY_BUILT: noted("You have decided about building in this turn already."),
    Reason.NOT_IN_HAND: noted("This tile is not in your hand."),
    Reason.NO_SUCH_ROTATION: noted("A tile can be turned by quarters only."),
    Reason.NOT_AT_START: noted("Lay your first tile on the glowing place."),
    Reason.OCCUPIED: noted("A tile lies there already."),
    Reason.TOO_WIDE: noted("Your city would be wider than 4 tiles."),
    Reason.TOO_HIGH: noted("Your city would be taller than 4 tiles."),
    Reason.NOT_BESIDE: noted("A tile must share a side with your city."),
    Reason.JOINS_SKYSCRAPERS: noted("That would join two districts that each have a skyscraper. Turn it or move it."),
    Reason.NOT_IN_SUPPLY: noted("This piece is taken."),
    Reason.NO_SUCH_SQUARE: noted("A tile has four squares."),
    Reason.ON_A_MARK: noted("Nothing can stand on a park or a sport facility."),
    Reason.WRONG_TERRAIN: noted("A skyscraper stands on its own terrain only."),
    Reason.DISTRICT_TAKEN: noted("This district has a skyscraper already."),
    Reason.NOT_IN_ROW: noted("This place of the row is empty."),
    Reason.PILE_EMPTY: noted("The pile is empty."),
    Reason.NO_DRAW: noted("Nobody draws in the last round."),
    Reason.MUST_DRAW: noted("Draw a tile first."),
}
TERRAINS = {"E": noted("Earth"), "F": noted("Forest"), "S": noted("Stone"), "W": noted("Water")}
SKYSCRAPERS = {"E": noted("Earth"), "F": noted("Forest"), "S": noted("Stone"), "W": noted("Waterfall")}
KINDS = {
    "skyscraper": noted("Skyscrapers"),
    "ecomobile": noted("Ecomobiles"),
    "windmill": noted("Windmills"),
    "biodome": noted("Biodomes"),
}
ONE = {
    "ecomobile": noted("Ecomobile"),
    "windmill": noted("Windmill"),
    "biodome": noted("Biodome"),
}
COUNTED = {
    "park": noted("parks"),
    "sport": noted("sport facilities"),
    "park_or_sport": noted("parks or sport facilities"),
    "skyscraper": noted("skyscrapers"),
    "utility": noted("other utilities"),
}
LOST = {
    "skyscraper": noted("Its district cannot grow large enough."),
    "ecomobile": noted("There is no room for enough in its row and column."),
    "windmill": noted("It will not be where it wants to be."),
    "biodome": noted("Its district cannot get this shape."),
}
ZONES = {
    "left": noted("in the left column"),
    "right": noted("in the right column"),
    "top": noted("in the top row"),
    "bottom": noted("in the bottom row"),
    "corner": noted("on a corner tile"),
    "center": noted("on one of the four centre tiles"),
}


def reason_text(reason: Reason) -> str:
    """Why something may not be done, in a sentence."""
    return tr(REASONS[reason])


def signed(points: int) -> str:
    """A number of points with its sign."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


def plain(number: int) -> str:
    """A number with a real minus."""
    return f"−{-number}" if number < 0 else str(number)


def range_text(least: int, most: int) -> str:
    """The lowest and the highest total still possible."""
    return f"{plain(least)} … {plain(most)}"


def piece_name(piece: Piece) -> str:
    """What a piece is called: "Forest 6", "Windmill 4"."""
    name = SKYSCRAPERS[piece.terrain] if piece.is_skyscraper else ONE[piece.kind]
    return f"{tr(name)} {piece.value}"


def rule_text(piece: Piece) -> str:
    """What a piece wants, in a sentence."""
    match piece.kind:
        case "skyscraper":
            return ntr(
                "{name}: wants a district of at least {n} square.",
                "{name}: wants a district of at least {n} squares.",
                piece.value,
                name=piece_name(piece),
            )
        case "ecomobile":
            return tr("{name}: wants {needs} {things} in its row and column.").format(
                name=piece_name(piece), needs=piece.needs, things=tr(COUNTED[piece.counts])
            )
        case "windmill":
            return tr("{name}: wants to be {zone} of your finished city.").format(
                name=piece_name(piece), zone=tr(ZONES[piece.zone])
            )
        case _:
            return tr("{name}: wants a district of exactly its shape.").format(name=piece_name(piece))


def prospect_text(prospect: Prospect) -> str:
    """What will become of a piece, in a sentence."""
    piece, points = prospect.built.piece, prospect.built.piece.value
    name = piece_name(piece)
    match prospect.outlook:
        case Outlook.SAFE:
            return tr("{name} is safe: {points}.").format(name=name, points=signed(points))
        case Outlook.LOST:
            return tr("{name} is lost: {points}. {why}").format(
                name=name, points=signed(-points), why=tr(LOST[piece.kind])
            )
        case Outlook.VOID:
            return tr("{name} scores nothing: another skyscraper of its district does.").format(name=name)
    match piece.kind:
        case "skyscraper":
            return tr("{name}: {has} of {needs} squares.").format(name=name, has=prospect.has, needs=prospect.needs)
        case "ecomobile":
            return tr("{name}: {has} of {needs} {things} in its row and column.").format(
                name=name, has=prospect.has, needs=prospect.needs, things=tr(COUNTED[piece.counts])
            )
        case "windmill":
            return tr("{name}: wants to be {zone}; that is still open.").format(name=name, zone=tr(ZONES[piece.zone]))
        case _:
            if prospect.has == prospect.needs:
                return tr("{name}: the shape is right, as long as its district does not grow.").format(name=name)
            return tr("{name}: {has} of {needs} squares of its shape.").format(
                name=name, has=prospect.has, needs=prospect.needs
            )


def trouble_text(trouble: Trouble, aside: list[str]) -> tuple[str, str]:
    """A title and a sentence on what is wrong with the saved games."""
    kept = tr("It was kept under the name {name}.").format(name=", ".join(aside)) if aside else ""
    match trouble:
        case Trouble.DAMAGED:
            return tr("Some saved games cannot be read"), f"{tr('The file with the games is damaged.')} {kept}".strip()
        case Trouble.FOREIGN:
            return tr("A fresh start"), f"{tr('The file with the games belongs to another program.')} {kept}".strip()
        case Trouble.NEWER:
            return tr("A fresh start"), f"{tr('The file with the games is from a newer version.')} {kept}".strip()
        case Trouble.FULL:
            return tr("The storage is full"), tr("You can play on, but your game cannot be saved until there is room.")
        case Trouble.READ_ONLY:
            return tr("Games cannot be saved"), tr(
                "The folder for saved games is read-only. You can play on all the same."
            )
        case _:
            return tr("Games cannot be saved"), tr("The saved games are out of reach. You can play on all the same.")
