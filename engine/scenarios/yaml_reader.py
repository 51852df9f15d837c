"""Reads YAML without surprises (`0507` and `NO` stay text) and finds the line and column of any value."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from yaml import Mark, MarkedYAMLError, Node, YAMLError
from yaml._yaml import CParser
from yaml.nodes import MappingNode, ScalarNode, SequenceNode
from yaml.reader import ReaderError

from engine.printable import printable_line

CHARACTERS = 4_000_000
"""Longest text that is read at all."""
DEPTH = 40
"""Deepest nesting: libyaml itself overruns the stack at some thousands."""
VALUES = 1_000_000
"""Most values of one document with all aliases expanded: small files can expand without end."""

_WORDS: dict[str, Any] = {
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "NULL": None,
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
}
_NUMBER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})(\.[0-9]{1,17})?([eE][-+]?[0-9]{1,2})?")
_NUMERIC = frozenset("0123456789+-")
_PLAIN_WORDS = {
    "mapping values are not allowed in this context": (
        "a colon is not allowed here",
        "put a text that holds `: ` in quotes",
    ),
    "could not find expected ':'": ("a key without a colon", "write `key: value`"),
    "did not find expected ',' or ']'": ("a list in [ ] is not closed or lacks a comma", "close it with ]"),
    "did not find expected ',' or '}'": (
        "a mapping in { } is not closed or lacks a comma",
        "close it with }; a # outside quotes starts a comment",
    ),
    "did not find expected key": (
        "this line is indented differently from the ones it belongs to",
        "indent it like the lines around it",
    ),
    "did not find expected '-' indicator": (
        "this line is indented differently from its list",
        "begin it with `- `, like the lines around it",
    ),
    "did not find expected <document start>": (
        "the mapping ended in the line before",
        "start all keys in the same column",
    ),
    "found character that cannot start any token": (
        "no value can begin with this character",
        "indent with spaces; put the text in quotes",
    ),
    "found unexpected end of stream": ("a quoted text is not closed", "close the quotes"),
}


class Key(str):
    """Last step of a path that means the key itself and not the value under it."""


class LocatedFault(NamedTuple):
    """One fault with its place: line and column from 1 (0, 0 without a text), and what to write instead."""

    line: int
    column: int
    says: str
    instead: str = ""

    def __str__(self) -> str:
        """As one sentence, without the place, and fit to be shown whatever the file holds."""
        return printable_line(f"{self.says}: {self.instead}" if self.instead else self.says)


class FaultyFile(ValueError):
    """A text that cannot be used; ``faults`` lists everything that is wrong with it, in reading order."""

    def __init__(self, faults: Sequence[LocatedFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(f"line {s.line}, column {s.column}: {s}" if s.line else str(s) for s in self.faults))

    def __reduce__(self) -> tuple[type["FaultyFile"], tuple[tuple[LocatedFault, ...]]]:
        """How it comes out of a worker process."""
        return type(self), (self.faults,)


def read(text: str) -> Any:
    """The one document of a text as dicts, lists and scalars.  Raises FaultyFile."""
    found = read_all(text)
    if len(found) > 1:
        raise FaultyFile(
            [
                LocatedFault(
                    1, 1, f"this file has {len(found)} documents; it must have exactly one", "remove the lines `---`"
                )
            ]
        )
    return found[0] if found else None


def read_all(text: str) -> list[Any]:
    """Every document of a text.  Raises FaultyFile with all duplicate keys, or the first syntax error."""
    return [_Document().document(node) for node in _nodes(text)]


def locate(text: str, paths: Iterable[Sequence[str | int]]) -> list[tuple[int, int]]:
    """Line and column, from 1, of the value at each path of keys; of its nearest parent if there is no such value.

    A number after the way to a text counts characters in it; a Key at the end means the key itself.
    """
    whole, pairs = next(iter(_nodes(text)), None), dict[int, dict[str, Any]]()
    return [_locate_path(whole, path, pairs) for path in paths]


def _locate_path(node: Node | None, path: Sequence[str | int], pairs: dict[int, dict[str, Any]]) -> tuple[int, int]:
    """``pairs`` keeps what the mappings on the way hold, by their key's text."""
    mark = node.start_mark if node else None
    for step in path:
        match node:
            case MappingNode():
                if id(node) not in pairs:
                    pairs[id(node)] = {str(pair[0].value): pair for pair in reversed(node.value)}
                pair = pairs[id(node)].get(str(step))
                mark = (pair[0] if isinstance(step, Key) else pair[1]).start_mark if pair else mark
                node = pair[1] if pair else None
            case SequenceNode() if isinstance(step, int) and step < len(node.value):
                node = node.value[step]
                mark = node.start_mark
            case ScalarNode() if isinstance(step, int) and node.start_mark.line == node.end_mark.line:
                return node.start_mark.line + 1, node.start_mark.column + step + 1 + (node.style in ("'", '"'))
            case _:
                break
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)


