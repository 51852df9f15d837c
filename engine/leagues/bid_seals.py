"""Secret bids for a side: what the log shows of one until both are in, and how everybody can check it afterwards."""

import re
from typing import Final

from engine.log.journal import body_digest

SALT: Final = re.compile("[0-9a-f]{32}")
SEAL: Final = re.compile("[0-9a-f]{64}")


def bid_digest(league: str, match: int, player: str, bid: int, salt: str) -> str:
    """sha256, in hex, of the salt's 16 bytes followed by the canonical JSON list ``[league, match, player, bid]``."""
    return body_digest(salt, [league, match, player, bid])
