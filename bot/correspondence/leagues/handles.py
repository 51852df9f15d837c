"""Players named as a forum mentions them."""

from bot.hosting.engine_thread import EngineData
from engine.leagues.fold import League

from .rulings import NAMING


def without_handles(data: EngineData, league: League, deed: str, words: list[str]) -> list[str]:
    """Where a deed names a player, the id of whoever has this name in the forum: ``@ann_wyn``."""
    at = 1 if deed in NAMING else 0 if deed in ("challenge", "withdraw") else len(words)
    before, _, said_ = words[at].rpartition("=") if at < len(words) else ("", "", "")
    if not said_ or (deed == "withdraw" and before.casefold() != "player"):
        return words
    for player in league.entrants:
        accounts = [data.forum.account(contact.address) for contact in data.people.contacts(player, "forum")]
        if any(account and account.handle.casefold() == said_.lstrip("@").casefold() for account in accounts):
            return [*words[:at], f"{before}={player}" if before else player, *words[at + 1 :]]
    return words
