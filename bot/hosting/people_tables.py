"""The tables of people, in both databases: who they are, where they write from, and the keys of their seats."""

from collections.abc import Mapping

from engine.database.database import Dialect

_TABLES = """
create table if not exists person (
  player text primary key, name text not null, zone text not null default 'UTC'){strict};
create table if not exists contact (
  door text not null, address text not null, player text not null, state text not null default 'confirmed',
  since text not null, held text not null default '', failures integer not null default 0,
  primary key (door, address)){strict};
create table if not exists link_code (digest text primary key, player text not null, made text not null){strict};
create table if not exists seat_key (
  digest text primary key, game text not null, side text not null, player text not null, number integer not null,
  retired text not null default ''){strict};
create table if not exists door_secret (name text primary key, secret text not null){strict};
create table if not exists notice (player text not null, text text not null, since text not null){strict};
create index if not exists notice_player on notice (player);
create index if not exists contact_player on contact (player);
create index if not exists seat_key_seat on seat_key (game, side);
"""
TABLES: Mapping[Dialect, str] = {"sqlite": _TABLES.format(strict=" strict"), "postgresql": _TABLES.format(strict="")}
