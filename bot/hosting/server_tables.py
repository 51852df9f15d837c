"""The tables of servers, in both databases: what their managers chose, who opened which game, and own scenarios."""

from collections.abc import Mapping

from engine.database.database import Dialect

_TABLES = """
create table if not exists server_option (
  server text not null, name text not null, value text not null, primary key (server, name)){strict};
create table if not exists opened_game (
  game text primary key, player text not null, server text not null, at text not null){strict};
create table if not exists own_scenario (
  server text not null, name text not null, id text not null, title text not null, system text not null,
  size {int} not null, source text not null, player text not null, at text not null,
  primary key (server, name)){strict};
create index if not exists opened_game_player on opened_game (player, server);
create index if not exists opened_game_server on opened_game (server);
"""
TABLES: Mapping[Dialect, str] = {
    "sqlite": _TABLES.format(strict=" strict", int="integer"),
    "postgresql": _TABLES.format(strict="", int="bigint"),
}
COLUMNS = {
    "server_option": ("server", "name", "value"),
    "opened_game": ("game", "player", "server", "at"),
    "own_scenario": ("server", "name", "id", "title", "system", "size", "source", "player", "at"),
}
"""The columns of each table, for those who copy them."""
