"""A player's page in lines: record, ratings, replies, luck."""

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from bot.hosting.player_records import SystemRecord, reliability
from engine.contract import counted
from engine.contract.counting import rough_length
from engine.leagues.ratings import Rating, RatingPoint
from engine.log.deadline import to_unix
from engine.log.replies import Replies
from engine.systems import SYSTEMS
from maps.scene.rating_chart import RatedDay, RatingChart

DAY = 86_400
BAND_NOTE = "A dot for each game; the true strength lies in the blue band with 95 %."


class SystemRating(NamedTuple):
    """``system``: "" for all together; ``curve``: after each game."""

    system: str
    rating: Rating
    curve: tuple[RatingPoint, ...]


class PlayerPage(NamedTuple):
    """``luck``: sentences on it; none without dice.  ``damaged``: leagues whose games are missing from the ratings."""

    name: str
    records: tuple[SystemRecord, ...]
    ratings: tuple[SystemRating, ...]
    replies: Replies
    luck: tuple[str, ...]
    damaged: tuple[str, ...] = ()


def page_lines(page: PlayerPage) -> tuple[str, ...]:
    """Without its title."""
    return (
        *(_record_line(record) for record in page.records),
        *([] if page.records else ["No game at this table is over yet."]),
        *_rating_lines(page.ratings),
        *([f"Without games of leagues that are damaged: {', '.join(page.damaged)}."] if page.damaged else []),
        *_reply_lines(page.replies),
        *(f"Luck: {line}" for line in page.luck),
    )


def rating_chart(page: PlayerPage) -> RatingChart | None:
    """Of the system with most games; None as long as no game was rated."""
    rated = [one for one in page.ratings if one.system]
    if not rated:
        return None
    most = max(rated, key=lambda one: len(one.curve))
    days = tuple(RatedDay(to_unix(point.at) / DAY, point.rating, point.bounds) for point in most.curve)
    title = f"{page.name}: rating in {SYSTEMS[most.system].TITLE}"
    return RatingChart(title, days, most.curve[0].at[:10], most.curve[-1].at[:10], BAND_NOTE)


def _record_line(record: SystemRecord) -> str:
    total = record.total
    sides = ", ".join(f"side {number} {one}" for number, one in record.sides)
    figures = f"{total.won} won, {total.drawn} drawn, {total.lost} lost"
    return f"{SYSTEMS[record.system].TITLE}: {counted(total.games, 'game')} at this table, {figures} ({sides})."


def _rating_lines(ratings: Sequence[SystemRating]) -> list[str]:
    if not ratings:
        return ["Rating: none yet; games of leagues are rated."]
    return [
        f"Rating {f'in {SYSTEMS[one.system].TITLE}' if one.system else 'in all systems'}: {one.rating.rating}"
        f" ± {one.rating.bounds} ({counted(one.rating.games, 'game')} of leagues, with results from elsewhere)."
        for one in ratings
    ]


def _reply_lines(replies: Replies) -> list[str]:
    lines = list[str]()
    if seconds := sorted(replies.seconds):
        slow = seconds[min(len(seconds) - 1, len(seconds) * 9 // 10)]
        lines.append(
            f"Reply time: half of {counted(len(seconds), 'phase')} within {rough_length(median(seconds))},"
            f" 9 of 10 within {rough_length(slow)}."
        )
    if (share := reliability(replies)) is not None:
        lines.append(f"Reliability: {share} % of {counted(replies.timed, 'phase')} with a deadline met on time.")
    return lines
