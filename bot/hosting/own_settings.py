"""What people have chosen for themselves, at whatever door: reminders, quiet hours, time zone, dates, pings."""

from collections.abc import Mapping
from typing import Literal, NamedTuple, get_args

from engine.database.database import Dialect
from engine.errors import Refused

from . import wording
from .date_forms import DEFAULT, FORMS
from .people import People
from .quiet_hours import QuietHours, read_quiet_hours
from .store import Store
from .time_zones import find_zone, zone_of

Pings = Literal["mention", "direct", "none"]
AUTO, NONE = "auto", "none"
DIGEST, MOST_DIGEST = 5, 1000
"""Running games above which reminders of the same hour are one message; the most that may be chosen."""
SHORTEST_BEFORE, LONGEST_BEFORE = 900, 7 * 86_400
"""Seconds before a deadline at which people may want to be reminded."""
_TABLES = """
create table if not exists own_setting (
  player text{c} not null, name text{c} not null, value text not null, primary key (player, name)){strict};
"""
TABLES: Mapping[Dialect, str] = {
    "sqlite": _TABLES.format(strict=" strict", c=""),
    "postgresql": _TABLES.format(strict="", c=' collate "C"'),
}
MOVED = {
    "reminder_off": "insert into own_setting select player, 'reminders', 'off' from reminder_off where player not in"
    " (select player from own_setting where name = 'reminders');\ndrop table reminder_off"
}
"""Earlier programs kept only whether somebody is reminded at all."""


class OwnSettings(NamedTuple):
    """``before``: seconds before a deadline (0 = as the length of the phase has it).  ``dates``: a key of
    ``date_forms.FORMS``.  ``digest``: so many running games still have a reminder each.
    """

    reminders: bool = True
    before: int = 0
    quiet: QuietHours | None = None
    zone: str = "UTC"
    dates: str = DEFAULT
    pings: Pings = "mention"
    digest: int = DIGEST


NAMES = OwnSettings._fields
EXAMPLES = {
    "reminders": "off",
    "before": "6h",
    "quiet": "22:00-07:00",
    "zone": "Europe/Berlin",
    "dates": "de",
    "pings": "direct",
    "digest": "5",
}
"""A value for each that works if typed."""


def read_setting(name: str, said: str) -> str:
    """The value as it is stored.  Raises Refused with a sentence and a line that works."""
    word = said.strip().strip("\"'").strip()
    match name:
        case "reminders":
            return _one_of(name, word, ("on", "off"))
        case "before":
            return _read_before(word)
        case "quiet":
            try:
                return NONE if word.casefold() in (NONE, "off", "no") else str(read_quiet_hours(word))
            except ValueError as wrong:
                raise _refused(name, str(wrong)) from None
        case "zone":
            return find_zone(word)
        case "dates":
            titles = {form.title.casefold(): key for key, form in FORMS.items()}
            return titles.get(word.casefold()) or _one_of(name, word, tuple(FORMS))
        case "pings":
            return _one_of(name, word, get_args(Pings))
        case "digest":
            if word.isdecimal() and word.isascii() and len(word) < 6 and 1 <= int(word) <= MOST_DIGEST:
                return str(int(word))
            raise _refused(name, f"A digest begins above 1 to {MOST_DIGEST} games, not {_quoted(word)}.")
        case _:
            near = wording.nearest(name.casefold(), NAMES)
            instead = f"Did you mean {near[0]}?" if near else f"They are {wording.join_list(NAMES)}."
            raise Refused("no-such-setting", f"There is no setting {_quoted(name)}. {instead}")


def _read_before(word: str) -> str:
    if word.casefold() == AUTO:
        return AUTO
    try:
        total = wording.period(word)
    except ValueError:
        raise _refused("before", f"{_quoted(word)} is no time before a deadline.") from None
    if not SHORTEST_BEFORE <= total <= LONGEST_BEFORE:
        raise _refused(
            "before",
            f"Reminders come {wording.length(SHORTEST_BEFORE)} to {wording.length(LONGEST_BEFORE)} before a deadline,"
            f" not {wording.length(total)}.",
        )
    return str(total)


def _one_of(name: str, word: str, known: tuple[str, ...]) -> str:
    if word.casefold() in known:
        return word.casefold()
    raise _refused(name, f"{name.capitalize()} can be {wording.join_list(known, 'or')}, not {_quoted(word)}.")


def _quoted(word: str) -> str:
    return repr(wording.clip(word, 40))


def _refused(name: str, sentence: str) -> Refused:
    return Refused("bad-setting", f'{sentence} For example: "my settings {name} {EXAMPLES[name]}".')


def setting_lines(chosen: OwnSettings) -> tuple[tuple[str, str], ...]:
    """Each setting with its value in words."""
    before = (
        f"{wording.length(chosen.before)} before a deadline" if chosen.before else "as the length of a phase has it"
    )
    pings = {
        "mention": "a mention in the game's channel",
        "direct": "a direct message in Discord",
        "none": "none in Discord: mails and forums still tell you",
    }
    return (
        ("reminders", "on" if chosen.reminders else "off"),
        ("before", before if chosen.before else f"{AUTO}: {before}"),
        ("quiet", f"{chosen.quiet}, in the time of {chosen.zone}" if chosen.quiet else NONE),
        ("zone", chosen.zone),
        ("dates", f"{chosen.dates}: {FORMS.get(chosen.dates, FORMS[DEFAULT]).title}"),
        ("pings", f"{chosen.pings}: {pings[chosen.pings]}"),
        ("digest", f"above {chosen.digest} running games, reminders of the same hour are one message"),
    )


class OwnSettingsStore:
    """Belongs to the thread that owns the database."""

    def __init__(self, store: Store, people: People) -> None:
        self._db, self._store, self._people = store.database, store, people
        self._db.create_tables(TABLES, MOVED)

    def find(self, player: str) -> OwnSettings:
        """Those of one person; what they have not chosen is as everybody has it."""
        rows = self._db.query("select name, value from own_setting where player = ?", (player,))
        stored = {str(name): str(value) for name, value in rows}
        before, quiet, digest = (stored.get(name, "") for name in ("before", "quiet", "digest"))
        pings, dates = stored.get("pings", ""), stored.get("dates", DEFAULT)
        return OwnSettings(
            stored.get("reminders") != "off",
            int(before) if before.isdecimal() else 0,
            read_quiet_hours(quiet) if quiet not in ("", NONE) else None,
            zone_of(self._people.zone(player)).key,
            dates if dates in FORMS else DEFAULT,
            "direct" if pings == "direct" else "none" if pings == "none" else "mention",
            int(digest) if digest.isdecimal() else DIGEST,
        )

    def store(self, player: str, values: Mapping[str, str]) -> None:
        """Settings as ``read_setting`` gives them."""
        with self._store.transaction():
            if zone := values.get("zone"):
                self._people.set_zone(player, zone)
            self._db.execute_many(
                "insert into own_setting (player, name, value) values (?, ?, ?)"
                " on conflict (player, name) do update set value = excluded.value",
                [(player, name, value) for name, value in values.items() if name != "zone"],
            )
