"""Settings: environment variables, and the file fieldpost.toml for those that are not set."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path

FILE = "fieldpost.toml"


class BadSetting(Exception):
    """A setting that is missing or wrong; the text is a sentence for the person who starts the program."""


def environment(environ: Mapping[str, str], folder: Path | None = None) -> dict[str, str]:
    """The environment, and beneath it what fieldpost.toml in this folder says.  Raises BadSetting.

    ``[mail]`` with ``address = "..."`` there is FIELDPOST_MAIL_ADDRESS here; ``token`` under ``[discord]`` is
    DISCORD_TOKEN.
    """
    file = (folder or Path()) / (environ.get("FIELDPOST_SETTINGS") or FILE)
    if not file.exists() and "FIELDPOST_SETTINGS" not in environ:
        return dict(environ)
    try:
        found = tomllib.loads(file.read_text("utf-8"))
    except (OSError, UnicodeError, tomllib.TOMLDecodeError) as fault:
        raise BadSetting(f"{file} cannot be read: {fault}.") from fault
    return {**dict(_flat("FIELDPOST", found)), **environ}


def _flat(prefix: str, table: Mapping[str, object]) -> list[tuple[str, str]]:
    rows = list[tuple[str, str]]()
    for key, value in table.items():
        name = f"{prefix}_{key.upper()}"
        if isinstance(value, dict):
            rows += _flat(name, value)
        elif isinstance(value, bool):
            rows.append((name, "yes" if value else "no"))
        elif isinstance(value, str | int):
            rows.append(("DISCORD_TOKEN" if name == "FIELDPOST_DISCORD_TOKEN" else name, str(value)))
        else:
            raise BadSetting(f"{key} in {FILE} must be a text or a number.")
    return rows


def current() -> dict[str, str]:
    """What applies to this process.  Raises BadSetting."""
    return environment(os.environ)
