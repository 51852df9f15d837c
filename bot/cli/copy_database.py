"""`fieldpost copy-db`: all games of one database to another, in one transaction, checked by their chains."""

from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bot.hosting.absences import Absences
from bot.hosting.archived_games import ArchivedGame, ArchivedGames
from bot.hosting.database import CommandFailed
from bot.hosting.direct_messages import Direct, DirectMessages
from bot.hosting.forum_queue import ForumQueue
from bot.hosting.forum_tables import COLUMNS
from bot.hosting.halted_games import COLUMNS as HALTED
from bot.hosting.halted_games import HaltedGames
from bot.hosting.league_places import COLUMNS as LEAGUE_PLACES
from bot.hosting.league_places import LeaguePlaces
from bot.hosting.mail_queue import MailQueue, QueuedMail
from bot.hosting.notes import COLUMNS as NOTES
from bot.hosting.notes import Notes
from bot.hosting.openings import Openings
from bot.hosting.outbox import DOORS, Destination, Outbox
from bot.hosting.outbox_tables import table_prefix
from bot.hosting.own_settings import OwnSettingsStore
from bot.hosting.people import People
from bot.hosting.reminder_tables import create_tables
from bot.hosting.reservations import COLUMNS as RESERVED
from bot.hosting.reservations import Reservations
from bot.hosting.sandboxes import COLUMNS as SANDBOX
from bot.hosting.sandboxes import Sandboxes
from bot.hosting.saved_armies import COLUMNS as ARMIES
from bot.hosting.saved_armies import SavedArmies
from bot.hosting.serve_lock import serve_lock
from bot.hosting.server_tables import COLUMNS as SERVER_COLUMNS
from bot.hosting.status_messages import StatusMessage, StatusMessages
from bot.hosting.uptime import Uptime
from engine.contract import counted
from engine.database.address import Address, is_server, without_password
from engine.errors import Refused
from engine.game.kept_drafts import COLUMNS as KEPT_DRAFTS
from engine.game.kept_drafts import KeptDrafts
from engine.game.press import COPIED as PRESS
from engine.game.press import PressStore
from engine.game.pseudonyms import COPIED as PSEUDONYMS
from engine.game.pseudonyms import Pseudonyms
from engine.leagues.kept_bids import COLUMNS as LEAGUE_BIDS
from engine.leagues.kept_bids import KeptBids
from engine.log.chain_check import check_chain
from engine.log.game_rows import GameRow
from engine.log.journal import EntryStore, Journal
from engine.rolls.tables import COPIED

from .database_contents import dice_logs, in_words, leagues

TABLES = {
    "secret": ("game", "promise", "secret"),
    "game_row": GameRow.__struct_fields__,
    "delivery": ("game", "seq", "part", "body", "tried", "message"),
    "invitation": ("game", "player"),
    "kept_draft": KEPT_DRAFTS,
    "reminder_plan": ("game", "due", "at"),
    "reminder_person": ("game", "player", "kind", "at"),
    "reminder_given": ("game", "door", "player", "kind", "due", "also"),
    **PRESS,
    **PSEUDONYMS,
    **RESERVED,
    **NOTES,
    "status_message": StatusMessage._fields,
}
"""What is kept beside the entries, by game."""
WHOLE = {
    "person": ("player", "name", "zone"),
    "contact": ("door", "address", "player", "state", "since", "held", "failures"),
    "notice": ("player", "text", "since"),
    "link_code": ("digest", "player", "made"),
    "seat_key": ("digest", "game", "side", "player", "number", "retired"),
    "door_secret": ("name", "secret"),
    "absence": ("player", "since", "until"),
    "sandbox": SANDBOX,
    "own_setting": ("player", "name", "value"),
    **ARMIES,
    "direct_message": (*Direct._fields, "state", "after"),
    "direct_closed": ("player", "since"),
    "mail_in": ("key", "sender", "arrived"),
    "mail_out": (*QueuedMail._fields, "state"),
    "mail_out_place": ("id", "place"),
    **COLUMNS,
    **SERVER_COLUMNS,
    **HALTED,
    **LEAGUE_PLACES,
    **LEAGUE_BIDS,
    "archived_game": ArchivedGame._fields,
    "uptime": ("one", "at"),
    **COPIED,
}
"""What belongs to no game alone: people, their addresses and macros, servers' options and scenarios, the rolls of dice
logs, and what the other doors have on their way.
"""
PLACES: Mapping[str, tuple[str, ...]] = {f"{table_prefix(door)}destination": Destination._fields for door in DOORS}
"""Where each door plays its games, which are listed in the order in which they came."""


