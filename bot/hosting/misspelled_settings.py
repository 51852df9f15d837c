"""What is set that no part of Fieldpost reads, with the known name that was probably meant."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from .known_settings import BY_ANY_NAME, PREFIX, SECTIONS, SETTINGS, Setting
from .settings import Table, file_table, settings_file

NEAR = 0.6
"""How alike two names must be, from 0 to 1, for one to be suggested for the other."""
TOKEN = "DISCORD_TOKEN"
NEAR_TOKEN = 0.8
"""The same for a variable of any name that may be meant for the token."""
IN_FILE = tuple(setting for setting in SETTINGS if setting.part != "tests" and setting.name != "FIELDPOST_SETTINGS")
"""What the file can set: not where it lies itself."""
NAMES_IN_FILE = {setting.in_file for setting in IN_FILE}
KNOWN = "`fieldpost serve --help` lists those that it knows"


class Misspelled(NamedTuple):
    """``advice``: what is known, and a line that works.  ``meant``: whether a known name is like it; what is like none
    may have been set by another program, as those that start containers do.
    """

    text: str
    advice: str
    meant: bool = True

    def __str__(self) -> str:
        return f"{self.text} {self.advice}"


def misspelled(environ: Mapping[str, str], folder: Path | None = None) -> list[Misspelled]:
    """In the environment and in the file.  Raises BadSetting if the file cannot be read."""
    return [*_variables(environ), *_of_file(file_table(environ, folder), settings_file(environ, folder).name)]


def _variables(environ: Mapping[str, str]) -> Iterator[Misspelled]:
    for name in sorted(environ):
        upper = name.upper()
        if name in BY_ANY_NAME or not (upper.startswith(PREFIX) or _is_like_the_token(upper, environ)):
            continue
        text = f"{name} is not a setting that Fieldpost knows, so it does nothing."
        short = {known.removeprefix(f"{PREFIX}_"): known for known in BY_ANY_NAME}
        said = upper.removeprefix(PREFIX).strip("_-")
        near = get_close_matches(said, short, 1, NEAR) or [known for known in short if known.endswith(f"_{said}")]
        if near:
            meant = BY_ANY_NAME[short[near[0]]]
            yield Misspelled(text, f"Did you mean {meant.name}? Write it like {meant.line}")
        else:
            yield Misspelled(text, f"{KNOWN}.", meant=False)


def _is_like_the_token(name: str, environ: Mapping[str, str]) -> bool:
    return not environ.get(TOKEN) and bool(get_close_matches(name, [TOKEN], 1, NEAR_TOKEN))


def _of_file(table: Table, file: str) -> Iterator[Misspelled]:
    for key, found in table.items():
        if isinstance(found, dict) and key.lower() in SECTIONS:
            section = key.lower()
            known = [setting for setting in IN_FILE if setting.in_file[0] == section]
            for inner, inside in found.items():
                if isinstance(inside, dict):
                    yield _unknown_section(f"{key}.{inner}", inside, file)
                elif (section, inner.lower()) not in NAMES_IN_FILE:
                    yield _unknown_key(inner, f"`{inner}` under [{section}] in {file}", known)
        elif isinstance(found, dict):
            yield _unknown_section(key, found, file)
        elif ("", key.lower()) not in NAMES_IN_FILE:
            yield _unknown_key(key, f"`{key}` in {file}", [setting for setting in IN_FILE if not setting.in_file[0]])


def _unknown_key(key: str, where: str, known: Sequence[Setting]) -> Misspelled:
    """``known``: what may stand in that place; something from elsewhere is suggested if nothing there is like it."""
    text = f"{where} is not a setting that Fieldpost knows, so it does nothing."
    here = {setting.in_file[1]: setting for setting in known}
    anywhere = {setting.in_file[1]: setting for setting in IN_FILE}
    of_environment = BY_ANY_NAME.get(key.upper()) or BY_ANY_NAME.get(f"{PREFIX}_{key}".upper())
    said = of_environment.in_file[1] if of_environment in IN_FILE else key.lower()
    for names in (here, anywhere):
        if near := get_close_matches(said, names, 1, NEAR):
            meant = names[near[0]]
            place = f" under [{meant.in_file[0]}]" if names is anywhere and meant.in_file[0] else ""
            return Misspelled(text, f"Did you mean {near[0]}{place}? Write it like: {meant.file_line}")
    return Misspelled(text, f"Known there: {', '.join(here)}. For example: {known[0].file_line}")


def _unknown_section(key: str, found: Table, file: str) -> Misspelled:
    text = f"[{key}] in {file} is not a section that Fieldpost knows, so nothing under it is read."
    near = get_close_matches(key.lower(), SECTIONS, 1, NEAR)
    if not near:
        fits = {s: sum(f"{PREFIX}_{s}_{inner}".upper() in BY_ANY_NAME for inner in found) for s in SECTIONS}
        near = [section for section in SECTIONS if fits[section] and fits[section] == max(fits.values())][:1]
    known = ", ".join(f"[{section}]" for section in SECTIONS)
    if near:
        return Misspelled(text, f"Did you mean [{near[0]}]? Known: {known}")
    above = ", ".join(setting.in_file[1] for setting in IN_FILE if not setting.in_file[0])
    return Misspelled(text, f"The sections are {known}; above them, in none: {above}.")
