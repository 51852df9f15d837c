"""Settings of one's own: how they are written, refused, stored and brought over from earlier programs; dates; zones."""

from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.hosting.date_forms import FORMS, write_date
from bot.hosting.engine_thread import EngineData
from bot.hosting.own_settings import EXAMPLES, NAMES, OwnSettings, read_setting, setting_lines
from bot.hosting.time_zones import find_zone, zone_names, zones_like
from engine.database.address import Address
from engine.table import Refused
from tests.engine.table_games import refused
from tests.support.databases import new_database


def test_what_nobody_has_chosen_is_as_everybody_has_it(address: Address) -> None:
    data = EngineData(new_database(address))
    assert data.settings.find("ann") == OwnSettings()
    chosen = data.choose("ann", EXAMPLES)
    assert (chosen.reminders, chosen.before, str(chosen.quiet), chosen.zone) == (
        False,
        21_600,
        "22:00-07:00",
        "Europe/Berlin",
    )
    assert (chosen.dates, chosen.pings, chosen.digest) == ("de", "direct", 5)
    assert data.settings.find("ann") == chosen and data.settings.find("bob") == OwnSettings()
    refused("no-such-zone", data.choose, "ann", {"reminders": "on", "zone": "Nowhere"})
    assert data.settings.find("ann") == chosen, "all or none"
    assert data.choose("ann", {"quiet": "none", "before": "auto"})[1:3] == (0, None)
    assert [name for name, _ in setting_lines(chosen)] == list(NAMES)
    data.close()


@pytest.mark.parametrize(
    ("name", "said", "says"),
    [
        ("reminders", "maybe", "on or off, not 'maybe'"),
        ("before", "soon", "my settings before 6h"),
        ("before", "1m", "15 minutes to 7 days"),
        ("quiet", "25-7", "25:00 is no time of day"),
        ("zone", "Europe/Berln", "Did you mean Europe/Berlin"),
        ("zone", "xyzzy", "Write it like Europe/Berlin"),
        ("dates", "klingon", "iso"),
        ("pings", "phone", "mention, direct or none"),
        ("digest", "0", "1 to 1000"),
        ("digest", "²", "1 to 1000"),
        ("zoen", "UTC", "Did you mean zone?"),
        ("colour", "red", "They are reminders, before"),
    ],
)
def test_a_refusal_says_what_can_be_chosen(name: str, said: str, says: str) -> None:
    with pytest.raises(Refused) as no:
        read_setting(name, said)
    assert says in str(no.value), str(no.value)


@given(st.sampled_from(NAMES), st.text(max_size=60))
def test_whatever_is_typed_is_read_or_refused(name: str, said: str) -> None:
    try:
        assert read_setting(name, read_setting(name, said) + ("s" if name == "before" and said != "auto" else ""))
    except Refused as no:
        assert len(str(no)) > 15


def test_whoever_had_turned_reminders_off_has_them_off(tmp_path: Path) -> None:
    data = EngineData(tmp_path / "old.db")
    query = data.table.journal.database
    query.execute("create table reminder_off (player text primary key) strict")
    query.execute("create table reminder (game text primary key, due text not null, at text not null) strict")
    query.execute("create table reminder_door (game text primary key) strict")
    query.execute("insert into reminder_off values ('ann')")
    query.execute(
        "insert into reminder values ('a-1', '2026-01-02T00:00:00Z', ''), ('a-2', '2026-01-02T00:00:00Z', 'x')"
    )
    data.close()
    for _ in range(2):
        data = EngineData(tmp_path / "old.db")
        assert not data.settings.find("ann").reminders and data.settings.find("bob").reminders
        plans = data.table.journal.database.query("select game, at from reminder_plan")
        assert plans == [("a-1", "")], "what was given stays given; the rest is planned anew"
        data.close()


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("berlin", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("EUROPE/LONDON", "Europe/London"),
        ("utc", "UTC"),
        ("Asia/Kolkata.", "Asia/Kolkata"),
    ],
)
def test_zones_are_found_as_people_write_them(said: str, found: str) -> None:
    assert find_zone(said) == found


def test_zones_are_offered_by_their_last_part_first() -> None:
    assert zones_like("berl")[0] == "Europe/Berlin" and "America/New_York" in zones_like("new y")
    assert zones_like("") == zone_names() and zones_like("xyzzy") == ()


SUMMER = datetime.fromisoformat("2026-06-24T20:05:00+00:00")


@pytest.mark.parametrize(
    ("form", "written"),
    [
        ("en", "Wed 24 June 20:05 UTC"),
        ("us", "Wed, June 24, 08:05 PM UTC"),
        ("iso", "2026-06-24 20:05 UTC"),
        ("de", "Mi. 24. Juni 20:05 UTC"),
        ("fr", "mer. 24 juin 20:05 UTC"),
        ("es", "mié 24 de junio 20:05 UTC"),
        ("it", "mer 24 giugno 20:05 UTC"),
        ("nl", "wo 24 juni 20:05 UTC"),
        ("pt", "qua 24 de junho 20:05 UTC"),
        ("sv", "ons 24 juni 20:05 UTC"),
        ("unknown", "Wed 24 June 20:05 UTC"),
    ],
)
def test_a_date_in_each_form(form: str, written: str) -> None:
    assert write_date(SUMMER, form) == written


def test_every_form_has_names_of_its_own_for_each_day_and_month() -> None:
    for key, form in FORMS.items():
        assert key == "iso" or (len(set(form.days)) == 7 and len(set(form.months)) == 12), key
