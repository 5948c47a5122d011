"""Games and settings in SQLite: what was saved is not lost, and no file, however bad, keeps the app from starting.

What the disk does not accept waits in memory: it is read like the rest, and every later write brings it along.
"""

from __future__ import annotations

import errno
import itertools
import json
import math
import secrets
import sqlite3
import time
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple, TypeVar, overload

from engine import Box, Game, Phase, dump, read_game

NAME = "neoville.db"
APPLICATION = 0x4E656F76  # "Neov": the mark in the header of every store of ours
VERSION = 1
PATIENCE = 0.25  # seconds for another program to finish its write
LAST_DAY = 253402214400.0  # dates end with the year 9999: only a damaged row was changed later

_FILES = ("", "-journal", "-wal", "-shm")  # what SQLite appends to a store's name
_MAGIC, _HEADER = b"SQLite format 3\0", 100  # how every SQLite file begins, and the bytes of its header
_TABLES = {
    "game": "CREATE TABLE game(id INTEGER PRIMARY KEY, changed REAL, finished INTEGER, record TEXT)",
    "setting": "CREATE TABLE setting(key TEXT PRIMARY KEY, value TEXT)",
}
_TOLD = "unreadable games"  # the setting that remembers which rows the user knows of

Value = TypeVar("Value")


class Trouble(Enum):
    """What the user must be told; the app turns it into a sentence."""

    DAMAGED = auto()  # the store was set aside, or a game in it cannot be read and is kept
    FOREIGN = auto()  # set aside: not ours
    NEWER = auto()  # set aside: from a newer version of the app
    READ_ONLY = auto()  # from here on: nothing can be saved now, the game goes on in memory
    FULL = auto()
    LOCKED = auto()
    UNAVAILABLE = auto()


_UNFIT = (Trouble.DAMAGED, Trouble.FOREIGN, Trouble.NEWER)
_REASONS = {
    errno.EACCES: Trouble.READ_ONLY,
    errno.EPERM: Trouble.READ_ONLY,
    errno.EROFS: Trouble.READ_ONLY,
    errno.ENOSPC: Trouble.FULL,
    errno.EDQUOT: Trouble.FULL,
}
_CODES = {
    sqlite3.SQLITE_BUSY: Trouble.LOCKED,
    sqlite3.SQLITE_LOCKED: Trouble.LOCKED,
    sqlite3.SQLITE_PROTOCOL: Trouble.LOCKED,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
    sqlite3.SQLITE_ERROR: Trouble.DAMAGED,  # our few statements are right, so what they meet is wrong
}