def copy_db(arguments: Namespace) -> int:
    """Raises CommandFailed, and then the new database has no games."""
    source, target = (_address(word) for word in (arguments.source, arguments.target))
    if not (is_server(source) or Path(source).exists()):
        raise CommandFailed(f"There is no database {source}. Name the one that has the games first.")
    if source == target:
        raise CommandFailed(f"{without_password(source)} cannot be copied to itself. Name a new database second.")
    with ExitStack() as stack:
        try:
            stack.enter_context(serve_lock(source))
            stack.enter_context(serve_lock(target))
            old, new = (stack.enter_context(_opened(address)) for address in (source, target))
            copied = _copy_all(old, new)
        except Refused as refused:
            raise CommandFailed(str(refused)) from None
    print(f"Copied {in_words(*copied)} from {old.path} to {new.path}. Every chain is valid there.")
    return 0


def _address(word: str) -> Address:
    return word if is_server(word) else Path(word)


@contextmanager
def _opened(address: Address) -> Iterator[Journal]:
    """A journal that no bot uses, with the outbox's tables."""
    journal = Journal(address)
    try:
        journal.database.serve_alone()
        for door in DOORS:
            Outbox(journal, door)
        OwnSettingsStore(journal, People(journal))
        MailQueue(journal)
        DirectMessages(journal)
        ForumQueue(journal)
        create_tables(journal.database)
        HaltedGames(journal)
        ArchivedGames(journal)
        dice_logs(journal)
        leagues(journal)
        Absences(journal)
        Sandboxes(journal)
        Reservations(journal)
        LeaguePlaces(journal)
        Openings(journal)
        StatusMessages(journal)
        Uptime(journal)
        for tables in (PressStore, Pseudonyms, Notes, SavedArmies, KeptBids):
            tables(journal.database)
        KeptDrafts(journal.database).create_table()
        yield journal
    finally:
        journal.close()


def _copy_all(old: Journal, new: Journal) -> tuple[dict[str, int], dict[str, int], dict[str, int]]:
    """The number of entries of each game, of each dice log, and of each league."""
    old_rolls, new_rolls = dice_logs(old), dice_logs(new)
    old_leagues, new_leagues = leagues(old), leagues(new)
    with old.transaction(), new.transaction():
        old.database.lock("")
        new.database.lock("")
        if new.games() or new_rolls.games() or new_leagues.games():
            counts = (("game", new), ("dice log", new_rolls), ("league", new_leagues))
            has = " and ".join(counted(len(found), noun) for noun, store in counts if (found := store.games()))
            raise CommandFailed(f"{new.path} has {has} already. Name a new file, or an empty database.")
        change = old.rows.last_change()
        copied = {game: _copy_game(old, new, game) for game in old.games()}
        for table, columns in PLACES.items():
            _copy_rows(old, new, f"select {', '.join(columns)} from {table} order by rowid", table, columns)
        rolled = {log: _copy_chain(old_rolls, new_rolls, log) for log in old_rolls.games()}
        held = {league: _copy_chain(old_leagues, new_leagues, league) for league in old_leagues.games()}
        for table, columns in WHOLE.items():
            _copy_rows(old, new, f"select {', '.join(columns)} from {table}", table, columns)
        if old.rows.last_change() != change:
            raise CommandFailed(
                f"Somebody played in {old.path} meanwhile, so nothing was copied. Stop all programs that use it,"
                " and try again."
            )
    return copied, rolled, held


def _copy_game(old: Journal, new: Journal, game: str) -> int:
    """The number of its entries."""
    for table, columns in TABLES.items():
        found = f"select {', '.join(columns)} from {table} where game = ?"
        _copy_rows(old, new, found, table, columns, game)
    return _copy_chain(old, new, game)


def _copy_chain(old: EntryStore, new: EntryStore, game: str) -> int:
    """The number of entries, whose links are checked here and there."""
    entries = old.read(game)
    check_chain(entries)
    new.add_entries(entries)
    written = new.read(game)
    check_chain(written)
    if [entry.link for entry in written] != [entry.link for entry in entries]:
        raise CommandFailed(f"{new.database.name} did not take {game} as it is, so nothing was copied.")
    return len(written)


def _copy_rows(old: Journal, new: Journal, query: str, table: str, columns: tuple[str, ...], *values: str) -> None:
    places = ", ".join("?" * len(columns))
    rows = old.database.query(query, values)
    if rows:
        new.database.execute_many(f"insert into {table} ({', '.join(columns)}) values ({places})", rows)
