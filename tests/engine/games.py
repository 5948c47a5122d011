"""Whole games to test with: different boxes, and players who look for different kinds of trouble."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache
from itertools import cycle
from random import Random

from hypothesis import Phase as HypothesisPhase
from hypothesis import settings
from hypothesis import strategies as st

from engine import SKIP, Action, Box, Build, Draw, Game, Phase, Place, Player, Setup, State, legal_actions
from engine.city import build, lay, placements
from engine.components import UTILITIES, read_box, standard_box
from engine.grid import BIT, CORNERS
from engine.scoring import score

Policy = Callable[[State, Sequence[Action], Random], Action]


def examples(number: int) -> settings:
    """So many examples, thirty times as many with SOAK=1; not shrunk, because a smaller seed is no simpler game."""
    phases = [phase for phase in HypothesisPhase if phase is not HypothesisPhase.shrink]
    return settings(max_examples=number * (30 if os.environ.get("SOAK") == "1" else 1), phases=phases)


def setup(seats: int, box: Box | None = None, utilities: tuple[str, str] | None = None) -> Setup:
    players = tuple(Player(name) for name in ("Ada", "Bo", "Cy", "Di")[:seats])
    return Setup(players, utilities, box or standard_box())


DOMINO, CORNER = [[0, 0], [1, 0]], [[0, 0], [0, 1], [1, 1]]
SNAKE, MIRRORED = [[0, 0], [1, 0], [1, 1], [2, 1]], [[0, 1], [1, 1], [1, 0], [2, 0]]
SMALL = [(DOMINO, value) for value in (3, 5, 5, 8, 8, 9)] + [(CORNER, value) for value in (5, 5, 6, 8)]


@cache
def motley_box() -> Box:
    """The standard tiles with small biodomes, which succeed often and outbid each other, and two mirrored ones."""
    document = standard_box().document()
    domes = [entry for entry in document["pieces"].values() if entry["kind"] == "biodome"]
    for dome, (shape, value) in zip(domes, [*SMALL, (SNAKE, 7), (MIRRORED, 7)], strict=True):
        dome |= {"shape": shape, "value": value}
    return read_box(document, "box")


@cache
def lumpy_box() -> Box:
    """Mostly earth, so that forced joins (R4.6) are frequent."""
    document = motley_box().document()
    for tile, terrain in zip(document["tiles"].values(), cycle(("EEEE", "EEEE", "EEEE", "EFFF")), strict=False):
        tile["terrain"] = terrain
    return read_box(document, "box")


BOXES = {"standard": standard_box, "lumpy": lumpy_box, "motley": motley_box}


def chance(state: State, legal: Sequence[Action], random: Random) -> Action:
    """Anything."""
    return random.choice(legal)


def builder(state: State, legal: Sequence[Action], random: Random) -> Action:
    """Builds something whenever possible."""
    return random.choice(legal[1:] or legal if state.phase is Phase.BUILD else legal)


def hoarder(state: State, legal: Sequence[Action], random: Random) -> Action:
    """Never builds."""
    return SKIP if state.phase is Phase.BUILD else random.choice(legal)


def gleaner(state: State, legal: Sequence[Action], random: Random) -> Action:
    """Builds what scores at once, so that more than failures is counted."""
    if state.phase is not Phase.BUILD:
        return random.choice(legal)
    some = random.sample(legal, min(len(legal), 20))

    def gain(action: Action) -> int:
        if not isinstance(action, Build):
            return score(state.city).total
        return score(build(state.city, state.box.pieces[action.piece], action.square)).total

    return max(some, key=gain)


def gardener(state: State, legal: Sequence[Action], random: Random) -> Action:
    """Lays what scores at once, and builds biodomes where one stands already, or else in small districts."""
    city, pieces = state.city, state.box.pieces
    if state.phase is Phase.LAY:
        some = [action for action in random.sample(legal, min(len(legal), 30)) if isinstance(action, Place)]
        return max(some, key=lambda a: score(lay(city, state.box.tiles[a.tile], a.cell, a.rotation)).total)
    domes = [action for action in legal if isinstance(action, Build) and pieces[action.piece].kind == "biodome"]

    def size(action: Build) -> float:
        own = city.district(CORNERS[action.square] << BIT[city.tiles[-1].cell])
        return own.bit_count() - 3.5 * bool(own & city.utilities) + random.random()

    return min(domes, key=size) if domes else random.choice(legal)


def joiner(state: State, legal: Sequence[Action], random: Random) -> Action:
    """Builds skyscrapers and leaves itself as few ways to go on as it can, until a join is forced."""
    match state.phase:
        case Phase.LAY:
            some = [action for action in random.sample(legal, min(len(legal), 8)) if isinstance(action, Place)]

            def freedom(action: Place) -> int:
                after = lay(state.city, state.box.tiles[action.tile], action.cell, action.rotation)
                return len(placements(after, [tile for tile in state.hand if tile.id != action.tile]))

            return min(some, key=freedom)
        case Phase.BUILD:
            return random.choice([a for a in legal if isinstance(a, Build) and a.piece.startswith("sky")] or legal)
        case Phase.DRAW:
            return random.choice([a for a in legal if isinstance(a, Draw) and _solid(state, a)] or legal)
        case _:
            return legal[0]


def _solid(state: State, action: Draw) -> bool:
    return action.source is not None and len(set(state.box.tiles[state.row[action.source]].terrain)) == 1


POLICIES: dict[str, Policy] = {
    "chance": chance,
    "builder": builder,
    "hoarder": hoarder,
    "gleaner": gleaner,
    "gardener": gardener,
    "joiner": joiner,
}


def play(seats: int, seed: int, policy: str, box: str = "standard", utilities: tuple[str, str] | None = None) -> Game:
    """A whole game."""
    game, random = Game.new(setup(seats, BOXES[box](), utilities), seed), Random(seed)
    while legal := legal_actions(game.state):
        game.apply(POLICIES[policy](game.state, legal, random))
    return game


def walk(seats: int, seed: int, steps: int, box: str = "standard") -> Game:
    """A game after so many random actions."""
    game, random = Game.new(setup(seats, BOXES[box]()), seed), Random(seed)
    for _ in range(steps):
        game.apply(random.choice(legal_actions(game.state)))
    return game


seeds = st.integers(0, 2**32 - 1)
kinds = st.permutations(UTILITIES).map(lambda order: (order[0], order[1]))


def games(policies: Sequence[str] = tuple(POLICIES), boxes: Sequence[str] = tuple(BOXES)) -> st.SearchStrategy[Game]:
    """Whole games of 2, 3 and 4 players."""
    return st.builds(
        play,
        seats=st.integers(2, 4),
        seed=seeds,
        policy=st.sampled_from(policies),
        box=st.sampled_from(boxes),
        utilities=kinds,
    )


def exchanged(state: State, names: dict[str, str]) -> State:
    """The same state with tiles exchanged in hands, row, pile and secret."""

    def new(tiles: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(names.get(tile, tile) for tile in tiles)

    return state._replace(
        hands=tuple(map(new, state.hands)),
        row=new(state.row),
        pile=new(state.pile),
        secret=frozenset(names.get(tile, tile) for tile in state.secret),
    )


def hidden(state: State, seat: int) -> list[str]:
    """R2.7: the pile, and what others were dealt or drew from the pile."""
    others = [tile for other, hand in enumerate(state.hands) if other != seat for tile in hand]
    return [*state.pile, *(tile for tile in others if tile in state.secret)]


def dealt_anew(state: State, seat: int, random: Random) -> State:
    """The same game, with what the seat may not know (R2.7) shuffled and dealt anew."""
    tiles = hidden(state, seat)
    return exchanged(state, dict(zip(tiles, random.sample(tiles, len(tiles)), strict=True)))
