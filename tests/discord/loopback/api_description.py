"""What Discord accepts: its own OpenAPI description where that is at hand."""

import json
import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tests.support.sampling import share

Payload = dict[str, Any]
FILE = Path(__file__).parents[4] / "shared" / "discord" / "openapi.json"
WORD = re.compile(r"[A-Za-z_-]{1,32}")
LENGTHS = (
    *(0, 1, 2, 6, 7, 20, 25, 30, 32, 45, 50, 60, 64, 80, 100, 120, 140, 150, 160, 190, 200, 250, 255, 256, 260, 300),
    *(400, 500, 512, 1000, 1024, 1500, 2000, 2048, 4000, 4096, 6000, 8000, 10240, 152133),
)
"""The limits of text in Discord's description."""
NUMBERED = {"recipient_id"}
"""Ids that discord.py sends as numbers, which Discord takes as well as the text of its description."""
DOCUMENTED = {"nsfw", "tts"}
"""Keys that Discord's documentation has and its description leaves out, and one that discord.py sends with every edit.
"""


class Description:
    """Discord's description of its API; ``known`` is False where the file is not at hand, then only routes' hand rules
    count.
    """

    def __init__(self, path: Path = FILE) -> None:
        self.known = path.is_file()
        text = (
            path.read_text(encoding="utf-8").replace('"$ref": "#/', '"$ref": "urn:discord#/')
            if self.known
            else '{"paths": {}}'
        )
        self._spec = json.loads(text)
        self._registry = Registry().with_resource(
            "urn:discord", Resource.from_contents(self._spec, default_specification=DRAFT202012)
        )
        literal_first = sorted(self._spec["paths"], key=lambda shape: shape.count("{"))
        self._routes = [(re.compile(re.sub(r"\{\w+\}", "[^/]+", shape)), shape) for shape in literal_first]
        self._validators: dict[str, Draft202012Validator] = {}
        self._judged: dict[str, list[str]] = {}

    def faults(self, method: str, path: str, body: Any) -> list[str]:
        """Every fault of a request by Discord's API description; requests of the same shape are checked once, unless
        thorough.
        """
        if not self.known:
            return []
        verb, paths = method.lower(), self._spec["paths"]
        route = next((route for shape, route in self._routes if shape.fullmatch(path) and verb in paths[route]), None)
        asked = json.dumps([verb, route, share(body, outline(body))])
        if asked not in self._judged:
            self._judged[asked] = list(self._faults(verb, route, body))
        return self._judged[asked]

    def _faults(self, verb: str, route: str | None, body: Any) -> Iterator[str]:
        paths = self._spec["paths"]
        if route is None:
            yield "no such route"
            return
        content = paths[route][verb].get("requestBody", {}).get("content", {})
        body = {k: str(v) if k in NUMBERED else v for k, v in body.items()} if isinstance(body, dict) else body
        schema = (content.get("application/json") or content.get("multipart/form-data") or {}).get("schema")
        if schema is None:
            if body:
                yield "takes no body"
            return
        yield from (f"{fault.json_path}: {fault.message[:300]}" for fault in self._validator(schema).iter_errors(body))
        yield from (f"{where}: no such key" for where in self._strangers(schema, body, "$"))

    def _validator(self, schema: Payload) -> Draft202012Validator:
        key = json.dumps(schema)
        if key not in self._validators:
            self._validators[key] = Draft202012Validator(schema, registry=self._registry)
        return self._validators[key]

    def _strangers(self, schema: Payload, value: Any, where: str) -> Iterator[str]:
        """Keys that no branch of the description that fits the value knows."""
        branches = list(self._branches(schema, value))
        if isinstance(value, list):
            items = [b["items"] for b in branches if "items" in b]
            for n, item in enumerate(value if items else ()):
                yield from self._strangers({"anyOf": items}, item, f"{where}[{n}]")
        elif isinstance(value, dict) and not any(b.get("additionalProperties") for b in branches):
            for key, inner in value.items():
                if key in DOCUMENTED:
                    continue
                shapes = [b["properties"][key] for b in branches if key in b.get("properties", {})]
                if not shapes:
                    yield f"{where}.{key}"
                else:
                    yield from self._strangers({"anyOf": shapes}, inner, f"{where}.{key}")

    def _branches(self, schema: Payload, value: Any) -> Iterator[Payload]:
        if "$ref" in schema:
            yield from self._branches(self._target(schema["$ref"]), value)
        yield schema
        for part in schema.get("allOf", ()):
            yield from self._branches(part, value)
        choices = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
        for part in choices if len(choices) == 1 else (choice for choice in choices if self._fits(choice, value)):
            yield from self._branches(part, value)

    def _fits(self, choice: Payload, value: Any) -> bool:
        """Whether a value is valid by a choice; most are ruled out by their ``type`` alone, which is quickly seen."""
        known = self._target(choice["$ref"]) if "$ref" in choice else choice
        kind = value.get("type") if isinstance(value, dict) else None
        likely = kind is None or kind in known.get("properties", {}).get("type", {}).get("enum", [kind])
        return likely and self._validator(choice).is_valid(value)

    def _target(self, reference: str) -> Payload:
        target: Any = self._spec
        for step in reference.removeprefix("urn:discord#/").split("/"):
            target = target[step]
        found: Payload = target
        return found


def outline(value: Any) -> Any:
    """What the description can judge by: keys, numbers, short words; of ids and other text the length as Discord's
    limits divide it.
    """
    match value:
        case dict():
            return {key: outline(inner) for key, inner in value.items()}
        case list():
            return [len(value), *{json.dumps(part): part for part in map(outline, value)}.values()]
        case str() if not WORD.fullmatch(value):
            return ["digits" if value.isdigit() else "text", bisect_left(LENGTHS, len(value))]
    return value


@cache
def description() -> Description:
    return Description()
