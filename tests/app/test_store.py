"""The store: what comes back, in which order, after which accidents, and what the user is told of them."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from zlib import crc32

import pytest

from app.store import APPLICATION, NAME, SavedGame, Store, Trouble
from engine import Game, dump, legal_actions, read_game
from tests.engine.games import play, walk

ROOT = Path(__file__).parents[2]
UNFIT = (Trouble.DAMAGED, Trouble.FOREIGN, Trouble.NEWER)


@contextmanager
def opened(folder: Path) -> Iterator[Store]:
    store = Store(folder)
    try:
        yield store
    finally:
        store.close()


def filled(folder: Path, *games: Game) -> list[int]:
    """The ids of these games in a store that was closed again."""
    with opened(folder) as store:
        return [store.new_game(game) for game in games or [walk(2, 1, 20)]]


def ids(games: list[SavedGame]) -> list[int]:
    return [saved.id for saved in games]


def connection(store: Store) -> sqlite3.Connection:
    assert store._db is not None
    return store._db


def alter(folder: Path, *statements: str) -> None:
    """What another program does to a store."""
    with closing(sqlite3.connect(folder / NAME)) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()


# What comes back


@pytest.mark.parametrize("steps", [0, 1, 2, 41])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_game_comes_back_as_it_was_left_with_its_hidden_pile(tmp_path: Path, seats: int, steps: int) -> None:
    game = walk(seats, steps, steps)
    [id] = filled(tmp_path, game)
    with opened(tmp_path) as store:
        [saved] = store.unfinished()
        loaded = store.load(id)
    assert loaded is not None
    assert saved.id == id
    assert saved.game.states == loaded.states == game.states
    assert saved.game.state.pile == game.state.pile
    assert (loaded.players, loaded.actions) == (game.players, game.actions)
    assert store.troubles == []


def test_what_is_stored_is_the_complete_record(tmp_path: Path) -> None:
    other = walk(3, 2, 9, box="lumpy")
    games = [walk(2, 1, 20), other, walk(4, 3, 5), other]
    games[0].extra["note"], games[2].setup_extra["seed"] = {"half a letter": "\ud800"}, 3
    found = filled(tmp_path, *games)
    with closing(sqlite3.connect(tmp_path / NAME)) as db:
        stored = dict(db.execute("SELECT id, record FROM game"))
    for id, game in zip(found, games, strict=True):
        assert json.loads(stored[id]) == json.loads(dump(game.record()))
        assert read_game(json.loads(stored[id])).states == game.states


def test_a_finished_game_moves_from_one_list_to_the_other(tmp_path: Path) -> None:
    game = play(2, 1, "chance")
    last = game.undo()
    with opened(tmp_path) as store:
        id = store.new_game(game)
        assert (ids(store.unfinished()), store.finished()) == ([id], [])
        game.apply(last)
        assert store.save(id, game) is None
        assert (store.unfinished(), ids(store.finished())) == ([], [id])
        assert store.finished()[0].game.states == game.states


def test_the_game_changed_last_is_the_first(tmp_path: Path) -> None:
    first, second, third = filled(tmp_path, walk(2, 1, 3), walk(2, 2, 3), walk(2, 3, 3))
    with opened(tmp_path) as store:
        assert ids(store.unfinished()) == [third, second, first]
        store.save(second, walk(2, 2, 4))
        assert ids(store.unfinished()) == [second, third, first]
    with opened(tmp_path) as store:
        assert ids(store.unfinished()) == [second, third, first]


def test_a_clock_that_jumps_backwards_does_not_disturb_the_order(tmp_path: Path) -> None:
    [ahead] = filled(tmp_path)
    alter(tmp_path, f"UPDATE game SET changed = {time.time() + 1e6}")
    with opened(tmp_path) as store:
        now = store.new_game(walk(2, 2, 2))
        games = store.unfinished()
        assert ids(games) == [now, ahead]
        assert games[0].changed > games[1].changed
        store.save(ahead, walk(2, 1, 21))
        assert ids(store.unfinished()) == [ahead, now]


@pytest.mark.parametrize("changed", ["9e300", "-9e300", "9e999"])
def test_a_time_that_cannot_be_is_shown_as_a_date_and_not_passed_on(tmp_path: Path, changed: str) -> None:
    filled(tmp_path)
    alter(tmp_path, f"UPDATE game SET changed = {changed}")
    with opened(tmp_path) as store:
        time.gmtime(store.unfinished()[0].changed)
        id = store.new_game(walk(2, 2, 2))
        [new] = [saved for saved in store.unfinished() if saved.id == id]
    assert abs(new.changed - time.time()) < 60


def test_a_deleted_game_is_gone_and_the_others_are_not(tmp_path: Path) -> None:
    first, second = filled(tmp_path, walk(2, 1, 3), walk(2, 2, 3))
    with opened(tmp_path) as store:
        store.delete(first)
        assert store.load(first) is None
        assert ids(store.unfinished()) == [second]
    with opened(tmp_path) as store:
        assert ids(store.unfinished()) == [second]
        store.delete(first)  # once more does no harm


def test_a_game_that_was_never_there_is_none(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        assert store.load(1) is None


def test_a_loaded_game_is_a_copy(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        id = store.new_game(walk(2, 1, 3))
        loaded = store.load(id)
        assert loaded is not None
        loaded.apply(legal_actions(loaded.state)[0])
        again = store.load(id)
        assert again is not None
        assert len(again.actions) == 3


# Settings


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store to spoil settings in."""
    with opened(tmp_path_factory.mktemp("shared")) as store:
        yield store


