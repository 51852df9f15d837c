"""Trouble made to order: what shall go wrong, with which request, and how often."""

import asyncio
import re
from dataclasses import dataclass, field
from typing import Literal

Trouble = Literal["429", "429-global", "500", "502", "503", "reset", "reset_after", "hang", "hang_after"]


@dataclass
class Fault:
    """``match`` is a pattern on ``POST /channels/1/messages``, ``says`` one on the body's text; ``skip``: so many pass.

    ``reset`` breaks the connection before the request was applied, ``reset_after`` behind it; ``hang`` and
    ``hang_after`` never answer.
    ``reached`` is set each time the fault strikes: the moment to kill whoever waits.
    """

    match: str
    do: Trouble
    times: int = 1
    skip: int = 0
    says: str = ""
    retry_after: float = 0.2
    struck: int = 0
    reached: asyncio.Event = field(default_factory=asyncio.Event)

    def strikes(self, request: str, body: str) -> bool:
        if self.struck >= self.times or not re.search(self.match, request) or not re.search(self.says, body):
            return False
        if self.skip:
            self.skip -= 1
            return False
        self.struck += 1
        self.reached.set()
        return True
