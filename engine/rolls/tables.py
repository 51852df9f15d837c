"""The tables of dice logs and macros, in both databases.

``roll_entry`` and ``roll_secret`` are for dice logs what ``entry`` and ``secret`` are for games, with triggers that
keep entries as they are.  A row of ``roll`` says where a roll is in its log; it is derived, but for what becomes of it
outside of the log: ``noted`` is the message that told the channel of a sealed roll.
"""

from collections.abc import Mapping

from engine.database.database import Dialect

STORE = ("roll_entry", "roll_secret")
_TABLES = """
create table if not exists roll_entry (
  game text{c} not null, seq {int} not null check (seq > 0), kind text not null, side text not null, at text not null,
  body text not null, salt text not null, link text not null, primary key (game, seq)){end};
create table if not exists roll_secret (
  game text{c} not null, promise text not null, secret {bytes} not null, primary key (game, promise)){end};
create table if not exists roll (
  game text{c} not null, number {int} not null, seq {int} not null, nonce text not null unique, player text not null,
  sealed {int} not null, bound text not null, revealed {int} not null default 0, revealing text not null default '',
  noted text not null default '', primary key (game, number)){end};
create table if not exists macro (
  player text not null, word text not null, name text not null, expression text not null,
  primary key (player, word)){end};
"""
_SQLITE = """
create trigger if not exists roll_entry_no_update before update on roll_entry
  begin select raise(abort, 'the dice log is append-only'); end;
create trigger if not exists roll_entry_no_delete before delete on roll_entry
  begin select raise(abort, 'the dice log is append-only'); end;
create trigger if not exists roll_entry_no_replace before insert on roll_entry
  when exists (select 1 from roll_entry where game = new.game and seq >= new.seq)
  begin select raise(abort, 'the dice log is append-only'); end;
"""
_POSTGRESQL = """
create or replace function roll_entry_continues() returns trigger language plpgsql as $$ begin
  if exists (select 1 from roll_entry where game = new.game and seq >= new.seq) then
    raise exception 'the dice log is append-only' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
drop trigger if exists roll_entry_no_change on roll_entry;
create trigger roll_entry_no_change before update or delete on roll_entry
  for each row execute function entry_append_only();
drop trigger if exists roll_entry_no_truncate on roll_entry;
create trigger roll_entry_no_truncate before truncate on roll_entry
  for each statement execute function entry_append_only();
drop trigger if exists roll_entry_no_replace on roll_entry;
create trigger roll_entry_no_replace before insert on roll_entry for each row execute function roll_entry_continues();
"""
TABLES: Mapping[Dialect, str] = {
    "sqlite": _TABLES.format(c="", int="integer", bytes="blob", end=" strict") + _SQLITE,
    "postgresql": _TABLES.format(c=' collate "C"', int="bigint", bytes="bytea", end="") + _POSTGRESQL,
}
COPIED = {
    "roll_secret": ("game", "promise", "secret"),
    "roll": (
        "game",
        "number",
        "seq",
        "nonce",
        "player",
        "sealed",
        "bound",
        "revealed",
        "revealing",
        "noted",
    ),
    "macro": ("player", "word", "name", "expression"),
}
"""The tables beside the entries, with their columns."""
