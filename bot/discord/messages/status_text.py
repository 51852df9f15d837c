"""The text of the status message of a game: where it stands, whose turn it is and until when, links, seats."""

from typing import NamedTuple

from bot.correspondence.standings import Standing, moment, standings
from bot.hosting import wording
from engine.systems import SYSTEMS
from engine.table import Game
from maps.scene.scene import Scene

from . import markup, posts
from .address import Place


class Links(NamedTuple):
    """Ids of messages in the game's room, "" where there is none: the last report, the last map."""

    report: str = ""
    map: str = ""


def status_text(game: Game, scene: Scene, place: Place, links: Links) -> str:
    """``scene``: the map as everybody may see it."""
    lines = [f"## {markup.escape(game.name)}", *_position(game, scene)]
    lines += [_side(game, standing) for standing in standings(scene, game.sides)]
    lines += filter(None, (_links(place, links),))
    lines.append(f"-# {SYSTEMS[game.system].TITLE} · id {markup.inline_code(game.id)} · kept up to date")
    return "\n".join(lines)


def _position(game: Game, scene: Scene) -> list[str]:
    """What comes next: who is waited for, or how it ended."""
    if game.over:
        return [f"**Victory for {markup.escape(game.won_by)}**" if game.won_by else f"**{wording.undecided(game)}**"]
    if not game.started or not game.phase:
        free = [side for side, holder in game.seats.items() if not holder]
        return ["The game starts when all seats are taken." if free else "The game begins with its first dice."]
    called = [
        f"{markup.mention(holder) if (holder := game.seats.get(side, '')) else 'a free seat'} "
        f"(**{markup.escape(wording.side_name(game.sides, side))}**)"
        for side in game.phase.sides
    ]
    title = markup.escape(moment(scene)) or posts.phase_title(game.phase)
    still = wording.standstill(game)
    stands = [f"⏸️ **The game is {still}**: no {'orders and no ' if game.frozen else ''}deadline runs."] if still else []
    return [f"**{title}**", *stands, f"Waiting for {wording.join_list(called)}{posts.until(game.due)}."]


def _side(game: Game, standing: Standing) -> str:
    holder = game.seats.get(standing.side, "")
    who = markup.mention(holder) if holder else "*free: `/game join`*"
    facts = f": {markup.escape(standing.facts)}" if standing.facts and game.started else ""
    return f"- **{markup.escape(wording.side_name(game.sides, standing.side))}** ({who}){facts}"


def _links(place: Place, links: Links) -> str:
    words = (("Last report", links.report), ("Map", links.map))
    return " · ".join(f"[{word}]({_link(place, message)})" for word, message in words if message)


def _link(place: Place, message: str) -> str:
    return f"https://discord.com/channels/{place.guild}/{place.room}/{message}"
