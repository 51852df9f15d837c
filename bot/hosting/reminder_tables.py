"""The tables of reminders, in both databases."""

from collections.abc import Mapping

from engine.database.database import Database, Dialect

_TABLES = """
create table if not exists reminder_plan (game text{c} primary key, due text{c} not null, at text{c} not null){strict};
create table if not exists reminder_person (
  game text{c} not null, player text{c} not null, kind text{c} not null, at text{c} not null,
  primary key (game, player, kind)){strict};
create table if not exists reminder_given (
  game text{c} not null, door text{c} not null, player text{c} not null, kind text{c} not null, due text{c} not null,
  also text not null, primary key (game, door, player, kind)){strict};
create index if not exists reminder_plan_at on reminder_plan (at) where at != '';
create index if not exists reminder_person_player on reminder_person (player, at);
"""
TABLES: Mapping[Dialect, str] = {
    "sqlite": _TABLES.format(strict=" strict", c=""),
    "postgresql": _TABLES.format(strict="", c=' collate "C"'),
}
MOVED = {
    "reminder": "insert into reminder_plan select game, due, '' from reminder where at = ''"
    " and game not in (select game from reminder_plan);\ndrop table reminder",
    "reminder_door": "drop table reminder_door",
}
"""Earlier programs reminded everybody of a game at one moment; a deadline that was reminded of stays so."""


def create_tables(database: Database) -> None:
    database.create_tables(TABLES, MOVED)
