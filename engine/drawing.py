"""Cities and score sheets as text, for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest

from engine.actions import Phase
from engine.city import Built, City, Laid
from engine.components import Piece
from engine.forecast import Forecast, Outlook, Prospect, forecast
from engine.grid import Cell
from engine.record import Game
from engine.scoring import Decider, ScoreSheet, standings

WIDTH = 6  # characters to a square
COLOURS = {"E": "30;48;5;173", "F": "30;48;5;107", "S": "30;48;5;250", "W": "30;48;5;74"}
TAGS = {"ecomobile": "eco", "windmill": "mil", "biodome": "dom"}
SIGNS = {Outlook.SAFE: "+", Outlook.OPEN: "?", Outlook.LOST: "-", Outlook.VOID: "0"}


def draw_game(game: Game, colour: bool) -> Iterator[str]:
    """All cities of a game with their score sheets, line by line."""
    state, over = game.state, game.state.phase is Phase.OVER
    if over:
        end = standings(state.cities)
        sheets = [list(_sheet(sheet)) for sheet in end.sheets]
    else:
        name = plain(game.players[state.seat].name)
        yield f"Round {state.round} of 16: {name} has to {state.phase.value}. {len(state.pile)} tiles in the pile."
        yield ""
        sheets = [list(_prospects(_forecast_now(game, seat))) for seat in range(state.seats)]
    for player, city, sheet in zip(game.players, state.cities, sheets, strict=True):
        level = f" ({plain(player.level)})" if player.level else ""
        yield f"{plain(player.name)}{level}"
        picture = list(draw_city(city, colour))
        blank = " " * _width(city)
        for left, right in zip_longest(picture, sheet):
            yield f"{blank if left is None else left}   {right or ''}".rstrip()
        yield ""
    if over:
        winners = " and ".join(plain(game.players[seat].name) for seat in end.winners)
        how = {
            Decider.TOTAL: "with the highest total",
            Decider.BUILT: "by the tie-break: more pieces built",
            Decider.SHARED: "together: equal in points and in pieces built",
        }
        yield f"{winners} won {how[end.decided_by]}."


def plain(name: str) -> str:
    """A name without what would disturb a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in name) or "(no name)"


def _forecast_now(game: Game, seat: int) -> Forecast:
    state = game.state
    undecided = state.phase is Phase.BUILD and seat == state.seat
    return forecast(state.cities[seat], state.cities[seat].tiles[-1].cell if undecided else None)


def draw_city(city: City, colour: bool) -> Iterator[str]:
    """A city row by row: terrain letter, then mark or piece; lines part the tiles."""
    tiles: dict[Cell, Laid] = {laid.cell: laid for laid in city.tiles}
    pieces = {(built.cell, built.square): built.piece for built in city.pieces}
    columns = range(city.left, city.right + 1)
    border = "+" + "+".join(["-" * 2 * WIDTH] * len(columns)) + "+"
    for y in range(city.top, city.bottom + 1):
        yield border
        for squares in ((0, 1), (3, 2)):
            parts = [
                "".join(_square(tiles.get((x, y)), pieces.get(((x, y), square)), square, colour) for square in squares)
                for x in columns
            ]
            yield "|" + "|".join(parts) + "|"
    yield border


def _width(city: City) -> int:
    return (2 * WIDTH + 1) * (city.right - city.left + 1) + 1


def _square(laid: Laid | None, piece: Piece | None, square: int, colour: bool) -> str:
    if laid is None:
        return " " * WIDTH
    terrain, mark = laid.face.terrain[square], laid.face.marks[square]
    if piece is None:
        content = "" if mark == "-" else mark
    else:
        content = str(piece.value) if piece.is_skyscraper else TAGS[piece.kind]
    text = f"{terrain.lower()}{content.center(WIDTH - 1)}"
    return f"\x1b[{COLOURS[terrain]}m{text}\x1b[0m" if colour else text


def describe(built: Built) -> str:
    """A piece in words."""
    piece = built.piece
    match piece.kind:
        case "skyscraper":
            return f"{_TERRAIN[piece.terrain]} skyscraper {piece.value}"
        case "ecomobile":
            return f"ecomobile, {piece.needs} x {piece.counts.replace('_', ' ')}"
        case "windmill":
            return f"windmill, {piece.zone}"
        case _:
            return f"biodome, {len(piece.shape)} squares"


_TERRAIN = {"E": "earth", "F": "forest", "S": "stone", "W": "water"}


def _sheet(sheet: ScoreSheet) -> Iterator[str]:
    for line in sheet.lines:
        yield f"{line.points:+4d}  {describe(line.built)}"
    yield f"{sheet.park_bonus:+4d}  {sheet.parks} parks"
    yield f"{sheet.sport_bonus:+4d}  {sheet.sports} sport facilities"
    yield f"{sheet.total:4d}  total, {sheet.built} pieces"


def _prospects(seen: Forecast) -> Iterator[str]:
    for prospect in seen.prospects:
        yield f"{SIGNS[prospect.outlook]}{prospect.built.piece.value:3d}  {describe(prospect.built)}: {_odds(prospect)}"
    yield f"{seen.settled:4d}  settled, {seen.least} to {seen.most} with what is open"


def _odds(prospect: Prospect) -> str:
    if prospect.outlook is not Outlook.OPEN:
        return str(prospect.outlook.value)
    unit = " frames" if prospect.built.piece.kind == "windmill" else ""
    return f"{prospect.has} of {prospect.needs}{unit}"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """Rows of text in columns: the first to the left, the others to the right."""
    cells = [list(head), *(list(row) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        first, *rest = (f"{text:{'>' if column else '<'}{widths[column]}}" for column, text in enumerate(row))
        yield "  ".join([first, *rest]).rstrip()