def test_settings_come_back(tmp_path: Path) -> None:
    values = {"sound": False, "scale": 1.5, "names": ["Ada", "Zoë 🌳"], "level": 3, "map": {"a": None}, "none": None}
    with opened(tmp_path) as store:
        for key, value in values.items():
            store.put_setting(key, value)
        store.put_setting("level", 4)
    with opened(tmp_path) as store:
        assert {key: store.setting(key, None) for key in values} == values | {"level": 4}
        assert store.setting("nothing", "default") == "default"


@pytest.mark.parametrize(
    ("stored", "default", "found"),
    [
        ("1", True, True),  # a number is no switch
        ("true", 1, 1),
        ("1.0", 1, 1),
        ("null", "a", "a"),
        ('["a"]', "a", "a"),
        ("2", 1.0, 2.0),
        ("1e999", 1.0, 1.0),
        ("NaN", 1.0, 1.0),
        ("1" + "0" * 400, 1.0, 1.0),
        ("9" * 9999, 1, 1),
        ("[" * 99999, None, None),
        ('"cut', "a", "a"),
        ("", "a", "a"),
        ('"b"', "a", "b"),
        ('"b"', None, "b"),
    ],
)
def test_a_setting_is_of_the_type_of_its_default(shared: Store, stored: str, default: object, found: object) -> None:
    connection(shared).execute("REPLACE INTO setting VALUES ('key', ?)", (stored,))
    value = shared.setting("key", default)
    assert (value, type(value)) == (found, type(found))


@pytest.mark.parametrize("stored", ["NULL", "7", "x'ff'", "CAST(x'22ff22' AS TEXT)"])
def test_a_setting_that_is_no_text_is_the_default(shared: Store, stored: str) -> None:
    connection(shared).execute(f"REPLACE INTO setting VALUES ('key', {stored})")
    assert shared.setting("key", "default") == "default"
    assert shared.troubles == []


# Stores that are set aside


def no_database(path: Path) -> None:
    path.write_text("Dear diary, " * 100)


def short_text(path: Path) -> None:
    path.write_text("x")


def another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE game(id INTEGER PRIMARY KEY, title TEXT)")


def another_program_with_a_mark(path: Path) -> None:
    filled(path.parent)
    alter(path.parent, "PRAGMA application_id = 7")


def newer(path: Path) -> None:
    filled(path.parent)
    alter(path.parent, "PRAGMA user_version = 2", "CREATE TABLE friend(name TEXT)")


def older_than_the_first(path: Path) -> None:
    filled(path.parent)
    alter(path.parent, "PRAGMA user_version = 0")


