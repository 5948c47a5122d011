"""The arena: paired deals, every rotation, and numbers that can be checked by hand."""

from __future__ import annotations

import pytest

from engine.arena import Estimate, Outcome, arena, report


def outcome(deal: int, levels: str, totals: tuple[int, ...], shares: tuple[float, ...]) -> Outcome:
    return Outcome(deal, tuple(levels.split(",")), totals, shares, tuple((0.001, 0.003) for _ in totals))


def rows(lines: list[str]) -> dict[str, list[str]]:
    return {line.split()[0]: line.split()[1:] for line in lines if line}


def test_a_shared_win_counts_its_part_and_a_deal_is_one_observation() -> None:
    lines = list(
        report(
            [
                outcome(1, "hard,easy", (60, 40), (1, 0)),
                outcome(1, "easy,hard", (50, 50), (0.5, 0.5)),
                outcome(2, "hard,easy", (30, 50), (0, 1)),
                outcome(2, "easy,hard", (40, 60), (0, 1)),
            ]
        )
    )
    found = rows(lines)
    # hard: deal 1 shares (1 + 0.5) / 2 = 0.75, deal 2 (0 + 1) / 2 = 0.5; margins 20, 0 and -20, 20: 10 and 0
    assert found["hard"][:6] == ["62.5%", "24.5%", "+5.0", "9.8", "50.0", "9.8"]
    assert found["easy"][0] == "37.5%"
    assert found["hard"][6:] == ["2.0", "3"]
    assert found["1"] == ["37.5%", "45.0"]
    assert found["2"] == ["62.5%", "50.0"]
    assert lines[0].startswith("4 games of 2 players on 2 deals")


def test_every_deal_is_played_once_for_each_rotation() -> None:
    lines = list(arena(["random", "easy"], games=3, players=2, jobs=1, seed=5))
    assert lines[0].startswith("4 games of 2 players on 2 deals")
    assert set(rows(lines)) >= {"random", "easy", "1", "2"}


def test_levels_take_the_seats_in_turn() -> None:
    """Two levels at a table of four: a rotation by two is the same line-up."""
    lines = list(arena(["random", "greedy"], games=2, players=4, jobs=1, seed=5))
    assert lines[0].startswith("2 games of 4 players on 1 deals")


def test_the_interval_is_that_of_a_mean() -> None:
    estimate = Estimate.of([1.0, 2.0, 3.0, 4.0])
    assert estimate.mean == 2.5
    assert estimate.error == pytest.approx(1.96 * 1.29099 / 2, rel=1e-4)
