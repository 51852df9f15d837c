"""A server's own scenarios: kept for that server alone, in a number and a size that it is allowed.

A game does not need them once it is open: its log holds the whole scenario.
"""

import hashlib
import re
from typing import NamedTuple

from engine.database.database import Database
from engine.scenarios import reader
from engine.table import Refused

from . import wording
from .scenario_check import CheckedScenario
from .server_tables import COLUMNS, TABLES
from .store import Store

FILE = 100_000
"""Bytes of the largest file; four times the largest scenario shipped."""
SOURCE = 200_000
"""Bytes of a scenario as JSON, its aliases written out."""
MOST, PER_PERSON, ROOM = 50, 10, 2_000_000
"""Scenarios of a server, those of them from one person, and bytes of all of them as JSON."""
LONGEST_NAME = 24


class OwnScenario(NamedTuple):
    """``id``: by which logs name it.  ``size``: bytes of ``source``, the scenario as JSON.  ``player`` added it."""

    server: str
    name: str
    id: str
    title: str
    system: str
    size: int
    source: str
    player: str
    at: str


class OwnScenarios:
    """Belongs to the thread that owns the database."""

    def __init__(self, store: Store) -> None:
        self._db: Database = store.database
        self._store = store
        self._db.create_tables(TABLES, {})

    def list(self, server: str) -> tuple[OwnScenario, ...]:
        """Those of a server, by name."""
        query = f"select {', '.join(COLUMNS['own_scenario'])} from own_scenario where server = ? order by name"
        return tuple(OwnScenario(*row) for row in self._db.query(query, (server,)))

    def find(self, server: str, word: str) -> OwnScenario | None:
        """By its name or id, with or without capital letters."""
        wanted = word.strip().casefold()
        found = [one for one in self.list(server) if wanted in (one.name, one.id, f"{reader.OWN}{one.name}")]
        return found[0] if found else None

    def add(
        self, server: str, name: str, checked: CheckedScenario, player: str, now: str, *, manager: bool = False
    ) -> tuple[OwnScenario, OwnScenario | None]:
        """The scenario as it is kept, and the one that it replaces.  ``manager``: of the server, who may replace those
        of others.  Raises Refused.
        """
        word, source = file_name(name or checked.title), checked.source
        made = OwnScenario(
            *(server, word, scenario_id(word, source), checked.title, checked.system),
            *(len(source.encode()), source, player, now),
        )
        with self._store.transaction():
            self._db.lock(f"scenarios of {server}")
            kept = self.list(server)
            before = next((one for one in kept if one.name == word), None)
            if before and before.player != player and not manager:
                raise Refused(
                    "name-taken",
                    f"`{word}` is the name of another member's scenario. Give yours another one: `name:{word[:22]}-2`.",
                )
            _refuse_above_quota([one for one in kept if one is not before], made, manager=manager)
            self._db.execute("delete from own_scenario where server = ? and name = ?", (server, word))
            columns = COLUMNS["own_scenario"]
            places = ", ".join("?" * len(columns))
            self._db.execute(f"insert into own_scenario ({', '.join(columns)}) values ({places})", made)
        return made, before

    def remove(self, server: str, word: str, player: str, *, manager: bool = False) -> OwnScenario:
        """The scenario that is removed.  Raises Refused."""
        with self._store.transaction():
            found = self.find(server, word)
            if found is None:
                raise self.unknown(server, word)
            if found.player != player and not manager:
                raise Refused(
                    "not-yours", f"`{found.name}` is from <@{found.player}>; only they and managers can remove it."
                )
            self._db.execute("delete from own_scenario where server = ? and name = ?", (server, found.name))
        return found

    def unknown(self, server: str, word: str) -> Refused:
        names = [one.name for one in self.list(server)]
        close = wording.nearest(file_name(word), names)[:1] or names[:1]
        rest = f"Did you mean `{close[0]}`?" if close else "It has none yet: `/scenario add` takes a file."
        shown = wording.clip(" ".join(word.split()).replace("`", "'"), 40)
        return Refused("no-such-scenario", f"This server has no scenario `{shown}` of its own. {rest}")


def file_name(words: str) -> str:
    """A name of small letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", words.casefold()).strip("-")[:LONGEST_NAME].strip("-") or "scenario"


def scenario_id(name: str, source: str) -> str:
    """How logs name a scenario: by its name and the digest of the JSON that the log holds."""
    return f"{reader.OWN}{name}-{hashlib.sha256(source.encode()).hexdigest()[:8]}"


def _refuse_above_quota(kept: list[OwnScenario], made: OwnScenario, *, manager: bool) -> None:
    mine = [one.name for one in kept if one.player == made.player]
    size = sum(one.size for one in kept)
    if len(kept) >= MOST:
        says = f"This server has {len(kept)} scenarios of its own, and {MOST} is the most."
    elif len(mine) >= PER_PERSON and not manager:
        says = f"You have added {len(mine)} scenarios here, and {PER_PERSON} is the most for one member."
    elif size + made.size > ROOM:
        says = f"This one has {made.size:,} bytes, and {ROOM - size:,} of {ROOM:,} are left in this server."
    else:
        return
    example = (mine or [one.name for one in kept])[0]
    raise Refused("too-many", f"{says} Remove one first, such as `/scenario remove name:{example}`.")
