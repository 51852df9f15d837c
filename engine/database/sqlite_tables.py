"""The tables of the journal and of its rows in SQLite, with the triggers that keep entries as they are."""

from collections.abc import Sequence

PROGRAM = 0x46505354
"""The ``application_id`` of Fieldpost's databases: FPST."""

SCHEMA = (
    """
create table entry (
    game text not null, seq integer not null check (seq > 0), kind text not null, side text not null, at text not null,
    body text not null, salt text not null, link text not null, primary key (game, seq)) without rowid;
create trigger entry_no_update before update on entry begin select raise(abort, 'the journal is append-only'); end;
create trigger entry_no_delete before delete on entry begin select raise(abort, 'the journal is append-only'); end;
create trigger entry_no_replace before insert on entry
    when exists (select 1 from entry where game = new.game and seq >= new.seq)
    begin select raise(abort, 'the journal is append-only'); end;
create index entry_opened on entry (at, game) where seq = 1;
create table secret (
    game text not null, promise text not null, secret blob not null, primary key (game, promise)) without rowid;
""",
)
"""The statements from each version of the schema (``user_version``) to the next; new ones are only appended."""

ROWS = (
    "create table head (game text primary key, change integer not null unique, seq integer not null,"
    " link text not null) without rowid",
    "insert into head select game, row_number() over (order by at, game), 0, '' from entry where seq = 1",
    "update head set seq = (select max(seq) from entry where game = head.game)",
    "update head set link = (select link from entry where game = head.game and seq = head.seq)",
    "create table game_row (game text primary key, seq integer not null, link text not null, form integer not null,"
    " name text not null, over integer not null, started integer not null, due text not null, began text not null,"
    " stopped integer not null, news integer not null, info text not null) without rowid",
    "create index game_row_due on game_row (due) where due != ''",
    "create index game_row_began on game_row (stopped, began)",
    # A thousand games are listed from it, without the pages that hold all the rest about them.
    "create index game_row_listed on game_row (game, seq, link, form, name, over, started)",
    # What is left out never ends a transaction, so a commit writes the head once.
    "create trigger entry_head after insert on entry when new.kind not in ('locked', 'happened', 'done', 'revealed')"
    """ and new.body not glob '{"as":"orders"*'"""
    " begin insert into head values (new.game, (select coalesce(max(change), 0) + 1 from head), new.seq, new.link)"
    " on conflict (game) do update set change = excluded.change, seq = excluded.seq, link = excluded.link; end",
)
"""Run once in a database that lacks one of ``LATEST``; all of it can be made again from the entries."""
LATEST = ("entry_head", "game_row_listed")
"""What a database made by an earlier program may lack of it."""


def statements(script: str) -> Sequence[str]:
    """The single statements of a script whose statements each begin a line with ``create``; executescript would commit
    on its own.
    """
    return [f"create{part}" for part in ("\n" + script.strip()).split("\ncreate")[1:]]
