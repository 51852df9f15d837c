"""Commands by which players decide together and for themselves: deadlines, votes, take-backs, deputies, absences."""

from bot.hosting import deputies, wording
from bot.hosting.absences import announce_in_words
from bot.hosting.engine_thread import EngineData
from bot.hosting.motions import refuse_repeated
from bot.hosting.post import Button
from bot.hosting.utc_now import utc_now
from engine.deadlines.words import read_span
from engine.game.game_info import MotionInfo
from engine.log.decisions import Motion
from engine.log.motions import ENDING
from engine.table import Game, News, Refused, Table

from ..messages import components, markup
from ..messages.decision_posts import deputy_post
from .context import Context, find_own_side, find_side_by_name
from .replies import Reply


def read_seconds(words: str) -> int:
    """Seconds of ``24h`` or ``2d12h``.  Raises Refused."""
    found = read_span(words)
    if found is None:
        wrong = markup.inline_code(wording.clip(words, 40))
        raise Refused("bad-deadline", f"{wrong} is no length of time. Write it like `24h`, `3d` or `2d12h`.")
    return found


async def extend(context: Context, key: str | None, side: str | None, length: str, why: str) -> Reply:
    """Put the deadline off by oneself, as often as each side may."""
    game, mine = await context.own_game_and_side(key, side)
    seconds = read_seconds(length)
    news = await context.services.engine.use_table(
        lambda table: table.extend(game.id, mine, seconds, utc_now(), context.name, why)
    )
    context.services.changed(game.id)
    return Reply(f"{markup.escape(news.lines[0])} Deadline: {_deadline(news.due)}.")


async def propose(
    context: Context, key: str | None, side: str | None, motion: Motion, value: str, *, sure: bool = False
) -> Reply:
    """Propose something that the players vote on.  Whoever would end the game alone is asked first, unless ``sure``."""
    game, mine = await context.own_game_and_side(key, side)
    return await _propose(context, game, mine, motion, _motion_value(game, motion, value), sure=sure)


async def _propose(context: Context, game: Game, mine: str, motion: Motion, value: str, *, sure: bool) -> Reply:
    if motion == "abandon" and not sure and {*filter(None, map(game.holder, game.seats))} == {context.player}:
        await context.services.engine.use_table(lambda table: table.check_proposal(game.id, mine, motion, value))
        return Reply(
            f"Nobody else has a vote, so this ends **{markup.escape(game.name)}** at once, which cannot be undone.",
            buttons=(Button("Yes, give it up", components.write_custom_id("sure-abandon", game.id, mine), "red"),),
        )

    def make(table: Table) -> News:
        refuse_repeated(table, table.game(game.id), mine, motion, value)
        return table.propose(game.id, mine, motion, value, utc_now(), context.name)

    news = await context.services.engine.use_table(make)
    context.services.changed(game.id)
    return Reply(" ".join(map(markup.escape, news.lines)))


def _motion_value(game: Game, motion: Motion, value: str) -> str:
    if motion == "extend":
        return str(read_seconds(value or "24h"))
    if motion in ("concede", "replace"):
        if not value.strip():
            what = "to whom the game is conceded" if motion == "concede" else "who is to be replaced"
            raise Refused("missing-argument", f"Name the side {what} with the option `value`.")
        return find_side_by_name(game, value)
    return ""


async def vote(
    context: Context, key: str | None, side: str | None, on: int | None, *, yes: bool, sure: bool = False
) -> Reply:
    """Vote for or against a motion: the one with that number, or the only one that waits for this person.

    Whoever is for the end of the game is asked first, unless they are ``sure``.
    """
    game = await context.game(key)
    motion = _motion(game, context.player, on)
    mine = find_own_side(game, context.player, side)
    if yes and motion.motion in ENDING and not sure:
        return Reply(
            f"Agree to {markup.escape(motion.words)} in **{markup.escape(game.name)}**? If all others agree, the game "
            "is over, which cannot be undone.",
            buttons=(Button("Yes, agree", components.write_custom_id("sure-agree", game.id, str(motion.seq)), "red"),),
        )
    news = await context.services.engine.use_table(
        lambda table: table.vote(game.id, mine, motion.seq, utc_now(), context.name, yes=yes)
    )
    context.services.changed(game.id)
    return Reply(" ".join(map(markup.escape, news.lines)))


