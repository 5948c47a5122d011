"""What is shown when the game is over: the entries of the table, and what each city shows."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from app import counting
from app.counting import Amount, Step
from app.i18n import noted, tr
from app.session import Session
from app.style import Theme
from app.texts import KINDS, plain, signed
from app.widgets.city import Outline, Scene, Tag, bounds_of
from app.widgets.score_cells import TOTAL, Column, Entry
from app.widgets.score_table import Row
from engine import City, Standings, forecast, standings

TITLES = KINDS | {"park": noted("Most parks"), "sport": noted("Most sport facilities"), TOTAL: noted("Total")}


@dataclass(frozen=True)
class Result:
    """A finished game: who played, and all that was counted."""

    names: tuple[str, ...]
    signs: tuple[int, ...]
    cities: tuple[City, ...]
    standings: Standings
    steps: tuple[Step, ...]
    rows: tuple[Row, ...]

    @classmethod
    def of(cls, session: Session) -> Result:
        """What the engine says about the end of this game."""
        seen = session.seen
        end = standings(seen.cities)
        return cls(
            tuple(player.name for player in session.players),
            session.options.signs,
            seen.cities,
            end,
            tuple(counting.steps(end, seen.cities)),
            tuple(Row(name, tr(TITLES[name])) for name in (*counting.categories(seen.utilities), TOTAL)),
        )

    def own(self, seat: int) -> list[Step]:
        """The lines of one city."""
        return [step for step in self.steps if step.seat == seat]

    def place(self, seat: int) -> str:
        """The place of a seat, in words."""
        return tr("Place {place}").format(place=self.standings.places[seat])

    @property
    def columns(self) -> list[Column]:
        """The columns of the table."""
        players = zip(self.names, self.signs, self.cities, strict=True)
        return [Column(*player, seat in self.standings.winners) for seat, player in enumerate(players)]

    def entries(self, counted: Collection[Step], final: bool) -> list[list[Entry]]:
        """What the table shows of these lines, row by row; in the end with places and trophies."""
        sheets = self.standings.sheets
        rows = [
            [_entry(counting.amount(counted, sheet, seat, row.category), final) for seat, sheet in enumerate(sheets)]
            for row in self.rows[:-1]
        ]
        return [*rows, [self._total(counted, seat, final) for seat in range(len(sheets))]]

    def _total(self, counted: Collection[Step], seat: int, final: bool) -> Entry:
        points = plain(counting.total(counted, seat))
        if not final:
            return Entry(points)
        brief = tr("{place}.").format(place=self.standings.places[seat])
        return Entry(points, self.place(seat), brief, seat in self.standings.winners)


def _entry(amount: Amount | None, final: bool) -> Entry:
    """Nothing, as long as nothing has been counted; in the end a nought."""
    if amount is None:
        return Entry("0") if final else Entry()
    if amount.marks is not None:
        return Entry(signed(amount.points), str(amount.marks), str(amount.marks))
    return Entry(signed(amount.points), " ".join(map(signed, amount.parts)))


# --- cities


def settled_scene(city: City, badges: bool) -> Scene:
    """A finished city, with its badges if it is not too small for them."""
    return Scene(city, bounds_of(city), forecast(city).prospects if badges else (), ring=False, frames=False)


def counting_scene(city: City, counted: Collection[Step], now: Step | None, theme: Theme, badges: bool = True) -> Scene:
    """A city whose points are counted: badges on what has been, light on what the points of this line come from."""
    done = {step.built for step in counted if step != now} if badges else set()
    return Scene(
        city,
        bounds_of(city),
        tuple(prospect for prospect in forecast(city).prospects if prospect.built in done),
        outlines=_outlines(now, theme),
        tags=_tags([now] if now else []),
        ring=False,
        frames=False,
        lit=now.squares if now else frozenset(),
    )


def points_scene(city: City, of: Iterable[Step], chosen: Step | None, theme: Theme) -> Scene:
    """A city with the points of every piece, or of the chosen one with what they come from."""
    return Scene(
        city,
        bounds_of(city),
        outlines=_outlines(chosen, theme),
        tags=_tags([chosen] if chosen else of),
        ring=False,
        frames=False,
        lit=chosen.squares if chosen else None,
    )


def _outlines(step: Step | None, theme: Theme) -> tuple[Outline, ...]:
    return (Outline(step.squares, theme.glowColor),) if step and step.squares else ()


def _tags(of: Iterable[Step]) -> tuple[Tag, ...]:
    return tuple(
        Tag(step.square, step.outlook.value, signed(step.points), foot=True) for step in of if step.square is not None
    )
