"""What a command of the command line is made of, and the arguments that many commands share."""

from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any, NamedTuple

Argument = tuple[tuple[str, ...], dict[str, Any]]
"""Names and options of an argument, as argparse takes them."""


class Command(NamedTuple):
    """A summary in a few words, details with examples, and the arguments."""

    summary: str
    details: str
    arguments: tuple[Argument, ...] = ()


def argument(*names: str, **options: Any) -> Argument:
    return names, options


def _system_names() -> str:
    """The folders of engine/systems, found without importing any rules."""
    spec = find_spec("engine.systems")
    return ", ".join(
        module.name for module in iter_modules(spec.submodule_search_locations if spec else ()) if module.ispkg
    )


SYSTEMS = _system_names()
DATABASE = argument(
    "--db",
    metavar="FILE",
    help="the database, a file or postgresql://... (default: $FIELDPOST_DB, or fieldpost.db in this folder)",
)
WHAT = argument("what", metavar="SCENARIO|GAME", help="a scenario, a scenario file, or a saved game")
AS_SIDE = argument("--side", metavar="SIDE", default="", help="as this side sees it (default: public information only)")
MAP_FOLDER = argument(
    "--out", metavar="DIR", help="where the maps go as PNG (default: fieldpost-maps beside the database)"
)