def cut(path: Path) -> None:
    filled(path.parent)
    os.truncate(path, path.stat().st_size // 2)


def cut_short(path: Path) -> None:
    filled(path.parent)
    os.truncate(path, 50)


def overwritten(path: Path) -> None:
    filled(path.parent)
    with path.open("r+b") as file:
        file.seek(200)
        file.write(Random(1).randbytes(path.stat().st_size - 200))


def without_a_beginning(path: Path) -> None:
    filled(path.parent)
    with path.open("r+b") as file:
        file.write(bytes(16))


def that_sqlite_only_reads(path: Path) -> None:
    filled(path.parent)
    with path.open("r+b") as file:
        file.seek(18)  # the version of the file format for writing
        file.write(b"\x09")


def with_a_broken_word(path: Path) -> None:
    filled(path.parent)
    path.write_bytes(path.read_bytes().replace(b"TABLE game", b"TABLE\xffgame"))


def without_a_table(path: Path) -> None:
    filled(path.parent)
    alter(path.parent, "DROP TABLE game")


def with_another_table(path: Path) -> None:
    filled(path.parent)
    alter(path.parent, "ALTER TABLE game RENAME COLUMN record TO diary")


def emptied_beside_its_log(path: Path) -> None:
    path.touch()
    Path(f"{path}-wal").write_bytes(b"the only trace of a game")


WRONG: dict[Callable[[Path], None], Trouble] = {
    no_database: Trouble.FOREIGN,
    short_text: Trouble.FOREIGN,
    another_program: Trouble.FOREIGN,
    another_program_with_a_mark: Trouble.FOREIGN,
    newer: Trouble.NEWER,
    older_than_the_first: Trouble.DAMAGED,
    cut: Trouble.DAMAGED,
    cut_short: Trouble.DAMAGED,
    overwritten: Trouble.DAMAGED,
    without_a_beginning: Trouble.DAMAGED,
    that_sqlite_only_reads: Trouble.DAMAGED,
    with_a_broken_word: Trouble.DAMAGED,
    without_a_table: Trouble.DAMAGED,
    with_another_table: Trouble.DAMAGED,
    emptied_beside_its_log: Trouble.DAMAGED,
}


@pytest.mark.parametrize("spoil", WRONG, ids=lambda spoil: spoil.__name__)
def test_an_unfit_store_is_set_aside_whole_and_a_new_one_works(tmp_path: Path, spoil: Callable[[Path], None]) -> None:
    spoil(tmp_path / NAME)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with opened(tmp_path) as store:
        aside = tmp_path / f"neoville-{WRONG[spoil].name.lower()}-1.db"
        assert (store.troubles, store.aside) == ([WRONG[spoil]], [aside])
        assert store.unfinished() == []
        id = store.new_game(walk(2, 3, 4))
        assert store.save(id, walk(2, 3, 5)) is None
    for name, content in before.items():
        assert (tmp_path / name.replace("neoville", aside.stem)).read_bytes() == content
    with opened(tmp_path) as store:
        assert (store.troubles, store.aside, ids(store.unfinished())) == ([], [], [id])


def test_what_was_set_aside_is_never_overwritten(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / NAME).write_text(f"diary {number}")
        with opened(tmp_path) as store:
            assert store.aside == [tmp_path / f"neoville-foreign-{number + 1}.db"]
    assert [(tmp_path / f"neoville-foreign-{n + 1}.db").read_text() for n in range(3)] == [
        "diary 0",
        "diary 1",
        "diary 2",
    ]


def test_a_name_is_not_free_while_a_log_has_it(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("diary")
    (tmp_path / "neoville-foreign-1.db-wal").write_text("another's")
    with opened(tmp_path) as store:
        assert store.aside == [tmp_path / "neoville-foreign-2.db"]
    assert (tmp_path / "neoville-foreign-1.db-wal").read_text() == "another's"


def test_the_log_of_a_killed_app_goes_aside_with_its_store(tmp_path: Path) -> None:
    """The log holds all that the store does not: together they can be read elsewhere."""
    killed, folder = tmp_path / "killed", tmp_path / "folder"
    with opened(killed) as store:
        id = store.new_game(walk(2, 1, 20))
        connection(store).execute("PRAGMA user_version = 2")
        folder.mkdir()
        for end in ("", "-wal"):
            shutil.copy(killed / f"{NAME}{end}", folder / f"{NAME}{end}")
    with opened(folder) as store:
        assert (store.troubles, store.unfinished()) == ([Trouble.NEWER], [])
    with closing(sqlite3.connect(store.aside[0])) as db:
        assert db.execute("SELECT id FROM game").fetchall() == [(id,)]


def test_an_empty_file_is_a_new_store(tmp_path: Path) -> None:
    (tmp_path / NAME).touch()
    (tmp_path / f"{NAME}-wal").touch()
    with opened(tmp_path) as store:
        assert store.troubles == []
        assert store.save(store.new_game(walk(2, 1, 1)), walk(2, 1, 2)) is None


def test_a_store_that_breaks_while_in_use_is_set_aside_and_the_game_saved_in_a_new_one(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        id = store.new_game(walk(2, 1, 20))
        break_in_use(store, tmp_path / NAME)
        assert store.save(id, walk(2, 1, 21)) is None
        assert store.troubles == [Trouble.DAMAGED]
        assert [path.exists() for path in store.aside] == [True]
    with opened(tmp_path) as store:
        assert [len(saved.game.actions) for saved in store.unfinished()] == [21]


def break_in_use(store: Store, path: Path) -> None:
    """Everything is in the file, nothing in SQLite's memory, and then the file breaks."""
    connection(store).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection(store).execute("PRAGMA shrink_memory")
    with path.open("r+b") as file:
        file.seek(100)
        file.write(b"\xaa" * (path.stat().st_size - 100))


def test_a_store_found_broken_while_reading_is_set_aside(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.new_game(walk(2, 1, 20))
        break_in_use(store, tmp_path / NAME)
        assert store.unfinished() == []
        assert (store.troubles, len(store.aside)) == ([Trouble.DAMAGED], 1)


def test_any_broken_byte_leaves_a_store_that_opens_and_saves_and_a_file_that_is_still_there(tmp_path: Path) -> None:
    filled(tmp_path / "good", walk(2, 1, 0))
    good = (tmp_path / "good" / NAME).read_bytes()
    for place in [*range(0, 110, 7), *range(110, len(good), len(good) // 25)]:
        folder = tmp_path / str(place)
        folder.mkdir()
        bad = bytearray(good)
        bad[place] ^= 0xFF
        (folder / NAME).write_bytes(bad)
        with opened(folder) as store:
            found = store.unfinished()
            assert set(store.troubles) <= set(UNFIT), place
            assert found or store.troubles, place
            assert len(store.aside) <= 1, place
            assert all(path.read_bytes() == bad for path in store.aside), place
            id = found[0].id if found else 1
            assert store.save(id, walk(2, 1, 1)) is None, place
        with opened(folder) as store:
            assert (store.troubles, ids(store.unfinished())) == ([], [id]), place


# Games that cannot be read


BROKEN = [
    "'{'",
    "'[]'",
    "''",
    "NULL",
    "7",
    "x'ff'",
    "CAST(x'7bff' AS TEXT)",  # no UTF-8
    "replace(record, 't05', 't06')",  # a tile dealt twice
    "printf('%.*c', 99999, '[')",
]


def test_broken_records_are_skipped_kept_and_told_of_once(tmp_path: Path) -> None:
    first, *broken, last = filled(tmp_path, *(walk(2, seed, 3) for seed in range(len(BROKEN) + 2)))
    alter(
        tmp_path,
        *(f"UPDATE game SET record = {record} WHERE id = {id}" for id, record in zip(broken, BROKEN, strict=True)),
    )
    with opened(tmp_path) as store:
        assert store.troubles == []
        assert ids(store.unfinished()) == ids(store.unfinished()) == [last, first]
        assert [store.load(id) for id in broken] == [None] * len(broken)
        assert (store.troubles, store.aside) == ([Trouble.DAMAGED], [])
    with opened(tmp_path) as store:
        assert ids(store.unfinished()) == [last, first]
        assert store.troubles == []
        assert connection(store).execute("SELECT count(*) FROM game").fetchone() == (len(BROKEN) + 2,)


# Disks that do not accept


def test_every_action_is_committed_for_good(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.new_game(walk(2, 1, 3))
        assert connection(store).execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection(store).execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
        assert connection(store).execute("PRAGMA application_id").fetchone() == (APPLICATION,)
        assert not connection(store).in_transaction


def test_without_a_folder_games_live_in_memory(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.write_text("a file")
    with opened(folder) as store:
        assert (store.troubles, store.aside) == ([Trouble.UNAVAILABLE], [])
        lives_in_memory(store, Trouble.UNAVAILABLE)
        folder.unlink()
    with opened(folder) as store:  # when it was closed, a folder could be made
        assert [len(saved.game.actions) for saved in store.unfinished()] == [4]
        assert store.setting("sound", True) is False


def test_without_a_file_games_live_in_memory(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    with opened(tmp_path) as store:
        assert (store.troubles, store.aside) == ([Trouble.UNAVAILABLE], [])
        lives_in_memory(store, Trouble.UNAVAILABLE)
        (tmp_path / NAME).rmdir()
        assert store.save(1, walk(2, 2, 1)) is None
    with opened(tmp_path) as store:
        assert [len(saved.game.actions) for saved in store.unfinished()] == [1, 4]


def lives_in_memory(store: Store, trouble: Trouble) -> None:
    """A store without a disk does all that the others do, and says so at every save."""
    one, other, over = (store.new_game(game) for game in (walk(2, 1, 3), walk(2, 2, 3), play(2, 1, "chance")))
    assert store.save(one, walk(2, 1, 4)) is trouble
    assert ids(store.unfinished()) == [one, other]
    assert ids(store.finished()) == [over]
    store.delete(other)
    store.delete(over)
    assert (ids(store.unfinished()), store.finished(), store.load(other)) == ([one], [], None)
    loaded = store.load(one)
    assert loaded is not None
    assert loaded.states == walk(2, 1, 4).states
    store.put_setting("sound", False)
    assert store.setting("sound", True) is False
    assert store.troubles == [trouble]


@contextmanager
def read_only(folder: Path, *writable: Path) -> Iterator[None]:
    """A folder in which nothing can be made, not even by root, who tests may run as and who obeys no permissions."""
    if not hasattr(os, "geteuid"):
        pytest.skip("permissions are another matter here")
    for path in folder.iterdir():
        path.chmod(0o666 if path in writable else 0o444)
    folder.chmod(0o555)
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)
        folder.chmod(0o777)
        for path in folder.iterdir():
            path.chmod(0o666)


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that every user can reach, unlike pytest's."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o777)
        yield Path(name)


def test_in_a_read_only_folder_games_can_be_read_and_played_on_in_memory(public: Path) -> None:
    stay, go = filled(public, walk(2, 1, 3), walk(2, 2, 3))
    with read_only(public):
        store = Store(public)
        assert (store.troubles, store.aside) == ([Trouble.READ_ONLY], [])
        assert ids(store.unfinished()) == [go, stay]
        assert store.save(stay, walk(2, 1, 4)) is Trouble.READ_ONLY
        store.delete(go)
        assert [len(saved.game.actions) for saved in store.unfinished()] == [4]
    assert store.save(stay, walk(2, 1, 5)) is None
    store.close()
    with opened(public) as store:
        assert [(saved.id, len(saved.game.actions)) for saved in store.unfinished()] == [(stay, 5)]


def test_in_a_read_only_folder_the_last_actions_of_a_killed_app_are_read_too(tmp_path: Path, public: Path) -> None:
    with opened(tmp_path) as store:
        store.new_game(walk(2, 1, 3))
        for path in tmp_path.iterdir():
            shutil.copy(path, public)
    with read_only(public):
        store = Store(public)
        assert store.troubles == [Trouble.READ_ONLY]
        assert [len(saved.game.actions) for saved in store.unfinished()] == [3]
    store.close()


def test_an_empty_folder_that_is_read_only_is_told_of(public: Path) -> None:
    with read_only(public):
        store = Store(public)
        lives_in_memory(store, Trouble.READ_ONLY)
    store.close()


def test_a_folder_without_room_for_the_log_is_told_of(public: Path) -> None:
    """The store could be written, but the files beside it cannot be made."""
    [id] = filled(public)
    with read_only(public, public / NAME):
        store = Store(public)
        assert store.troubles == [Trouble.READ_ONLY]
        assert ids(store.unfinished()) == [id]
        assert store.save(id, walk(2, 1, 21)) is Trouble.READ_ONLY
    store.close()


def test_an_unfit_store_that_cannot_be_renamed_is_left_alone(public: Path) -> None:
    (public / NAME).write_text("diary")
    with read_only(public, public / NAME):
        store = Store(public)
        assert store.aside == []
        lives_in_memory(store, Trouble.UNAVAILABLE)
        assert [path.read_text() for path in public.iterdir()] == ["diary"]
    store.close()
    assert [path.read_text() for path in store.aside] == ["diary"]  # now it could be


def test_on_a_full_disk_the_game_goes_on_and_is_written_when_there_is_room(tmp_path: Path) -> None:
    [before] = filled(tmp_path)
    with opened(tmp_path) as store:
        connection(store).execute("PRAGMA max_page_count = 1")  # it becomes the number of pages that there are
        id = store.new_game(walk(4, 1, 90))
        assert store.save(id, walk(4, 1, 91)) is Trouble.FULL
        assert store.save(id, walk(4, 1, 92)) is Trouble.FULL
        assert ids(store.unfinished()) == [id, before]
        assert connection(store).execute("SELECT id FROM game").fetchall() == [(before,)]
        connection(store).execute("PRAGMA max_page_count = 9999")
        assert store.save(before, walk(2, 1, 21)) is None  # and the other comes along
        assert store.troubles == []
    with opened(tmp_path) as store:
        assert [(saved.id, len(saved.game.actions)) for saved in store.unfinished()] == [(before, 21), (id, 92)]


def test_a_disk_that_fails_is_opened_anew(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    with opened(tmp_path) as store:
        id, before = store.new_game(walk(2, 1, 3)), connection(store)
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
        try:
            failed = [store.save(id, walk(2, 1, steps)) for steps in (4, 5)]
            kept = store.load(id)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert failed == [Trouble.UNAVAILABLE, Trouble.UNAVAILABLE]
        assert kept is not None
        assert len(kept.actions) == 5
        assert store.save(id, walk(2, 1, 6)) is None
        assert connection(store) is not before
        assert [len(saved.game.actions) for saved in store.unfinished()] == [6]


def test_while_another_program_writes_the_game_goes_on_after_a_short_wait(tmp_path: Path) -> None:
    [id] = filled(tmp_path, walk(2, 1, 3))
    with opened(tmp_path) as store, closing(sqlite3.connect(tmp_path / NAME, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert store.save(id, walk(2, 1, 4)) is Trouble.LOCKED
        assert 0 < wait(store) <= 300
        assert store.save(id, walk(2, 1, 5)) is Trouble.LOCKED
        assert wait(store) == 0  # known by now, and not waited for
        assert [len(saved.game.actions) for saved in store.unfinished()] == [5]
        other.execute("ROLLBACK")
        assert store.save(id, walk(2, 1, 6)) is None
        assert store.save(id, walk(2, 1, 7)) is None
        assert wait(store) > 0
        assert store.troubles == []


def wait(store: Store) -> int:
    """The milliseconds that the last write would have waited for another program."""
    [milliseconds] = connection(store).execute("PRAGMA busy_timeout").fetchone()
    return int(milliseconds)


def test_a_store_locked_from_the_start_is_used_as_soon_as_it_is_free(tmp_path: Path) -> None:
    [before] = filled(tmp_path, walk(2, 1, 3))
    with closing(sqlite3.connect(tmp_path / NAME, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("UPDATE game SET changed = 1")
        store = Store(tmp_path)
        assert (store.troubles, store.aside, store.unfinished()) == ([Trouble.LOCKED], [], [])
        id = store.new_game(walk(2, 2, 4))
        assert store.save(id, walk(2, 2, 5)) is Trouble.LOCKED
        assert ids(store.unfinished()) == [id]
    assert ids(store.unfinished()) == [id, before]
    assert store.save(id, walk(2, 2, 6)) is None
    store.close()
    with opened(tmp_path) as store:
        assert ids(store.unfinished()) == [id, before]


# Processes that die

CHILD = """
import sys
from pathlib import Path
from random import Random
from zlib import crc32
from app.store import Store
from engine import Game, Player, Setup, dump, legal_actions

store, random = Store(Path(sys.argv[1])), Random(int(sys.argv[2]))
while True:
    saved = store.unfinished()
    game = saved[0].game if saved else Game.new(Setup((Player("Ada"), Player("Bo"))), random.getrandbits(32))
    id = saved[0].id if saved else store.new_game(game)
    while legal := legal_actions(game.state):
        game.apply(random.choice(legal))
        if store.save(id, game) is None:
            print(id, len(game.actions), crc32(dump(game.record()).encode()), flush=True)
"""


def test_a_killed_process_loses_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    random = Random(8)
    for seed in range(8):
        command = [sys.executable, "-c", CHILD, str(tmp_path), str(seed)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
            assert process.stdout is not None
            first = process.stdout.readline()
            time.sleep(random.uniform(0, 0.05))
            process.kill()
            last = [first, *process.stdout.readlines()][-1]
        id, actions, digest = map(int, last.split())
        with opened(tmp_path) as store:
            game = store.load(id)
            assert store.troubles == []
        assert game is not None
        assert actions <= len(game.actions) <= actions + 1  # the last one may have been saved and not told
        while len(game.actions) > actions:
            game.undo()
        assert crc32(dump(game.record()).encode()) == digest
