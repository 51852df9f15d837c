"""Keys of seats that others have seen: the seat gets a new one, and its owner is told."""

import re

from .people import People, SeatKey

_KEY = re.compile(r"(?<![a-z0-9])[a-z2-7]{16}(?![a-z0-9])")


def keys_in(people: People, text: str) -> list[SeatKey]:
    """The keys in a text that open a seat now."""
    words = dict.fromkeys(_KEY.findall(text.lower()))
    return [key for word in words if (key := people.open_seat(word)) and not key.retired]


def replace_leaked(people: People, key: SeatKey, how: str, now: str) -> str:
    """A new key for the seat.  Returns what its owner is to be told; ``how``: who has seen the old one."""
    people.new_seat_key(key.game, key.side, key.player, now)
    return f"{how}, so it is valid no more. Your seat in {key.game} has a new one: answer the newest mail of the game."


def replace_shown(people: People, text: str, where: str, now: str) -> None:
    """New keys for all seats whose keys stand in a text that everybody can read."""
    for key in keys_in(people, text):
        how = f"The address of your seat stands in {where}"
        people.add_notice(key.player, replace_leaked(people, key, how, now), now)
