"""The lines of a report as a channel reads them: without the numbers of rules and the codes of refusals, which ``/log``
has, and without what the heading says.
"""

import re
from collections.abc import Sequence

_RULES = re.compile(r" \([A-Z]{2} \d+\.\d+(?:, \d+\.\d+)*\)(\.?)$")
_CODE = re.compile(r"^(Not done: .+) \([a-z]+(?:-[a-z]+)*\): ")


def readable(lines: Sequence[str], heading: str) -> tuple[str, ...]:
    """``heading``: the name of the side that heads the report.  At least one line stays."""
    told = tuple([_CODE.sub(r"\1: ", _RULES.sub(r"\1", line)) for line in lines])
    return tuple([line for line in told if line != f"Done: {heading}."]) or told
