"""One line in the channel above a game's thread: the game has ended, or a seat of it has become free."""

from collections.abc import Iterator, Sequence

from bot.hosting import wording
from bot.hosting.post import Post
from engine.table import Game, News

from . import markup
from .address import Place


def channel_lines(game: Game, news: Sequence[News], place: Place, *, league: bool = False) -> tuple[Post, ...]:
    """The announcement of a new game is in that channel already, and the result of a ``league`` game soon will be.
    ``game``: as it is now; an end that has been rewound since is none.
    """
    return tuple(Post(line, above=True) for line in _lines(game, news, place, league=league))


def _lines(game: Game, news: Sequence[News], place: Place, *, league: bool) -> Iterator[str]:
    name, link = f"**{markup.escape(game.name)}**", f"<#{place.thread}>"
    left = dict.fromkeys(item.side for item in news if item.kind == "left")
    free = [f"**{markup.escape(game.sides[side].name)}**" for side in left if side and not game.seats.get(side)]
    if game.over and any(item.kind == "over" for item in news):
        if league and game.winner:
            return
        outcome = f"victory for **{markup.escape(game.won_by)}**" if game.won_by else "a draw"
        yield f"🏁 {name} is over: {outcome}. {link}"
    elif free and game.started:
        yield f"🪑 {name} needs a player for {wording.join_list(free)}: `/game join` in {link}"
