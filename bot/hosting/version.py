"""The version of the program."""

import tomllib
from importlib import metadata
from pathlib import Path


def version() -> str:
    """Of the installed package; of a checkout that is not installed, the one in its project file."""
    try:
        return metadata.version("fieldpost")
    except metadata.PackageNotFoundError:
        project = Path(__file__).parents[2] / "pyproject.toml"
        return str(tomllib.loads(project.read_text("utf-8"))["project"]["version"]) if project.exists() else "unknown"
