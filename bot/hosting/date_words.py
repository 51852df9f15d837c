"""Dates in words, in several languages, for texts that are copied elsewhere."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple


class Language(NamedTuple):
    """``shape``: how a date is written, with weekday, day, month, year and time."""

    name: str
    days: str
    months: str
    shape: str


LANGUAGES: Mapping[str, Language] = {
    "en": Language(
        "English",
        "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
        "January February March April May June July August September October November December",
        "{weekday} {day} {month} {year}, {time} UTC",
    ),
    "de": Language(
        "Deutsch",
        "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
        "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
        "{weekday}, {day}. {month} {year}, {time} Uhr UTC",
    ),
    "es": Language(
        "Español",
        "lunes martes miércoles jueves viernes sábado domingo",
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "{weekday}, {day} de {month} de {year}, {time} UTC",
    ),
    "fr": Language(
        "Français",
        "lundi mardi mercredi jeudi vendredi samedi dimanche",
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        "{weekday} {day} {month} {year}, {time} UTC",
    ),
    "it": Language(
        "Italiano",
        "lunedì martedì mercoledì giovedì venerdì sabato domenica",
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
        "{weekday} {day} {month} {year}, {time} UTC",
    ),
    "pl": Language(
        "Polski",
        "poniedziałek wtorek środa czwartek piątek sobota niedziela",
        "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
        "{weekday}, {day} {month} {year}, {time} UTC",
    ),
}


def date_words(at: str, language: str) -> str:
    """A UTC time such as ``2026-06-24T18:00:00Z`` in words; in English for a language that is not known."""
    moment, words = datetime.fromisoformat(at).replace(tzinfo=UTC), LANGUAGES.get(language, LANGUAGES["en"])
    return words.shape.format(
        weekday=words.days.split()[moment.weekday()],
        day=moment.day,
        month=words.months.split()[moment.month - 1],
        year=moment.year,
        time=f"{moment:%H:%M}",
    )
