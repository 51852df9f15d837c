"""Shards: the parts into which Discord divides a bot's servers, so that several processes may serve one bot."""

import re
from typing import NamedTuple

from bot.hosting.settings import BadSetting
from engine.contract import counted

EXAMPLE = "FIELDPOST_SHARDS=0,1/4 for the first two of four shards"
MOST = 1024
"""Shards; each is a connection to Discord of its own."""


class Shards(NamedTuple):
    """The shards that a process serves, of so many that there are."""

    numbers: tuple[int, ...]
    total: int

    @property
    def all(self) -> bool:
        """Whether the process serves every server of the bot."""
        return len(self.numbers) == self.total

    def of_guild(self, guild: int) -> int:
        """The number of the shard to which Discord sends what happens in a server."""
        return (guild >> 22) % self.total


ONE = Shards((0,), 1)
"""A bot that is not divided."""


def refuse_part_of_shards(shards: Shards) -> None:
    """Mail and forums, beside which several processes cannot be used.  Raises BadSetting."""
    if shards.all:
        return
    count, whole = counted(len(shards.numbers), "shard"), f"FIELDPOST_SHARDS=0-{shards.total - 1}/{shards.total}"
    raise BadSetting(
        f"FIELDPOST_SHARDS gives this process {count} of {shards.total}, so there are others, and nothing says which of"
        " them reads the mails and the forum: these doors need one process for the whole bot. Leave FIELDPOST_SHARDS"
        f" out, or write FIELDPOST_SHARDS={whole}; or leave the settings of mail and the forum out of every process."
    )


def read_shards(said: str) -> Shards:
    """From a text such as ``0,1/4`` or ``0-3/16``.  Raises ValueError with a sentence."""
    listed, stroke, whole = re.sub(r"\s*([-,/])\s*", r"\1", said.strip()).partition("/")
    if not stroke or not re.fullmatch(r"\d{1,4}(-\d{1,4})?(,\d{1,4}(-\d{1,4})?)*", listed, re.ASCII):
        raise ValueError(
            f"FIELDPOST_SHARDS is {said!r}; write the numbers of the shards and how many there are: {EXAMPLE}."
        )
    if not re.fullmatch(r"\d{1,4}", whole, re.ASCII) or not 1 <= (count := int(whole)) <= MOST:
        raise ValueError(f"FIELDPOST_SHARDS is {said!r}; there are 1 to {MOST} shards: {EXAMPLE}.")
    numbers = set[int]()
    for part in listed.split(","):
        first, _, last = part.partition("-")
        if last and int(last) < int(first):
            raise ValueError(f"FIELDPOST_SHARDS is {said!r}; {part} is no range: write the smaller number first.")
        numbers.update(range(int(first), int(last or first) + 1))
    if max(numbers) >= count:
        raise ValueError(
            f"FIELDPOST_SHARDS is {said!r}; of {count} shards the numbers are 0 to {count - 1}: {EXAMPLE}."
        )
    return Shards(tuple(sorted(numbers)), count)