class _UnfitError(Exception):
    """A store that is not whole, or not for us."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble)
        self.trouble = trouble


# Python cannot decode SQLite's complaint about a broken word: then it raises UnicodeError instead.
_SQLITE_FAULTS = (sqlite3.Error, UnicodeError)
_FAULTS = (OSError, _UnfitError, *_SQLITE_FAULTS)


@dataclass(frozen=True)
class SavedGame:
    """A game of the store, and when it was changed (Unix time)."""

    id: int
    changed: float
    game: Game


class _Row(NamedTuple):
    """A game as the table holds it, besides its id."""

    changed: float
    finished: bool
    record: str


class Store:
    """Every game and every setting, in one file of the app's folder."""

    def __init__(self, folder: Path) -> None:
        self.troubles: list[Trouble] = []  # from opening and reading, also later on; `save` returns its own
        self.aside: list[Path] = []  # where unfit stores went
        self._path = folder / NAME
        self._db: sqlite3.Connection | None = None
        self._writable = False
        self._patience = PATIENCE  # or none: a trouble that is known is not waited for at every action
        self._latest = 0.0
        self._games: dict[int, _Row | None] = {}  # waiting for the disk; None: to be deleted
        self._settings: dict[str, str] = {}  # waiting for the disk
        self._box: tuple[Box, str] | None = None  # of the game saved last, and how it is written
        if trouble := self._connect():
            self._tell(trouble)

    def new_game(self, game: Game) -> int:
        """Give a game its row; `save` will say whether the disk took it."""
        id = secrets.randbits(53)  # not counted: a game that waits must not meet one on a disk that cannot be read
        self.save(id, game)
        return id

    def save(self, id: int, game: Game) -> Trouble | None:
        """Write a game. With None it is on the disk, otherwise it waits in memory for the reason returned."""
        self._latest = max(time.time(), math.nextafter(self._latest, math.inf))  # clocks jump backwards
        self._games[id] = _Row(self._latest, game.state.phase is Phase.OVER, self._text(game))
        return self._write()

    def delete(self, id: int) -> None:
        """Forget a game."""
        self._games[id] = None
        self._write()

    def unfinished(self) -> list[SavedGame]:
        """The games that can be continued, last changed first; rows that cannot be read stay where they are."""
        return self._listed(finished=False)

    def finished(self) -> list[SavedGame]:
        """The games that are over, last changed first."""
        return self._listed(finished=True)

    def load(self, id: int) -> Game | None:
        """A game; None if there is none that can be read."""
        if id in self._games:
            found: list[Any] = [(row.changed, row.record)] if (row := self._games[id]) else []
        else:
            found = self._select("SELECT changed, CAST(record AS BLOB) FROM game WHERE id = ?", id)
        saved = self._read(id, *found[0]) if found else None
        return saved.game if saved else None

    @overload
    def setting(self, key: str, default: None) -> Any: ...
    @overload
    def setting(self, key: str, default: Value) -> Value: ...
    def setting(self, key: str, default: Any) -> Any:
        """A JSON value; the default if there is none of its type. To None every type is right."""
        if key in self._settings:
            found: list[Any] = [(self._settings[key],)]
        else:
            found = self._select("SELECT CAST(value AS BLOB) FROM setting WHERE key = ?", key)
        try:
            value = json.loads(found[0][0])
            if type(default) is float and type(value) in (int, float):  # 1 and 1.0 are the same to JSON
                return float(value) if math.isfinite(value) else default
        except (IndexError, OverflowError, RecursionError, TypeError, ValueError):
            return default
        return value if default is None or type(value) is type(default) else default

    def put_setting(self, key: str, value: object) -> None:
        """Keep a JSON value."""
        self._settings[key] = json.dumps(value, allow_nan=False)
        self._write()

    def close(self) -> None:
        """Leave the disk alone; what still waits tries it once more."""
        if self._games or self._settings:
            self._write()
        self._disconnect()

    def _text(self, game: Game) -> str:
        """The record in one line. Half of it is the box, which stays the same from save to save."""
        document = game.record()
        box, components = game.state.box, document.pop("components")
        if self._box is None or self._box[0] is not box:
            self._box = box, dump({"components": components})
        return f"{self._box[1][:-1]},{dump(document)[1:]}"

    def _listed(self, finished: bool) -> list[SavedGame]:
        # Records as bytes: a single broken letter would keep Python from fetching the other rows.
        query = "SELECT id, changed, CAST(record AS BLOB) FROM game WHERE (finished IS 1) = ?"
        rows = [row for row in self._select(query, finished) if row[0] not in self._games]
        rows += [(id, row.changed, row.record) for id, row in self._games.items() if row and row.finished == finished]
        found = [saved for row in rows if (saved := self._read(*row))]
        return sorted(found, key=lambda saved: saved.changed, reverse=True)

    def _read(self, id: int, changed: Any, record: Any) -> SavedGame | None:
        """Replay a row; one that cannot be is told of once and for all."""
        try:
            return SavedGame(id, min(max(float(changed), 0.0), LAST_DAY), read_game(json.loads(record)))
        except (RecursionError, TypeError, ValueError):
            told: list[int] = self.setting(_TOLD, [])
            if id not in told:
                self.put_setting(_TOLD, [*told, id])
                self._tell(Trouble.DAMAGED)
            return None

    def _select(self, query: str, value: object) -> list[Any]:
        """Rows from the disk; none if it cannot be read."""
        if self._db is None:
            self._connect()
        if self._db is None:
            return []
        try:
            return self._db.execute(query, (value,)).fetchall()
        except _SQLITE_FAULTS as fault:
            trouble = _trouble(fault, self._path.parent)
            if trouble in _UNFIT:
                self._connect()  # looks closer, and sets the store aside if that is true
            self._tell(trouble)
            return []

    def _tell(self, trouble: Trouble) -> None:
        if trouble not in self.troubles:
            self.troubles.append(trouble)

    def _write(self) -> Trouble | None:
        """Bring all that waits to the disk."""
        trouble = None if self._writable else self._connect()
        trouble = trouble or self._commit()
        if trouble in _UNFIT:  # it broke while in use
            trouble = self._connect() or self._commit()
        return Trouble.UNAVAILABLE if trouble in _UNFIT else trouble

    def _commit(self) -> Trouble | None:
        if self._db is None:
            return Trouble.UNAVAILABLE
        games = [(id, *row) for id, row in self._games.items() if row]
        deleted = [(id,) for id, row in self._games.items() if not row]
        try:
            self._db.execute(f"PRAGMA busy_timeout = {self._patience * 1000:.0f}")
            self._db.execute("BEGIN IMMEDIATE")
            self._db.executemany("INSERT OR REPLACE INTO game VALUES (?, ?, ?, ?)", games)
            self._db.executemany("DELETE FROM game WHERE id = ?", deleted)
            self._db.executemany("INSERT OR REPLACE INTO setting VALUES (?, ?)", self._settings.items())
            self._db.execute("COMMIT")
        except _SQLITE_FAULTS as fault:
            with suppress(*_SQLITE_FAULTS):  # SQLite may have done so already
                self._db.execute("ROLLBACK")
            trouble = _trouble(fault, self._path.parent)
            self._writable = trouble is not Trouble.UNAVAILABLE  # what went away may come back as another file
            self._patience = 0.0
            return trouble
        self._patience = PATIENCE
        self._games.clear()
        self._settings.clear()
        return None

    def _connect(self) -> Trouble | None:
        """Open the store; one that is unfit is set aside, and a new one made."""
        trouble = self._attempt()
        if trouble in _UNFIT:
            try:
                self.aside.append(_set_aside(self._path, trouble))
            except OSError:
                return Trouble.UNAVAILABLE
            self.troubles.append(trouble)
            trouble = self._attempt()
        if trouble in (Trouble.READ_ONLY, Trouble.FULL):  # then games can at least be looked at
            self._db = _view(self._path)
        return Trouble.UNAVAILABLE if trouble in _UNFIT else trouble

    def _attempt(self) -> Trouble | None:
        self._disconnect()
        try:
            self._db = _open(self._path, self._patience)
            [latest] = self._db.execute(f"SELECT max(changed) FROM game WHERE changed < {LAST_DAY}").fetchone()
        except _FAULTS as fault:
            self._disconnect()
            self._patience = 0.0
            return _trouble(fault, self._path.parent)
        self._latest = max(self._latest, latest or 0.0)
        self._writable = True
        return None

    def _disconnect(self) -> None:
        if self._db is not None:
            with suppress(*_SQLITE_FAULTS):
                self._db.close()
        self._db, self._writable = None, False


