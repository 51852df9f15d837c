"""The lines of a report as a channel reads them: without the numbers of rules and the codes of refusals that ``/log``
has.
"""

import re
from collections.abc import Sequence

_RULES = re.compile(r" \([A-Z]{2} \d+\.\d+(?:, \d+\.\d+)*\)$")
_CODE = re.compile(r"^(Not done: .+) \([a-z]+(?:-[a-z]+)*\): ")


def readable(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple([_CODE.sub(r"\1: ", _RULES.sub("", line)) for line in lines])