def _nodes(text: str) -> list[Node]:
    """The trees that libyaml reads from the text, one for each document."""
    if len(text) > CHARACTERS:
        raise FaultyFile(
            [
                LocatedFault(
                    1, 1, f"the file has {len(text):,} characters; at most {CHARACTERS:,} are allowed", "split it"
                )
            ]
        )
    try:
        composer = _Composer(text)
        nodes = list[Node]()
        while composer.check_node():
            if node := composer.get_node():
                nodes.append(node)
    except MarkedYAMLError as fault:
        raise FaultyFile([_syntax_fault(fault)]) from None
    except ReaderError as fault:
        character = f"U+{fault.character:04X}" if isinstance(fault.character, int) else repr(fault.character)
        raise FaultyFile(
            [_fault_at_offset(text, fault.position, f"the character {character} is not allowed in YAML")]
        ) from None
    except UnicodeEncodeError as fault:
        raise FaultyFile([_fault_at_offset(text, fault.start, "this is half of a character")]) from None
    except YAMLError as fault:
        raise FaultyFile([LocatedFault(1, 1, str(fault))]) from None
    return nodes


def _fault_at_offset(text: str, position: int, says: str) -> LocatedFault:
    before = text[:position]
    return LocatedFault(before.count("\n") + 1, len(before) - before.rfind("\n"), says, "remove it")


def _syntax_fault(fault: MarkedYAMLError) -> LocatedFault:
    problem = str(fault.problem or fault.context or "this is not YAML")
    says, instead = _PLAIN_WORDS.get(problem, (problem, ""))
    mark = fault.problem_mark or fault.context_mark
    return _fault_at(mark, says, instead)


def _fault_at(mark: Mark | None, says: str, instead: str = "") -> LocatedFault:
    return LocatedFault(mark.line + 1, mark.column + 1, says, instead) if mark else LocatedFault(1, 1, says, instead)


class _Composer(CParser):
    """libyaml's parser with the two hooks that it calls for every node: no tag is guessed, and the depth is limited."""

    depth = 0

    def descend_resolver(self, parent: Node | None, index: object) -> None:
        self.depth += 1
        if self.depth > DEPTH:
            raise FaultyFile(
                [_fault_at(parent.start_mark if parent else None, f"this is nested more than {DEPTH} levels deep")]
            )

    def ascend_resolver(self) -> None:
        self.depth -= 1

    def resolve(self, kind: type[Node], value: object, implicit: object) -> str:
        return ""


class _Document:
    """Turns one document into plain values."""

    def __init__(self) -> None:
        self.values = 0
        self.known = dict[int, tuple[Any, int]]()
        self.open = set[int]()
        self.faults = list[LocatedFault]()

    def document(self, node: Node) -> Any:
        value = self.value(node)
        if self.faults:
            raise FaultyFile(self.faults)
        return value

    def value(self, node: Node) -> Any:
        if node.tag:
            self.check_tag(node)
        if node.__class__ is ScalarNode:
            self.values += 1
            return node.value if node.style or node.tag else _plain_value(node.value)
        if (at := id(node)) in self.known:
            value, weight = self.known[at]
            self.count(node, weight)
            return value
        if at in self.open:
            raise FaultyFile([*self.faults, _fault_at(node.start_mark, "this value contains itself through an alias")])
        self.open.add(at)
        before = self.values
        self.count(node, 1)
        value = self.mapping(node) if node.__class__ is MappingNode else [self.value(child) for child in node.value]
        self.known[at] = value, self.values - before
        self.open.remove(at)
        return value

    def mapping(self, node: Node) -> dict[str, Any]:
        found = dict[str, Any]()
        for key, child in node.value:
            if key.__class__ is not ScalarNode:
                self.faults.append(_fault_at(key.start_mark, "a key must be a word or a text", "put it in quotes"))
                continue
            if key.value in found:
                self.faults.append(
                    _fault_at(key.start_mark, f"the key {key.value} is used twice", "keep one of the two")
                )
            found[key.value] = self.value(child)
        return found

    def count(self, node: Node, weight: int) -> None:
        self.values += weight
        if self.values > VALUES:
            raise FaultyFile(
                [_fault_at(node.start_mark, f"with all aliases expanded, this file has more than {VALUES:,} values")]
            )

    def check_tag(self, node: Node) -> None:
        if node.tag not in ("!", "tag:yaml.org,2002:str", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"):
            self.faults.append(_fault_at(node.start_mark, f"tags such as {node.tag} are not supported", "leave it out"))


def _plain_value(word: str) -> Any:
    """YAML 1.2's core schema, without its octal and hexadecimal numbers and its infinities; leading zeros make
    a text.
    """
    if word in _WORDS:
        return _WORDS[word]
    if word[0] in _NUMERIC and (number := _NUMBER.fullmatch(word)):
        return float(word) if number[1] or number[2] else int(word)
    return word
