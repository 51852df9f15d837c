"""How dates are written for one person: in a language, or in the form of ISO 8601."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple


class DateForm(NamedTuple):
    """``days``: names from Monday on; ``months``: from January on.  ``pattern`` has the places day, n, month, clock;
    ``clock``: of strftime.
    """

    title: str
    pattern: str
    days: tuple[str, ...]
    months: tuple[str, ...]
    clock: str = "%H:%M"


def _form(title: str, pattern: str, days: str, months: str, clock: str = "%H:%M") -> DateForm:
    return DateForm(title, pattern, tuple(days.split()), tuple(months.split()), clock)


DEFAULT = "en"
_DAYS = "Mon Tue Wed Thu Fri Sat Sun"
_MONTHS = "January February March April May June July August September October November December"
FORMS: Mapping[str, DateForm] = {
    "en": _form("English", "{day} {n} {month} {clock}", _DAYS, _MONTHS),
    "us": _form("American English", "{day}, {month} {n}, {clock}", _DAYS, _MONTHS, "%I:%M %p"),
    "iso": DateForm("ISO 8601", "", (), ()),
    "de": _form(
        "German",
        "{day} {n}. {month} {clock}",
        "Mo. Di. Mi. Do. Fr. Sa. So.",
        "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    ),
    "fr": _form(
        "French",
        "{day} {n} {month} {clock}",
        "lun. mar. mer. jeu. ven. sam. dim.",
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    ),
    "es": _form(
        "Spanish",
        "{day} {n} de {month} {clock}",
        "lun mar mié jue vie sáb dom",
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    ),
    "it": _form(
        "Italian",
        "{day} {n} {month} {clock}",
        "lun mar mer gio ven sab dom",
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    ),
    "nl": _form(
        "Dutch",
        "{day} {n} {month} {clock}",
        "ma di wo do vr za zo",
        "januari februari maart april mei juni juli augustus september oktober november december",
    ),
    "pt": _form(
        "Portuguese",
        "{day} {n} de {month} {clock}",
        "seg ter qua qui sex sáb dom",
        "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    ),
    "sv": _form(
        "Swedish",
        "{day} {n} {month} {clock}",
        "mån tis ons tors fre lör sön",
        "januari februari mars april maj juni juli augusti september oktober november december",
    ),
}


def write_date(at: datetime, form: str = DEFAULT) -> str:
    """A moment of a time zone, with the zone: ``Wed 24 June 20:00 CEST``, ``2026-06-24 20:00 CEST``, ``Mi. 24. Juni
    20:00 CEST``.  An unknown form is English.
    """
    if form == "iso":
        return f"{at:%Y-%m-%d %H:%M %Z}"
    chosen = FORMS.get(form, FORMS[DEFAULT])
    words = {"day": chosen.days[at.weekday()], "n": at.day, "month": chosen.months[at.month - 1]}
    return f"{chosen.pattern.format(clock=at.strftime(chosen.clock).lstrip(), **words)} {at:%Z}"
