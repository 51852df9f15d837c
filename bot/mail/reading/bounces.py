"""Mails that say that another one has come back."""

from email import message_from_bytes, policy
from typing import NamedTuple

from flufl.bounce import all_failures


class Bounce(NamedTuple):
    """The addresses that could not be reached.  ``hard``: for good."""

    addresses: tuple[str, ...]
    hard: bool


def bounced(raw: bytes) -> Bounce | None:
    """None for a mail that reports no failure."""
    try:
        temporary, permanent = all_failures(message_from_bytes(raw, policy=policy.compat32))
    except (ValueError, LookupError, AttributeError, TypeError):
        return None
    addresses = tuple(sorted(address.decode("ascii", "replace").lower() for address in (*permanent, *temporary)))
    return Bounce(addresses, bool(permanent)) if addresses else None