def _open(path: Path, patience: float) -> sqlite3.Connection:
    """A connection to a store that is whole and ours; where nothing is, it is made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:  # not SQLite but this says why a file cannot be written
        file.seek(0)
        header = file.read(_HEADER)
    _check_header(header, path)
    db = sqlite3.connect(path, timeout=patience, isolation_level=None)
    try:
        db.execute("PRAGMA synchronous = FULL")  # with less, a flat battery takes the last actions
        if not header:
            _make(db)
        _check_content(db)
        db.execute("PRAGMA journal_mode = WAL")
    except BaseException:
        db.close()
        raise
    return db


def _check_header(header: bytes, path: Path) -> None:
    """Refuse what is not ours before SQLite touches it."""
    if not header:
        if _has_log(path):  # the store is lost, but not all of it: SQLite would delete the rest
            raise _UnfitError(Trouble.DAMAGED)
        return
    is_sqlite, is_whole = header.startswith(_MAGIC), len(header) == _HEADER
    is_ours = header[68:72] == APPLICATION.to_bytes(4)
    if not is_ours and (is_whole or not is_sqlite):
        raise _UnfitError(Trouble.FOREIGN)
    if not is_sqlite or not is_whole or header[18] not in (1, 2):  # with another number there SQLite only reads
        raise _UnfitError(Trouble.DAMAGED)


def _has_log(path: Path) -> bool:
    """Does something wait in SQLite's write-ahead log to be written into the store?"""
    log = Path(f"{path}-wal")
    return log.exists() and log.stat().st_size > 0


def _make(db: sqlite3.Connection) -> None:
    """The empty store, all or nothing."""
    db.execute("BEGIN IMMEDIATE")
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {VERSION}")
    for table in _TABLES.values():
        db.execute(table.replace("TABLE", "TABLE IF NOT EXISTS"))  # a second app may have been quicker
    db.execute("COMMIT")


def _check_content(db: sqlite3.Connection) -> None:
    """Refuse what is newer or not whole."""
    [version] = db.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise _UnfitError(Trouble.NEWER)
    is_whole = db.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)]
    tables = dict(db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'"))
    if version < VERSION or not is_whole or not _TABLES.items() <= tables.items():
        raise _UnfitError(Trouble.DAMAGED)


def _view(path: Path) -> sqlite3.Connection | None:
    """The same store for reading only; None if even that fails."""
    try:
        # SQLite makes files beside the store to read it, unless it is told that nobody writes; then it reads no log.
        mode = "mode=ro" if _has_log(path) else "mode=ro&immutable=1"
        db = sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True, timeout=0, isolation_level=None)
    except _FAULTS:
        return None
    try:
        _check_content(db)
    except _FAULTS:
        db.close()
        return None
    return db


def _set_aside(path: Path, trouble: Trouble) -> Path:
    """Rename a store, with all that belongs to it, to a name that is free; say which."""
    for number in itertools.count(1):
        aside = path.with_name(f"{path.stem}-{trouble.name.lower()}-{number}{path.suffix}")
        if not any(Path(f"{aside}{end}").exists() for end in _FILES):
            break
    for end in _FILES:
        with suppress(FileNotFoundError):
            Path(f"{path}{end}").rename(f"{aside}{end}")
    return aside


def _trouble(fault: OSError | sqlite3.Error | UnicodeError | _UnfitError, folder: Path) -> Trouble:
    """What went wrong, as the user must be told."""
    match fault:
        case _UnfitError():
            return fault.trouble
        case OSError():
            return _REASONS.get(fault.errno or 0, Trouble.UNAVAILABLE)
        case _:
            code = getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF  # the reason without its details
            return _CODES.get(code) or _trouble_of_folder(folder)


def _trouble_of_folder(folder: Path) -> Trouble:
    """Why SQLite cannot work there: it does not say, but another file has the same trouble."""
    try:
        with TemporaryFile(dir=folder) as file:
            file.write(bytes(2**16))
    except OSError as fault:
        return _trouble(fault, folder)
    return Trouble.UNAVAILABLE
