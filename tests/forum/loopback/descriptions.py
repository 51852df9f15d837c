"""The published descriptions of both programs: whether a call is one that they name, with what they say it needs."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from aiohttp import web
from jsonschema import Draft202012Validator

FOLDER = Path(__file__).parents[4] / "shared" / "forum"


class Descriptions:
    """``calls``: method and path with names in braces -> the schema of the body by its content type."""

    def __init__(self, calls: dict[tuple[str, str], dict[str, Any]]) -> None:
        self._calls = [(method, _pattern(path), bodies) for (method, path), bodies in calls.items()]

    async def complaints(self, request: web.Request, path: str) -> list[str]:
        """What is wrong with a call, by its description."""
        if not self._calls:
            return []
        fitting = [bodies for method, fits, bodies in self._calls if method == request.method and fits.fullmatch(path)]
        if not fitting:
            return [f"{request.method} {path} is not described"]
        kind = request.content_type
        if kind == "application/json" and request.can_read_body:
            body = await request.json()
        else:
            return [f"{path} wants {list(fitting[0])}, not {kind}"] if fitting[0] and kind not in fitting[0] else []
        schema = fitting[0].get(kind)
        if schema is None:
            return [f"{request.method} {path} takes no JSON"] if body is not None else []
        return [f"{request.method} {path}: {fault.message}" for fault in Draft202012Validator(schema).iter_errors(body)]


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(path)))


@cache
def discourse() -> Descriptions:
    file = FOLDER / "discourse-openapi.json"
    if not file.exists():
        return Descriptions({})
    paths = json.loads(file.read_text("utf-8"))["paths"]
    return Descriptions(
        {(m.upper(), path): _bodies(call) for path, calls in paths.items() for m, call in calls.items()}
    )


@cache
def nodebb() -> Descriptions:
    folder = FOLDER / "nodebb"
    if not folder.exists():
        return Descriptions({})
    found = dict[tuple[str, str], dict[str, Any]]()
    for name, base in (("write", "/api/v3"), ("read", "")):
        for path, where in _load(folder / f"{name}.yaml")["paths"].items():
            if re.search(r"admin|groups|flags|search|tags|notifications|intents|email|username/|mods", path):
                continue
            for method, call in _load(folder / where["$ref"]).items():
                if isinstance(call, dict):
                    found[(method.upper(), f"{base}{path}")] = _bodies(call)
    return Descriptions(found)


def _load(file: Path) -> Any:
    return yaml.load(file.read_text("utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def _bodies(call: dict[str, Any]) -> dict[str, Any]:
    content = call.get("requestBody", {}).get("content", {})
    return {kind: one.get("schema", {}) for kind, one in content.items()}
