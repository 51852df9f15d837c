"""The table of leagues' logs, in both databases, with triggers that keep entries as they are."""

from collections.abc import Mapping

from engine.database.append_only import append_only
from engine.database.database import Dialect

STORE = ("league_entry", "secret")
"""The entries; nothing of a league is secret, so the other table is never asked."""
_TABLES = """
create table if not exists league_entry (
  game text{c} not null, seq {int} not null check (seq > 0), kind text not null, side text not null, at text not null,
  body text not null, salt text not null, link text not null, primary key (game, seq)){end};
"""
_TRIGGERS = append_only("league_entry", "the log of a league")
TABLES: Mapping[Dialect, str] = {
    "sqlite": _TABLES.format(c="", int="integer", end=" strict") + _TRIGGERS["sqlite"],
    "postgresql": _TABLES.format(c=' collate "C"', int="bigint", end="") + _TRIGGERS["postgresql"],
}
