"""The tables of dice logs and macros, in both databases.

``roll_entry`` and ``roll_secret`` are for dice logs what ``entry`` and ``secret`` are for games, with triggers that
keep entries as they are.  A row of ``roll`` says where a roll is in its log; it is derived, but for what becomes of it
outside of the log: ``noted`` is the message that told the channel of a sealed roll.
"""

from collections.abc import Mapping

from engine.database.append_only import append_only
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
_TRIGGERS = append_only("roll_entry", "the dice log")
TABLES: Mapping[Dialect, str] = {
    "sqlite": _TABLES.format(c="", int="integer", bytes="blob", end=" strict") + _TRIGGERS["sqlite"],
    "postgresql": _TABLES.format(c=' collate "C"', int="bigint", bytes="bytea", end="") + _TRIGGERS["postgresql"],
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
