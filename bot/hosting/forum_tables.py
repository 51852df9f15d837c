"""The tables of the door to a forum, in both databases."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.database.database import Dialect

_TABLES = """
create table if not exists forum_in (
  post text primary key, place text not null, author text not null, at text not null){strict};
create table if not exists forum_out (
  n {int} primary key, game text not null, kind text not null, place text not null, answers {int} not null,
  body text not null, text text not null default '', part {int} not null default 0,
  state text not null default 'waiting', tried text not null default '', due text not null,
  tries {int} not null default 0, post {int} not null default 0){strict};
create table if not exists forum_topic (
  game text primary key, owner text not null, place text not null default '', post {int} not null default 0,
  n {int} not null default 0, shown text not null default '', phase text not null default '',
  checked text not null default ''){strict};
create table if not exists forum_letter (
  place text primary key, account text not null, game text not null default '',
  newest {int} not null default 0){strict};
create table if not exists forum_pruned (place text primary key, post {int} not null){strict};
create table if not exists forum_account (id text primary key, handle text not null, name text not null){strict};
create table if not exists forum_note (name text primary key, value text not null){strict};
create index if not exists forum_in_place on forum_in (place);
create index if not exists forum_in_author on forum_in (author, at);
create index if not exists forum_out_unfinished on forum_out (n)
  where state in ('waiting', 'ready', 'sending', 'queued');
create index if not exists forum_topic_place on forum_topic (place);
"""
TABLES: Mapping[Dialect, str] = {
    "sqlite": _TABLES.format(strict=" strict", int="integer"),
    "postgresql": _TABLES.format(strict="", int="bigint"),
}
COLUMNS = {
    "forum_in": ("post", "place", "author", "at"),
    "forum_out": (
        "n",
        "game",
        "kind",
        "place",
        "answers",
        "body",
        "text",
        "part",
        "state",
        "tried",
        "due",
        "tries",
        "post",
    ),
    "forum_topic": ("game", "owner", "place", "post", "n", "shown", "phase", "checked"),
    "forum_letter": ("place", "account", "game", "newest"),
    "forum_pruned": ("place", "post"),
    "forum_account": ("id", "handle", "name"),
    "forum_note": ("name", "value"),
}
"""The columns of each table, for those who copy them."""


class GameTopic(NamedTuple):
    """``owner``: the account that opened the game here.  ``place``: its topic, "" until it is there.

    ``post``: the status post, with the mark ``n``; ``shown``: what it says, written in the phase ``phase``.
    ``checked``: when the topic was last looked at.
    """

    game: str
    owner: str
    place: str
    post: int
    n: int
    shown: str
    phase: str
    checked: str
