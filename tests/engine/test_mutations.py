"""Records that were tampered with: engine and judge agree whether they stand, and if not, at which turn they fall."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from engine import Malformed, dump, read_game
from engine.fields import parse
from tests.engine.gamebook import crowded, document, played
from tests.engine.judge import ACCEPTED, OUTSIDE, verdict, verdict_on_bytes
from tests.engine.mutants import SKILLED, copied, mutant, mutant_bytes

SAMPLE, BATCH, FULL = 300, 500, 10_000


@cache
def sources() -> list[dict[str, Any]]:
    games = [played(seats, seed) for seats in (2, 3, 4) for seed in (1, 2, 3)]
    games += [crowded(seats, seed) for seats in (2, 3, 4) for seed in (5, 8, 10)]
    return [document(game) for game in games]


def engine_says(raw: bytes) -> tuple[int, str]:
    """The engine's verdict in the judge's words, with its reason. Any exception but Malformed is a fault."""
    try:
        read_game(parse(raw))
    except Malformed as fault:
        reason = str(fault)
        assert reason.isprintable()
        assert len(reason) < 250, "an error is short"
        return (int(reason[5 : reason.index(":")]) if reason.startswith("turn ") else OUTSIDE), reason
    return ACCEPTED, "ok"


def changed_record(seed: int) -> bytes:
    """A tampered record; every fourth one in its text, the others in what it says."""
    random = Random(seed)
    source = random.choice(sources())
    if seed % 4 == 0:
        return mutant_bytes(random, dump(source).encode())
    return dump(mutant(random, source)).encode()


def agree(seeds: range) -> Counter[str]:
    """Compare both on all these records; how often each was right, wrong in a turn, wrong outside."""
    found: Counter[str] = Counter()
    for seed in seeds:
        raw = changed_record(seed)
        place, reason = engine_says(raw)
        assert verdict_on_bytes(raw) == place, f"seed {seed}: the engine says {reason}"
        found[{ACCEPTED: "ok", OUTSIDE: "outside"}.get(place, "turn")] += 1
        found[reason.partition(": ")[2]] += 1
    return found


@pytest.mark.parametrize("part", range(4))
def test_engine_and_judge_agree_on_tampered_records(part: int) -> None:
    found = agree(range(part * SAMPLE, (part + 1) * SAMPLE))
    assert min(found["ok"], found["turn"], found["outside"]) > SAMPLE / 8, (
        "the changes are neither too crude nor too kind"
    )


@pytest.mark.soak
@pytest.mark.parametrize("batch", range(FULL // BATCH))
def test_engine_and_judge_agree_on_10000_tampered_records(batch: int) -> None:
    agree(range(100_000 + batch * BATCH, 100_000 + (batch + 1) * BATCH))


def test_the_judge_accepts_what_was_played() -> None:
    assert [verdict(source) for source in sources()] == [ACCEPTED] * len(sources())


def test_some_of_the_games_have_forced_joins() -> None:
    """Else nothing here would test R4.6: a joined district holds two skyscrapers, of which one scores 0 (R6.2)."""
    points = [p for s in sources() for score in s["result"]["scores"] for p in score["pieces"].values()]
    assert points.count(0) > 3


def test_a_join_with_another_option_is_refused_by_both() -> None:
    """Lay the tile of every turn everywhere else, and see all reasons against a place, R4.5 among them."""
    reasons: set[str] = set()
    for source in (document(crowded(2, seed)) for seed in (1, 2, 3, 4)):
        for length in range(12, 32, 3):
            game = copied(source)
            del game["result"], game["turns"][length:]
            last = game["turns"][-1]
            last.pop("draw", None)
            last.pop("piece")
            x, y = last["cell"]
            for dx, dy in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (2, 0), (0, 2), (1, 1), (4, 0), (0, 4)):
                for last["rotation"] in range(4):
                    last["cell"] = [x + dx, y + dy]
                    place, reason = engine_says(dump(game).encode())
                    assert verdict(game) == place, reason
                    reasons.add(reason.partition(": ")[2])
    assert reasons == {
        "",
        "a tile lies there already",
        "it joins two districts that each hold a skyscraper",
        "it shares no side with a tile of the city",
        "the city would be higher than 4 tiles",
        "the city would be wider than 4 tiles",
    }


def test_every_piece_on_every_square_is_judged_alike() -> None:
    reasons: set[str] = set()
    for seed in (1, 2):
        source = document(crowded(2, seed))
        for length in range(4, 32, 9):
            game = copied(source)
            del game["result"], game["turns"][length:]
            last = game["turns"][-1]
            last.pop("draw", None)
            for piece in list(game["components"]["pieces"])[::3]:
                for square in range(4):
                    last["piece"] = {"id": piece, "square": square}
                    place, reason = engine_says(dump(game).encode())
                    assert verdict(game) == place, reason
                    reasons.add(reason.partition(": ")[2])
    assert reasons == {
        "",
        "this piece is not in the supply",
        "a park or a sport facility is there",
        "a skyscraper stands on its own terrain only",
        "the district holds a skyscraper already",
    }


@pytest.mark.parametrize("mutation", SKILLED, ids=lambda mutation: str(mutation.__name__))
def test_each_mutation_changes_something(mutation: Any) -> None:
    random, source = Random(7), sources()[0]
    for _ in range(20):
        changed = copied(source)
        mutation(random, changed)
        if changed != source:
            return
    pytest.fail("it never did")
