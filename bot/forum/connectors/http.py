"""Calls to a forum, one at a time: answers are read with care, and its wish for a pause is heard."""

import asyncio
import contextlib
import json
import math
from collections import deque
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import aiohttp

from bot.hosting.utc_now import utc_now

from .connector import RefusedForGood, Unclear

AGENT = "Fieldpost (games by post)"
TIMEOUT = 30.0
LARGEST = 16_000_000
"""Bytes of an answer that are read."""
MOST_REDIRECTS = 3
LONGEST_PAUSE = 3600.0
"""Seconds that a forum can make the program wait at once."""


class Answer(NamedTuple):
    """``data``: the JSON, None if it is none."""

    status: int
    headers: Mapping[str, str]
    data: Any

    @property
    def good(self) -> bool:
        return 200 <= self.status < 300

    def pause(self, usual: float) -> float:
        """Seconds to wait, as the header says."""
        return seconds(self.headers.get("Retry-After"), usual)


class Upload(NamedTuple):
    field: str
    name: str
    data: bytes


class Http:
    """``a_minute``: calls in any minute, at most."""

    def __init__(self, url: str, headers: Mapping[str, str], a_minute: int) -> None:
        self._url, self._headers, self._a_minute = url, {"User-Agent": AGENT, **headers}, a_minute
        self._one_at_a_time, self._calls = asyncio.Lock(), deque[float]()
        self._session: aiohttp.ClientSession | None = None
        self.skew: float | None = None
        """Seconds by which the forum's clock is ahead of ours, as its newest answer with a date says."""
        self._open_at = 0.0

    async def close(self) -> None:
        if self._session:
            await self._session.close()

    def stop_for(self, pause: float) -> None:
        """No call is made for so many seconds."""
        self._open_at = max(self._open_at, asyncio.get_running_loop().time() + min(pause, LONGEST_PAUSE))

    async def get(self, path: str, query: Mapping[str, str] | None = None) -> Answer:
        """Follows redirects that stay with the forum."""
        for _ in range(MOST_REDIRECTS):
            answer = await self._call("GET", path, query=query)
            target = answer.headers.get("Location", "") if answer.status in (301, 302, 307, 308) else ""
            if not target:
                return answer
            path, query = self._inside(target), None
        raise Unclear(f"{self._url}{path} leads round in a circle.")

    async def send(self, method: str, path: str, body: Any = None, query: Mapping[str, str] | None = None) -> Answer:
        """Redirects are not followed: what was sent would be sent twice."""
        return await self._call(method, path, query=query, json_=body)

    async def peek(self, path: str) -> Answer:
        """As ``get``, but a redirect is the answer."""
        return await self._call("GET", path)

    async def upload(self, path: str, fields: Mapping[str, str], file: Upload) -> Answer:
        form = aiohttp.FormData()
        for name, value in fields.items():
            form.add_field(name, value)
        kind = "image/gif" if file.name.endswith(".gif") else "image/png"
        form.add_field(file.field, file.data, filename=file.name, content_type=kind)
        return await self._call("POST", path, form=form)

    def _inside(self, target: str) -> str:
        """The path of a redirect.  Raises RefusedForGood if it leads to somebody who must not see the key."""
        parts, own = urlsplit(target), urlsplit(self._url)
        if parts.netloc and (parts.netloc, parts.scheme) != (own.netloc, own.scheme):
            raise RefusedForGood(f"{self._url} sends its callers to {parts.netloc}. Set FIELDPOST_FORUM_URL to that.")
        path = parts.path.removeprefix(own.path.rstrip("/"))
        return f"{path}?{parts.query}" if parts.query else path

    async def _call(
        self,
        method: str,
        path: str,
        query: Mapping[str, str] | None = None,
        json_: Any = None,
        form: aiohttp.FormData | None = None,
    ) -> Answer:
        async with self._one_at_a_time:
            await self._wait()
            if self._session is None:
                timeout = aiohttp.ClientTimeout(total=TIMEOUT)
                self._session = aiohttp.ClientSession(headers=self._headers, timeout=timeout)
            try:
                async with self._session.request(
                    method, self._url + path, params=query, json=json_, data=form, allow_redirects=False
                ) as response:
                    self.skew = _skew(response.headers, self.skew)
                    return Answer(response.status, response.headers, _parsed(await _read(response)))
            except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as broken:
                raise Unclear(f"{self._url} did not answer ({type(broken).__name__}: {broken}).") from broken

    async def _wait(self) -> None:
        """Until the forum wants to hear from us, and not more often than it is said to allow."""
        loop = asyncio.get_running_loop()
        while self._calls and self._calls[0] <= loop.time() - 60:
            self._calls.popleft()
        crowded = self._calls[0] + 60 if len(self._calls) >= self._a_minute else 0.0
        if (wait := max(crowded, self._open_at) - loop.time()) > 0:
            await asyncio.sleep(wait)
        self._calls.append(loop.time())


def _skew(headers: Mapping[str, str], known: float | None) -> float | None:
    """By how much the clock of whoever answered is ahead; an answer that was kept somewhere on its way says nothing."""
    if "Age" in headers:
        return known
    try:
        said = parsedate_to_datetime(headers.get("Date", ""))
    except ValueError:
        return known
    return (said.replace(tzinfo=UTC) - datetime.fromisoformat(utc_now())).total_seconds()


async def _read(response: aiohttp.ClientResponse) -> bytes:
    body = bytearray()
    async for piece in response.content.iter_chunked(65_536):
        body += piece
        if len(body) > LARGEST:
            raise ValueError(f"an answer of more than {LARGEST:,} bytes")
    return bytes(body)


def _parsed(body: bytes) -> Any:
    with contextlib.suppress(ValueError, RecursionError):
        return json.loads(body)
    return None


def seconds(value: object, usual: float) -> float:
    """A number of seconds that a forum has named, within reason."""
    try:
        found = float(str(value))
    except ValueError:
        return usual
    return min(max(found, 0.0), LONGEST_PAUSE) if math.isfinite(found) else usual


def text(data: object, *path: str) -> str:
    """The text at this place in an answer, "" if there is none."""
    found = field(data, *path)
    return found if isinstance(found, str) else ""


def number(data: object, *path: str) -> int:
    """The whole number at this place in an answer, 0 if there is none."""
    found = field(data, *path)
    if isinstance(found, str) and found.isascii() and found.isdecimal() and len(found) < 16:
        return int(found)
    return int(found) if isinstance(found, int | float) and math.isfinite(found) and abs(found) < 1e16 else 0


def given(made: object, name: str) -> int:
    """A number that an answer must have.  Raises Unclear."""
    if not (found := number(made, name)):
        raise Unclear("The forum did not say what became of a post.")
    return found


def rows(data: object, *path: str) -> list[Any]:
    """The list at this place in an answer, empty if there is none."""
    found = field(data, *path)
    return found if isinstance(found, list) else []


def field(data: object, *path: str) -> Any:
    for name in path:
        data = data.get(name) if isinstance(data, dict) else None
    return data


def pages(count: int, size: int) -> int:
    """How many pages so many things fill, at least one, and no more than anybody should read."""
    return max(1, min(-(-count // size), 10_000))
