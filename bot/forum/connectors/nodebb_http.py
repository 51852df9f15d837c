"""What NodeBB answers: a result under "response", or a refusal whose words say what it is."""

import re
from typing import Any

from . import http
from .connector import ForumTrouble, Gone, Hidden, Queued, RefusedForGood, TooFast, Unclear
from .http import Answer, Http, text

LANGUAGE = {"lang": "en-GB"}
"""The language of refusals, which are told apart by their words."""
_WAIT = re.compile(r"(\d{1,5}) second")


class NodeBBHttp(Http):
    """Raises the trouble of the connector that an answer stands for; ``what``: what was asked for, in words."""

    async def write(self, method: str, path: str, body: object) -> Any:
        answer = await self.send(method, path, body, LANGUAGE)
        made = self.response(answer, "a post")
        if answer.status == 202 or http.field(made, "queued"):
            raise Queued("The post waits for a moderator.")
        return made

    def response(self, answer: Answer, what: str) -> Any:
        """What stands under "response"."""
        found = self.read(answer, what)
        if not isinstance(found, dict) or "response" not in found:
            raise Unclear(f"NodeBB's answer about {what} cannot be read.")
        return found["response"]

    def read(self, answer: Answer, what: str) -> Any:
        if answer.good and answer.data is not None:
            return answer.data
        raise self._trouble(answer, what)

    def _trouble(self, answer: Answer, what: str) -> ForumTrouble:
        said = text(answer.data, "status", "message") or text(answer.data, "error") or f"status {answer.status}"
        says, plain = f"NodeBB refused {what}: {said}", said.lower()
        if answer.status == 429:
            self.stop_for(answer.pause(30.0))
            return TooFast(says, answer.pause(30.0))
        if answer.status == 400 and ("you can only post once" in plain or "too many messages" in plain):
            found = _WAIT.search(plain)
            return TooFast(says, float(found[1]) if found else 10.0)
        if answer.status == 400 and "already posting" in plain:
            return Unclear(says)
        if answer.status in (403, 404) or (answer.status == 400 and ("locked" in plain or "does not exist" in plain)):
            kind = Hidden if answer.status == 403 else Gone
            return kind(says) if answer.data is not None else Unclear(says)
        if answer.status in (400, 413) or (answer.status == 500 and what == "a picture" and answer.data is not None):
            return RefusedForGood(says)
        return Unclear(says)
