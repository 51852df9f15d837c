"""`fieldpost archive`: finished games leave the database for files of their own, which verify; and come back."""

import os
import re
from argparse import Namespace
from contextlib import suppress
from pathlib import Path

from bot.hosting.archived_games import ArchivedGame
from bot.hosting.database import CommandFailed
from bot.hosting.engine_thread import EngineData
from bot.hosting.packed_games import Packed, pack, unpack
from bot.hosting.utc_now import utc_now
from engine.contract import counted
from engine.log.deadline import add_seconds
from engine.log.journal import ConflictingWrite, Entry
from engine.log.proof import ProofFailed
from engine.log.verify import verify, whole_entries
from engine.printable import printable_line

from .archived_rows import delete_rows, insert_rows, is_idle, read_rows
from .backup import sync_folder
from .existing_data import existing_data


class NotPacked(Exception):
    """This game stays in the database; the text says why."""


def archive(arguments: Namespace) -> int:
    """Returns 1 if a game had to stay that should not.  Raises CommandFailed."""
    if sum(map(bool, (arguments.folder, arguments.list, arguments.bring_back))) != 1:
        raise CommandFailed("Name a folder for the packed games, or give --list, or --bring-back FILE.")
    with existing_data(arguments.db) as data:
        if arguments.list:
            return _list(data)
        if arguments.bring_back:
            return _bring_back(data, Path(arguments.bring_back))
        return _archive_old(data, Path(arguments.folder), _age(arguments.older_than))


def _age(text: str) -> int:
    """Seconds of a number of days."""
    found = re.fullmatch(r"(\d{1,5})\s*d(?:ays?)?", text.strip(), re.ASCII)
    if text.strip().startswith("-"):
        raise CommandFailed(
            f"An age of {text.strip()} lies in the future. Write a number of days, such as 365d, or 0d."
        )
    if not found:
        raise CommandFailed(f"{text!r} is no age. Write a number of days, such as --older-than 365d.")
    return int(found[1]) * 86_400


def _archive_old(data: EngineData, folder: Path, age: int) -> int:
    now, packed, stayed = utc_now(), list[ArchivedGame](), 0
    before, new_folder = add_seconds(now, -age), not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise CommandFailed(f"{folder} cannot be made ({fault.strerror}).") from fault
    for game in [row.game for row in data.table.listed(data.table.journal.games()) if row.over]:
        if data.table.journal.read(game, data.table.journal.length(game) - 1)[0].at > before:
            continue
        try:
            packed.append(archive_game(data, game, folder, now))
            print(f"{game}: {packed[-1].file}")
        except NotPacked as why:
            stayed += 1
            print(f"{game} stays in the database: {why}")
        except OSError as fault:
            raise CommandFailed(
                f"{folder} cannot be written ({fault.strerror}). What was packed before is safe, and {game} is still in"
                " the database."
            ) from fault
    if not packed and new_folder:
        with suppress(OSError):
            folder.rmdir()
    entries = counted(sum(archived.length for archived in packed), "entry")
    print(f"Packed {counted(len(packed), 'game')} with {entries}." if packed else "No game was packed.")
    return 1 if stayed else 0


def archive_game(data: EngineData, game: str, folder: Path, now: str) -> ArchivedGame:
    """Pack one game, verify the file as it is on the disk, and only then take the game out of the database.

    Killed in between, the game is in both, and the next call goes on.  Raises NotPacked, which leaves no new file,
    OSError, and Refused.
    """
    if reason := is_idle(data, game):
        raise NotPacked(reason)
    log, beside = data.table.export(game), read_rows(data, game)
    file = folder.resolve() / f"{game}.zip"
    is_new = _write(file, pack(game, Packed(log, beside)))
    try:
        return _take_out(data, game, file, now, is_new=is_new)
    except NotPacked:
        if is_new:
            file.unlink(missing_ok=True)
        raise


def _take_out(data: EngineData, game: str, file: Path, now: str, *, is_new: bool) -> ArchivedGame:
    """Verify the packed file, and take the game out of the database.  Raises NotPacked, OSError, and Refused."""
    info = data.table.game(game)
    entries = _verified(unpack(file.read_bytes(), str(file)).log)
    if entries != data.table.journal.read(game):
        if is_new:
            raise NotPacked("something happened in it while it was packed.")
        raise NotPacked(f"{file} is not this game as it is now. Move that file away, and try again.")
    archived = ArchivedGame(game, info.name, len(entries), entries[-1].link, entries[-1].at, now, str(file))
    try:
        with data.table.journal.transaction():
            data.table.journal.take_out(game, archived.length, archived.link)
            delete_rows(data, game)
            data.table.archived.add(archived)
    except ConflictingWrite as changed:
        raise NotPacked("it is the game in which something happened last.") from changed
    return archived


def _write(file: Path, packed: bytes) -> bool:
    """Whether the file is new.  One that is there already stays as it is: it may be this game's, from a call that was
    killed.
    """
    if file.exists():
        return False
    unfinished = file.with_name(f"{file.name}.unfinished")
    with open(unfinished, "wb") as stream:
        stream.write(packed)
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(unfinished, file)
    sync_folder(file)
    return True


def _verified(log: bytes) -> tuple[Entry, ...]:
    """Raises NotPacked for a log that does not prove itself, or not all of it."""
    audit = verify(log)
    if not audit.holds:
        raise NotPacked(f"its log is not proved. Entry {audit.entry}: {audit.fault}")
    try:
        return whole_entries(log)
    except ProofFailed as withheld:
        raise NotPacked("a part of it is still secret, so its log is not the whole game.") from withheld


def _list(data: EngineData) -> int:
    found = data.table.archived.all()
    for game in found:
        gone = "" if Path(game.file).exists() else ", where it is no longer"
        ended = f"{counted(game.length, 'entry')} to {game.last[:10]}"
        print(printable_line(f"{game.game} ({game.name}): {ended}, packed {game.at[:10]} into {game.file}{gone}"))
    if not found:
        print("No game is archived.")
    return 0


def _bring_back(data: EngineData, file: Path) -> int:
    try:
        packed = unpack(file.read_bytes(), str(file))
        entries = whole_entries(packed.log)
    except OSError as fault:
        raise CommandFailed(f"{file} cannot be read ({fault.strerror}).") from fault
    except ProofFailed as fault:
        raise CommandFailed(f"{file} is not a whole packed game: entry {fault.entry}: {fault.says}") from fault
    audit = verify(packed.log)
    game, last = entries[0].game, entries[-1].link
    if not audit.holds or not audit.entries:
        raise CommandFailed(f"{file} does not verify: {audit.fault} Nothing was changed.")
    if data.table.journal.length(game):
        raise CommandFailed(f"There is a game {game} in the database already. Nothing was changed.")
    known = data.table.archived.find(game)
    if known and known.link != last:
        raise CommandFailed(f"{file} does not end as {game} did, which went into {known.file}. Nothing was changed.")
    with data.table.journal.transaction():
        data.table.journal.add_entries(entries)
        if known:  # from this database: where it was played is true still
            insert_rows(data, packed.beside)
        data.table.archived.remove(game)
        data.table.refresh(game)
    print(f"{game}: {counted(len(entries), 'entry')} are in the database again. {file} stays where it is.")
    return 0
