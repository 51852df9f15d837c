"""The first post of a topic: what the game is, where it stands, and how to play, kept up to date by edits."""

from collections.abc import Mapping

from bot.correspondence.markdown import escape, fence
from bot.correspondence.standings import Standing
from bot.correspondence.wrap import wrapped
from bot.hosting import wording
from bot.hosting.engine_thread import EngineData
from bot.hosting.forum_lanes import league_of_topic
from bot.hosting.forum_queue import LOBBY
from bot.hosting.motions import motion_lines
from bot.hosting.terms_words import terms_words
from engine.contract import Phase
from engine.systems import SYSTEMS
from engine.table import Game

from .league_topics import league_title
from .reports import People, waiting_for

LONGEST_TITLE = 200


def topic_title(game: Game) -> str:
    """Found again by this title, so it never changes."""
    return wording.clip(f"Fieldpost {game.id}: {' '.join(game.name.split())}", LONGEST_TITLE)


def status_text(
    game: Game, people: People, examples: tuple[str, ...] = (), standings: tuple[Standing, ...] = ()
) -> str:
    """``examples``: orders that would work now, if they give nothing away.  ``standings``: of a game that has begun."""
    parts = [
        f"## {escape(game.name)}",
        f"{escape(SYSTEMS[game.system].TITLE)}, scenario `{game.scenario}`, id `{game.id}`.",
        fence(wrapped(game.about, later="")),
        "**Sides**",
        _sides(game, people, {standing.side: standing.facts for standing in standings}),
        f"**{_standing(game)}**",
        *([waiting_for(game, game.phase, game.due, people, (), pings=False)] if game.phase and not game.over else []),
        *_motions(game, people),
        " ".join((wording.pace(game), *wording.take_backs(game), *terms_words(game))),
        *([] if game.over else _how(game, examples)),
    ]
    return "\n\n".join(parts)


def _sides(game: Game, people: People, facts: Mapping[str, str]) -> str:
    lines = list[str]()
    for side, holder in game.seats.items():
        name = escape(people[holder].name) if holder in people else ""
        taken = name or f"free: {_how_to_join(game, side)}"
        stands = f". {escape(facts[side])}" if facts.get(side) else ""
        lines.append(f"- {escape(game.sides[side].name)} (`{side}`): {taken}{stands}")
    return "\n".join(lines)


def _how_to_join(game: Game, side: str) -> str:
    if game.anonymous:
        return f"write `join {game.id} {side}` to me in a private message"
    return f"reply with `join {side}` and a word of greeting"


def _standing(game: Game) -> str:
    if game.over:
        return f"The game is over: {f'{escape(game.won_by)} wins' if game.won_by else 'a draw'}."
    if not game.started:
        return "The game starts when all seats are taken."
    return "The game is on."


def _motions(game: Game, people: People) -> list[str]:
    """What is voted on, who is awaited for it, and how to answer."""
    if not game.motions:
        return []
    lines = motion_lines(game, {player: person.name for player, person in people.items()})
    return [*map(escape, lines), "Reply with `agree` or `disagree` and the number of the entry."]


def _how(game: Game, examples: tuple[str, ...]) -> list[str]:
    shown = list(examples[:3]) or ["UNIT VERB ..."]
    where = (
        "**Orders of this phase are secret: write them to me in a private message.**"
        if _sealed(game.phase)
        else "**Write to me in a private message, so that nobody sees who plays.**"
        if game.anonymous
        else "Reply here, or write to me in a private message, which nobody else reads."
    )
    return [
        "**How to order**",
        f"{where} Put one order a line between fences like these, and talk around them as you like:",
        fence([*shown, "done"]).replace("```text", "```", 1),
        "`commit` runs your orders, `done` runs them and ends your part of the phase; without either they are a draft,"
        " and your newest post replaces it. `map`, `units`, `status`, `log`, `rules` and `help` are answered too.",
        "What counts is the post as I first read it: edits after that change nothing and are not read, so write a new"
        " one. Every post with orders gets one answer.",
    ]


def _sealed(phase: Phase | None) -> bool:
    return phase is not None and phase.sealed


LOBBY_TITLE = "Fieldpost: open a game here"
LOBBY_TEXT = "\n\n".join(
    (
        "## Wargames by post",
        "I am a program: I check orders, roll dice that anyone can verify, and post what happened with a map. Each game"
        " has a topic of its own in this category.",
        "A reply here that begins with such a line opens one, with three days for each phase:",
        fence(["new millers-bridge 3d"]).replace("```text", "```", 1),
        "In place of `3d` it takes any calendar, such as `Mon Wed Fri 20:00 Europe/Berlin, first double`. "
        "`scenarios` lists what can be played, `games` what waits for players, `help` everything else that I read. Take"
        " a seat by a reply in the game's topic: `join` and the side. I answer only posts that begin with such a line.",
    )
)
"""The topic in which games are opened."""


def title_of_topic(data: EngineData, key: str) -> str:
    """Of a game, of a league, or of the one in which games are opened."""
    if key == LOBBY:
        return LOBBY_TITLE
    league = league_of_topic(key)
    return league_title(data, league) if league else topic_title(data.table.game(key))
