"""Learning: the readings of a city are just what its worth is made of, and corrections lead to what came of it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from engine import learning
from engine.__main__ import main
from engine.ai.search import Plan
from engine.ai.tables import Tables, entries, learned
from engine.learning import Lesson, correct, empty_tables, learn


def worth(tables: Tables, lesson: Lesson, left: int) -> float:
    moment = lesson.moments[-1 - left]
    parts = (entry for reading in moment.readings for entry in entries(reading, left))
    return moment.settled + sum(tables.tables[name][index] * factor for name, index, factor in parts)


def lessons(players: int = 2, seed: int = 1) -> list[Lesson]:
    return learning._play_one(learned(players), players, Plan(), seed)


def test_a_game_gives_each_seat_a_lesson_of_sixteen_moments() -> None:
    found = lessons(3)
    assert [len(lesson.moments) for lesson in found] == [16, 16, 16]
    assert not any(reading[0] in "TUXFSS" for lesson in found for reading in lesson.moments[-1].readings)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_readings_are_those_of_the_city_and_no_others(players: int) -> None:
    """One reading for each fact: what could be built is not among them."""
    for lesson in lessons(players, seed=3):
        for left, moment in enumerate(reversed(lesson.moments)):
            kinds = Counter(reading[0] for reading in moment.readings)
            assert kinds["PM"] == 2
            assert (kinds["F"], kinds["X"], kinds["SS"]) == ((1, 1, 7) if left else (0, 0, 0))
            assert kinds["SU"] == len({reading for reading in moment.readings if reading[0] == "SU"})
            assert sum(kinds[kind] for kind in ("T", "E", "M", "D0", "D1")) <= 16 - left


def test_the_last_moment_is_the_total_but_for_the_bonuses() -> None:
    for lesson in lessons(2):
        assert lesson.total - lesson.moments[-1].settled in (0, 5, 10)


def test_a_correction_moves_every_worth_towards_what_came_of_it() -> None:
    tables = Tables({name: list(numbers) for name, numbers in learned(2).tables.items()}, {})
    lesson = lessons()[0]
    before = [lesson.total - worth(tables, lesson, left) for left in range(16)]
    for _ in range(200):
        correct(tables, lesson, 0.2)
    after = [lesson.total - worth(tables, lesson, left) for left in range(16)]
    assert sum(error**2 for error in after) < 0.05 * sum(error**2 for error in before)


def test_an_entry_that_took_no_part_is_left_alone() -> None:
    tables, lesson = empty_tables(), lessons()[0]
    correct(tables, lesson, 0.5)
    touched = {
        (name, index)
        for left, moment in enumerate(reversed(lesson.moments))
        for reading in moment.readings
        for name, index, _ in entries(reading, left)
    }
    changed = {
        (name, index) for name, numbers in tables.tables.items() for index, number in enumerate(numbers) if number
    }
    assert changed
    assert changed <= touched


def test_learning_starts_from_nothing_and_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "GAMES", 1)
    monkeypatch.setattr(learning, "TASKS", 2)
    file = tmp_path / "tables.json"
    learn(file, players=2, games=2, step=0.3, noise=0.5, jobs=1, seed=1)
    first = Tables.load(file)
    learn(file, players=2, games=2, step=0.3, noise=0.5, jobs=1, seed=1)
    second = Tables.load(file)
    assert (first.made["games"], second.made["games"]) == (2, 4)
    assert first.made["start"] == second.made["start"] == "nothing"
    assert second.made["command"] == "learn --players 2 --games 2 --step 0.3 --noise 0.5 --seed 1"
    assert any(first.tables["U1"]) and first.tables != second.tables
    assert [path.name for path in tmp_path.iterdir()] == ["tables.json"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "empty: there is nothing in it"),
        ("[]", "the tables must be an object, not a list"),
        ('{"made": {"games": 0}}', "tables is missing"),
        ('{"made": {"games": 0}, "tables": {"T1": [1, 2]}}', "tables: T1 must hold 1280 entries, not 2"),
    ],
)
def test_broken_tables_are_refused_and_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, content: str, reason: str
) -> None:
    file = tmp_path / "tables.json"
    file.write_text(content)
    monkeypatch.setattr("sys.argv", ["engine", "learn", "--games", "1", "--file", str(file)])
    assert main() == 2
    assert capsys.readouterr().err == f"python -m engine: {reason}\n"
    assert file.read_text() == content
