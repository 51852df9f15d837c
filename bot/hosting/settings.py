"""Settings: environment variables, and the file fieldpost.toml for those that are not set."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path

from .known_settings import BY_ANY_NAME, BY_NAME, OPENERS, PREFIX, SECTIONS, SETTINGS, Part

FILE = "fieldpost.toml"
Table = Mapping[str, object]


class BadSetting(Exception):
    """A setting that is missing or wrong; the text is a sentence for the person who starts the program."""


def current() -> dict[str, str]:
    """What applies to this process.  Raises BadSetting."""
    return environment(os.environ)


def environment(environ: Mapping[str, str], folder: Path | None = None) -> dict[str, str]:
    """The environment, and beneath it what fieldpost.toml in this folder says.  Raises BadSetting.

    ``[mail]`` with ``address = "..."`` there is FIELDPOST_MAIL_ADDRESS here; ``token`` under ``[discord]`` is
    DISCORD_TOKEN.
    """
    in_file = dict(_flat(PREFIX, file_table(environ, folder)))
    set_here = {BY_ANY_NAME[name].name for name, text in environ.items() if name in BY_ANY_NAME and text.strip()}
    return {**{name: text for name, text in in_file.items() if name not in set_here}, **environ}


def settings_file(environ: Mapping[str, str], folder: Path | None = None) -> Path:
    return (folder or Path()) / (environ.get("FIELDPOST_SETTINGS") or FILE)


def file_table(environ: Mapping[str, str], folder: Path | None = None) -> Table:
    """What the file says, nothing where there is none.  Raises BadSetting."""
    file = settings_file(environ, folder)
    if not file.exists() and "FIELDPOST_SETTINGS" not in environ:
        return {}
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except (OSError, UnicodeError, tomllib.TOMLDecodeError) as fault:
        raise BadSetting(f"{file} cannot be read: {fault}.") from fault


def _flat(prefix: str, table: Table) -> list[tuple[str, str]]:
    rows = list[tuple[str, str]]()
    for key, found in table.items():
        path = f"{prefix}_{key.upper()}"
        name = BY_ANY_NAME[path].name if path in BY_ANY_NAME else path
        if isinstance(found, dict):
            rows += _flat(path, found) if prefix == PREFIX and key.lower() in SECTIONS else []
        elif isinstance(found, bool):
            rows.append((name, "yes" if found else "no"))
        elif isinstance(found, str | int):
            rows.append((name, str(found)))
        else:
            raise BadSetting(f"{key} in {FILE} must be a text or a number.")
    return rows


def value(environ: Mapping[str, str], name: str) -> str:
    """What is set by this name, or by its other one, without spaces around it; "" if nothing is.  KeyError for a name
    that is not in the list of settings.
    """
    known = BY_NAME[name]
    return (environ.get(known.name, "") or environ.get(known.other, "")).strip()


def yes_or_no(environ: Mapping[str, str], name: str, usual: str) -> bool:
    """Whether this is set to yes; ``usual`` counts where nothing is set.  Raises BadSetting."""
    said = value(environ, name).lower() or usual
    if said not in ("yes", "no"):
        raise BadSetting(f"{name} is {said!r}; write yes or no.")
    return said == "yes"


def is_wanted(environ: Mapping[str, str], door: Part) -> bool:
    """Whether this door is to be opened.  Raises BadSetting if only other settings of it are there."""
    opener = OPENERS[door]
    if value(environ, opener.name):
        return True
    others = [setting.name for setting in SETTINGS if setting.part == door and value(environ, setting.name)]
    if not others:
        return False
    those = others[0] if len(others) == 1 else f"{', '.join(others[:-1])} and {others[-1]}"
    raise BadSetting(
        f"{those} {'is' if len(others) == 1 else 'are'} set but {opener.name} is not set, so this door would stay shut."
        f" Set it too, such as {opener.line} (in fieldpost.toml: {opener.file_line}), or leave the other settings of"
        f" {door if door != 'forum' else 'the forum'} out."
    )