def _motion(game: Game, player: str, on: int | None) -> MotionInfo:
    mine = {made.seq for made in game.motions if player in map(game.person, made.waiting)}
    waiting = [made for made in game.motions if (made.seq in mine if on is None else made.seq == on)]
    name = f"**{markup.escape(game.name)}**"
    if not waiting:
        rest = "It is settled, or has lapsed." if on else "`/vote propose` makes a proposal."
        raise Refused("no-motion", f"Nothing waits for your vote in {name}. {rest}")
    if len(waiting) > 1:
        listed = "; ".join(f"`{made.seq}`: {markup.escape(made.words)}" for made in waiting)
        raise Refused("ambiguous-motion", f"Several proposals wait for you in {name}: {listed}. Give its number.")
    return waiting[0]


async def motions(context: Context, key: str | None) -> Reply:
    """What is voted on, and who has not voted."""
    game = await context.game(key)
    if not game.motions:
        return Reply(f"Nothing is voted on in **{markup.escape(game.name)}**. `/vote propose` makes a proposal.")
    lines = [f"**{markup.escape(game.name)}**"]
    for made in game.motions:
        by = markup.escape(wording.side_name(game.sides, made.side))
        missing = wording.join_list([markup.mention(player) for player in made.waiting]) or "nobody"
        lines.append(f"- `{made.seq}` {by} proposes {markup.escape(made.words)}: {made.count}; missing: {missing}")
    return Reply("\n".join(lines))


async def take_back(context: Context, key: str | None, side: str | None) -> Reply:
    """Take back one's last commit, or ask the others for their consent."""
    game, mine = await context.own_game_and_side(key, side)

    def ask(table: Table) -> News:
        refuse_repeated(table, table.game(game.id), mine, "take-back")
        return table.take_back(game.id, mine, utc_now(), context.name)

    news = await context.services.engine.use_table(ask)
    context.services.changed(game.id)
    asked = " The others are asked." if news.kind == "decided" else " Your orders are your draft again, and not run."
    return Reply(f"{' '.join(map(markup.escape, news.lines))}{asked}")


async def depute(context: Context, key: str | None, side: str | None, deputy: str, *, bot: bool) -> Reply:
    """Name somebody who may order until this player acts again; "" for nobody."""
    game, mine = await context.own_game_and_side(key, side)
    if bot:
        raise Refused("bad-argument", "A bot cannot be your deputy.")

    def name_deputy(data: EngineData) -> None:
        with data.table.journal.transaction():
            named = deputies.depute(data.table, data.people, game.id, mine, deputy, utc_now())
            if deputy and not named.anonymous:
                data.outbox.add_post(game.id, deputy_post(named, mine, deputy))

    await context.services.engine.use_data(name_deputy)
    context.services.changed(game.id)
    name = f"**{markup.escape(wording.side_name(game.sides, mine))}**"
    if not deputy:
        return Reply(f"Nobody orders for {name} but you.")
    return Reply(f"{markup.mention(deputy)} may order for {name} until you do so again.")


async def away(context: Context, until: str, since: str) -> Reply:
    """Announce an absence, for all games; ``until`` "back" ends it."""

    def announce(data: EngineData) -> str:
        now, zone = utc_now(), data.people.zone(context.player)
        absence = announce_in_words(data.absences, context.player, until, since, now, zone)
        if absence is None:
            return "Welcome back: deadlines do not wait for you any more."
        return (
            f"You are away from {markup.timestamp(absence.since, 'f')} to {markup.timestamp(absence.until, 'f')}. "
            "Deadlines of games that wait for you are put off until then, by at most 21 days in each game; a deputy "
            "(`/deputy`) may order for you instead. `/away until:back` ends it."
        )

    return Reply(await context.services.engine.use_data(announce))


def _deadline(due: str | None) -> str:
    return f"{markup.timestamp(due, 'F')} ({markup.timestamp(due)})" if due else "none"
