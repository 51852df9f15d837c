"""Rate limits: a bucket of tokens for each route and major parameter, reported in Discord's own headers."""

import time
from dataclasses import dataclass, field

GENEROUS = (1000, 1.0)
TRUE = {
    "POST /channels/{channel_id}/messages": (5, 5.0),
    "PATCH /channels/{channel_id}/messages/{message_id}": (5, 5.0),
}
"""What Discord allowed when last looked at: posts to one channel, five in five seconds."""
OVERALL = (50, 1.0)
"""What Discord allows one bot in all; answers to interactions are not counted."""


@dataclass
class Bucket:
    size: int
    seconds: float
    left: int = 0
    until: float = 0.0

    def take(self, now: float) -> bool:
        if now >= self.until:
            self.left, self.until = self.size, now + self.seconds
        if self.left <= 0:
            return False
        self.left -= 1
        return True


@dataclass
class Limits:
    """``sizes``: route -> tokens and seconds until they are back.  ``exceeded`` counts requests that came too early.

    ``overall``: the bucket of all routes together, if there is one.
    """

    sizes: dict[str, tuple[int, float]] = field(default_factory=dict)
    exceeded: int = 0
    overall: Bucket | None = None
    _buckets: dict[tuple[str, str], Bucket] = field(default_factory=dict)

    def be(self, sizes: dict[str, tuple[int, float]]) -> None:
        self.sizes = sizes
        self._buckets.clear()

    def ask(self, route: str, major: str) -> tuple[bool, dict[str, str]]:
        """Whether the request may pass, and the headers that go with the answer."""
        now = time.monotonic()
        bucket = self._buckets.setdefault((route, major), Bucket(*self.sizes.get(route, GENEROUS)))
        passed = bucket.take(now)
        self.exceeded += not passed
        after = max(0.0, bucket.until - now)
        return passed, {
            "X-RateLimit-Limit": str(bucket.size),
            "X-RateLimit-Remaining": str(bucket.left),
            "X-RateLimit-Bucket": f"{abs(hash(route)):x}",
            "X-RateLimit-Reset": f"{time.time() + after:.3f}",
            "X-RateLimit-Reset-After": f"{after:.3f}",
        }

    def ask_overall(self) -> float:
        """Seconds to wait until any request may pass again, 0 if this one may."""
        now = time.monotonic()
        if self.overall is None or self.overall.take(now):
            return 0.0
        self.exceeded += 1
        return max(0.001, self.overall.until - now)
