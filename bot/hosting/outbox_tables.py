"""The tables of the outbox, in both databases."""

from collections.abc import Mapping

from engine.database.database import Dialect

_SQLITE = """
create table if not exists {prefix}destination (
  game text primary key, address text not null, tag text not null,
  seen integer not null default 0, called text not null default '', trouble text not null default '') strict;
create table if not exists {prefix}delivery (
  game text not null, seq integer not null, part integer not null, body text not null,
  tried text not null default '', message text not null default '',
  primary key (game, seq, part)) strict, without rowid;
create table if not exists invitation (game text primary key, player text not null) strict;
create index if not exists {prefix}destination_address on {prefix}destination (address);
create index if not exists {prefix}delivery_waiting on {prefix}delivery (game, seq, part) where message = '';
"""
_POSTGRESQL = """
create table if not exists {prefix}destination (
  game text collate "C" primary key, address text collate "C" not null, tag text not null,
  seen bigint not null default 0, called text not null default '', trouble text not null default '',
  rowid bigint generated always as identity);
create table if not exists {prefix}delivery (
  game text collate "C" not null, seq bigint not null, part bigint not null, body text not null,
  tried text not null default '', message text not null default '',
  primary key (game, seq, part));
create table if not exists invitation (game text collate "C" primary key, player text not null);
create index if not exists {prefix}destination_address on {prefix}destination (address);
create index if not exists {prefix}delivery_waiting on {prefix}delivery (game, seq, part) where message = '';
"""
"""``rowid`` counts the destinations, as SQLite does by itself."""
_FROM_VERSION_1 = """
insert into destination select game, 'discord:' || guild || '/' || channel || '/' || iif(home = channel, 0, home),
  tag, seen, awaited, trouble from place order by rowid;
insert into delivery select game, seq, part, body, tried, iif(message = 0, '', message) from post;
drop table place;
drop table post;
"""
"""Version 1 knew no way out but Discord, and its addresses filled three columns."""


MOVED = {"place": _FROM_VERSION_1}
"""The table by which version 1 is known, and how its posts are brought over."""


def table_prefix(door: str) -> str:
    """What the names of a door's own tables begin with; those of Discord are the oldest and have no prefix."""
    return "" if door == "discord" else f"{door}_"


def tables(door: str) -> Mapping[Dialect, str]:
    """The statements that create what a door needs; invitations are shared by all."""
    prefix = table_prefix(door)
    return {"sqlite": _SQLITE.format(prefix=prefix), "postgresql": _POSTGRESQL.format(prefix=prefix)}
