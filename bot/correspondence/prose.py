"""Which lines stand in prose: beside lines that are neither empty nor orders."""

from collections.abc import Callable, Iterator, Sequence

from .message import Line

LONGEST = 500
"""Characters of the longest line that is judged."""


def with_prose(lines: Sequence[str], reads_as_order: Callable[[str], bool]) -> Iterator[Line]:
    """The lines that are not empty, each with whether it stands in prose; no order right below another does."""
    judged = [is_order(line, reads_as_order) for line in lines]
    for number, line in enumerate(lines):
        if line:
            below_order = (
                number > 0 and judged[number] and judged[number - 1]
            )  # then what follows is a signature, or talk
            beside = [n for n in (number - 1, number + 1) if 0 <= n < len(lines)]
            yield Line(line, not below_order and any(lines[n] and not judged[n] for n in beside))


def is_order(line: str, reads_as_order: Callable[[str], bool]) -> bool:
    return bool(line.strip()) and len(line) <= LONGEST and reads_as_order(line)
