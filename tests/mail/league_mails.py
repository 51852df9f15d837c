"""What players write about a league by mail, and what they are answered."""

import asyncio
import re
from collections.abc import Sequence
from email.message import EmailMessage

from engine.leagues.fold import League
from engine.leagues.matches import Match
from tests.mail.loopback.mailroom import text_of
from tests.mail.loopback.office import Office, mail

NEW = "league new Spring Cup system=miniwars format=round-robin\nscenarios=millers-bridge\ndeadline=3d days=7"


PLAYERS = ("Ann", "Bob", "Cat", "Dan")


async def say(office: Office, name: str, words: str, subject: str = "hello", vouched: str = "pass") -> str:
    """The answer, in one line."""
    answers = await office.take(mail(name, words, subject=subject, vouched=vouched))
    return told([one for one in answers if str(one["To"]).startswith(name.lower()) and "Re:" in str(one["Subject"])])


def told(mails: Sequence[EmailMessage]) -> str:
    return " ".join("".join(map(text_of, mails)).split())


def names_of(files: EmailMessage) -> list[str]:
    return [str(part.get_filename()) for part in files.walk() if part.get_filename()]


async def league_of(office: Office, word: str = "spring-cup") -> League:
    return await office.engine.use_data(lambda data: data.leagues.find(word))


async def begin(office: Office, new: str = NEW, players: Sequence[str] = PLAYERS) -> str:
    """What Hetty is answered, who opens it; the others have entered."""
    for name in ("Hetty", *players):
        await office.introduce(name, "games")
    opened = await say(office, "Hetty", new)
    for name in players:
        assert f"{name} has entered" in await say(office, name, "league enter pace=24 zone=Europe/Berlin")
    return opened


async def concede(office: Office, match: Match, loser: str) -> list[EmailMessage]:
    """What everybody is sent of the result, which is taken by itself."""
    game, name = match.games[0].game, loser.capitalize()
    asked = await say(office, name, "concede", f"[{game}]")
    found = re.search(r'"yes concede (\w+)"', asked)
    assert found, asked
    sent = await office.take(mail(name, f"yes concede {found[1]}", subject=f"[{game}]"))
    for _ in range(500):
        if not await office.engine.use_data(lambda data: data.league_places.unsettled()):
            break
        await asyncio.sleep(0.01)
    return [*sent, *await office.news()]
