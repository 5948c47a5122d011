"""Looking ahead: which turn leaves the best city for the own turns that follow.

All turns that are possible now are ranked by the worth of the city after them. The best are looked into: what would the
next own turn be worth, with the tiles that stay in the hand and each tile of the row? That also tells what to draw. The
best of these are looked into one own turn further. What the others do meanwhile is not looked at.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import log
from random import Random
from typing import NamedTuple

from engine.actions import FINISH, ROUNDS, SKIP, Action, Build, Draw, Phase, Place, Skip, phase_after_building
from engine.ai.land import Memory
from engine.ai.tables import Tables
from engine.ai.valuation import Rivals, Valuation, rivals
from engine.city import City, build, builds, lay, placements
from engine.components import Piece, Tile
from engine.grid import BIT
from engine.observation import Observation

Steps = Generator[None, None, None]  # work in small steps
BREATH = 8  # turns valued between two steps
WEIGHTS = (1.0, 0.25, 0.1)  # of the best, second and third tile in hand: only one can be laid, but it is good to choose
HOPELESS = 10.0  # points behind the best turn, beyond which nothing is looked into


class Plan(NamedTuple):
    """How a computer player thinks: budgets are counted in turns valued, so they are the same on any machine."""

    wide: int = 0  # for looking into the next own turn
    deep: int = 0  # for looking into the one after it
    branches: int = 3  # turns looked at there for each that is looked into
    noise: float = 0.0  # chance added to the worth of each turn, in points
    blind: float = 0.0  # how likely utilities are overlooked in a turn
    eager: float = 0.0  # points by which any skyscraper seems better than it is


class Candidate(NamedTuple):
    """A way to lay and build, and its worth."""

    worth: float
    laid: Place | None  # None: it lies already
    built: Build | Skip | None  # None: that is decided already


class Ahead(NamedTuple):
    """A candidate looked into: the worth of the next own turn, and what to draw for it."""

    worth: float
    candidate: Candidate
    draw: int | None
    city: City
    supply: tuple[Piece, ...]
    hand: list[Tile]  # after the draw


class Search:
    """The search for one turn. `steps` does the work; `best` is the best turn so far."""

    def __init__(self, seen: Observation, plan: Plan, random: Random) -> None:
        self.seen, self.plan, self.random = seen, plan, random
        self.others: Rivals = rivals(seen)
        self.left = ROUNDS - seen.round
        self.supply = tuple(seen.pieces)
        self.row = [seen.box.tiles[id] for id in seen.row]
        self.memory = Memory()
        self.valued = 0  # turns valued so far
        self.highest = float("-inf")  # worth of the best candidate
        laid = placements(seen.city, seen.tiles)[0] if seen.phase is Phase.LAY else None
        built = SKIP if seen.phase in (Phase.LAY, Phase.BUILD) else None
        self._take(Candidate(0.0, laid, built), self._any_draw())  # anything legal, to begin with

    def steps(self, tables: Tables) -> Steps:
        """Think; after each step `best` is at least as well founded as before."""
        self.tables = tables
        candidates: list[Candidate] = []
        yield from self._gather(candidates)
        candidates.sort(key=lambda candidate: -candidate.worth)
        if self._ending() is not Phase.DRAW:
            return
        if not self.plan.wide:
            yield from self._choose_draw(candidates[0])
            return
        ahead: list[Ahead] = []
        yield from self._look_ahead(candidates, ahead)
        if self.left > 1 and self.plan.deep:
            ahead.sort(key=lambda found: -found.worth)
            yield from self._look_deeper(ahead)

    def _ending(self) -> Phase:
        return phase_after_building(self.seen.round, len(self.seen.row), self.seen.pile)

    def _any_draw(self) -> int | None:
        return 0 if self.row else None

    def _take(self, candidate: Candidate, draw: int | None) -> None:
        """This is the best turn so far."""
        ending = Draw(draw) if self._ending() is Phase.DRAW else FINISH
        self.best: tuple[Action, ...] = (
            *(step for step in (candidate.laid, candidate.built) if step is not None),
            ending,
        )

    def _gather(self, candidates: list[Candidate]) -> Steps:
        """All ways to do what is left of laying and building that are not hopeless."""
        seen = self.seen
        if seen.phase is Phase.LAY:
            yield from self._gather_turns(candidates)
        elif seen.phase is Phase.BUILD:
            options: list[Build | Skip] = [SKIP, *builds(seen.city, self.supply)]
            for option in options:
                city, supply = self._after(seen.city, None, option, self.supply)
                worth = self._valuation(city, supply, self.left).present()
                self._consider(candidates, worth, None, option)
                yield
        else:
            self._consider(candidates, 0.0, None, None)

    def _gather_turns(self, candidates: list[Candidate]) -> Steps:
        seen = self.seen
        valuation = self._valuation(seen.city, self.supply, self.left)
        blind = self.random.random() < self.plan.blind
        for place in placements(seen.city, seen.tiles):
            face = seen.box.tiles[place.tile].faces[place.rotation]
            for worth, piece, square in valuation.options(face, BIT[place.cell]):
                if piece is None:
                    self._consider(candidates, worth, place, SKIP)
                elif piece.is_skyscraper:
                    self._consider(candidates, worth + self.plan.eager, place, Build(piece.id, square))
                elif not blind:
                    self._consider(candidates, worth, place, Build(piece.id, square))
            self.valued += 1
            if self.valued % BREATH == 0:
                yield
        valuation.close()

    def _consider(
        self, candidates: list[Candidate], worth: float, laid: Place | None, built: Build | Skip | None
    ) -> None:
        """Keep a candidate unless it is hopeless; the best one is taken at once."""
        if self.plan.noise:
            worth -= self.plan.noise * log(-log(self.random.random() or 0.5))  # Gumbel: as if drawn by likelihood
        if worth < self.highest - HOPELESS:
            return
        candidate = Candidate(worth, laid, built)
        candidates.append(candidate)
        if worth > self.highest:
            self.highest = worth
            self._take(candidate, self._any_draw())

    def _valuation(self, city: City, supply: tuple[Piece, ...], left: int) -> Valuation:
        return Valuation(city, supply, self.others, self.tables.at(left), self.memory)

    def _after(
        self, city: City, laid: Place | None, built: Build | Skip | None, supply: tuple[Piece, ...]
    ) -> tuple[City, tuple[Piece, ...]]:
        """The city and the supply after laying and building."""
        if laid is not None:
            city = lay(city, self.seen.box.tiles[laid.tile], laid.cell, laid.rotation)
        if isinstance(built, Build):
            city = build(city, self.seen.box.pieces[built.piece], built.square)
            supply = tuple(piece for piece in supply if piece.id != built.piece)
        return city, supply

    def _choose_draw(self, candidate: Candidate) -> Steps:
        """The row tile that promises most for the next own turn."""
        city, supply = self._after(self.seen.city, candidate.laid, candidate.built, self.supply)
        worths = yield from self._worths(city, supply, self.left - 1, self.row)
        self._take(candidate, _highest(worths))

    def _look_ahead(self, candidates: Sequence[Candidate], ahead: list[Ahead]) -> Steps:
        """Look into the next own turn after each of the best candidates, as far as the budget reaches."""
        limit, best = self.valued + self.plan.wide, float("-inf")
        for candidate in candidates:
            if ahead and (self.valued >= limit or candidate.worth < self.highest - HOPELESS):
                break
            city, supply = self._after(self.seen.city, candidate.laid, candidate.built, self.supply)
            kept = [tile for tile in self.seen.tiles if candidate.laid is None or tile.id != candidate.laid.tile]
            worths = yield from self._worths(city, supply, self.left - 1, [*kept, *self.row])
            in_hand, in_row = worths[: len(kept)], worths[len(kept) :]
            draw = _highest(in_row)
            if draw is not None:
                kept.append(self.row[draw])
                in_hand.append(in_row[draw])
            worth = choice_of(in_hand)
            ahead.append(Ahead(worth, candidate, draw, city, supply, kept))
            if worth > best:
                best = worth
                self._take(candidate, draw)

    def _worths(
        self, city: City, supply: tuple[Piece, ...], left: int, tiles: Sequence[Tile]
    ) -> Generator[None, None, list[float]]:
        """For each of these tiles, the worth of the best turn with it."""
        valuation, worths = self._valuation(city, supply, left), []
        for tile in tiles:
            best = float("-inf")
            for place in placements(city, (tile,)):
                best = max(best, valuation.best(tile.faces[place.rotation], BIT[place.cell]))
                self.valued += 1
                if self.valued % BREATH == 0:
                    yield
            worths.append(best)
        valuation.close()
        return worths

    def _look_deeper(self, ahead: Sequence[Ahead]) -> Steps:
        """Look one own turn further after the best of what was looked into."""
        limit, best = self.valued + self.plan.deep, float("-inf")
        for found in ahead:
            if self.valued >= limit:
                break
            worth = yield from self._worth_beyond(found)
            if worth > best:
                best = worth
                self._take(found.candidate, found.draw)

    def _worth_beyond(self, found: Ahead) -> Generator[None, None, float]:
        """The worth of the own turn after the next one."""
        turns: list[tuple[float, Place, Build | Skip]] = []
        valuation = self._valuation(found.city, found.supply, self.left - 1)
        for tile in found.hand:
            for place in placements(found.city, (tile,)):
                for worth, piece, square in valuation.options(tile.faces[place.rotation], BIT[place.cell]):
                    if len(turns) < self.plan.branches or worth > turns[-1][0]:
                        turns.append((worth, place, SKIP if piece is None else Build(piece.id, square)))
                        turns.sort(key=lambda turn: -turn[0])
                        del turns[self.plan.branches :]
                self.valued += 1
                if self.valued % BREATH == 0:
                    yield
        valuation.close()
        rest = [tile for index, tile in enumerate(self.row) if index != found.draw]
        best = float("-inf")
        for _, place, built in turns:
            city, supply = self._after(found.city, place, built, found.supply)
            kept = [tile for tile in found.hand if tile.id != place.tile]
            worths = yield from self._worths(city, supply, self.left - 2, [*kept, *rest])
            in_hand, in_row = worths[: len(kept)], worths[len(kept) :]
            best = max(best, choice_of([*in_hand, max(in_row)] if in_row else in_hand))
        return best


def _highest(worths: Sequence[float]) -> int | None:
    return max(range(len(worths)), key=lambda index: worths[index], default=None)


def choice_of(worths: Sequence[float]) -> float:
    """What it is worth to have the choice among tiles with these worths."""
    weighted = list(zip(sorted(worths, reverse=True), WEIGHTS, strict=False))
    return sum(worth * weight for worth, weight in weighted) / sum(weight for _, weight in weighted)
