"""Whom the words of a ruling name: nobody wins, or loses, because a name reads like a reason."""

import pytest

from bot.correspondence.leagues.refusals import in_letters
from bot.correspondence.leagues.rulings import _fitting
from bot.discord.commands.league_refusals import in_discord
from bot.hosting.engine_thread import EngineData
from engine.leagues.entries import Body, Entered, MatchPaired, Paired
from engine.leagues.matches import LeagueGame, Match
from engine.table import Refused
from tests.bot.test_league_letters import NOW, data, do, refusal

__all__ = ["data"]


def paired_with(data: EngineData, name: str) -> str:
    """The id of somebody who is called so, and plays bob."""
    data.people.add("mail", "eve@home.example", name, NOW)
    (eve,) = (player for player, called in data.people.names().items() if called == name)
    for player in ("bob", eve):
        do(data, player, "league enter spring-cup")
    do(data, "ann", "league pair")
    return eve


def winner(data: EngineData) -> str:
    (result,) = data.leagues.find("spring-cup").match(1).results
    return result.winner


@pytest.mark.parametrize("name", ("Bob clearly ahead", "bob CLEARLY", "Bob clearly ahead at the deadline"))
def test_a_name_that_begins_like_a_rivals_takes_no_ruling(data: EngineData, name: str) -> None:
    eve = paired_with(data, name)
    line = "league adjudicate 1 Bob clearly ahead at the deadline"
    said = refusal(data, "ann", line)
    assert "more than one name" in said and not data.leagues.find("spring-cup").match(1).results
    assert '`league adjudicate spring-cup 1 "Bob" clearly ahead at the deadline`' in said
    assert f'`league adjudicate spring-cup 1 "{name}" clearly' in said
    do(data, "ann", 'league adjudicate 1 "Bob" clearly ahead at the deadline')
    assert winner(data) == "bob"
    do(data, "ann", "league reopen 1 once more")
    do(data, "ann", f'league adjudicate 1 "{name}" clearly ahead')
    assert winner(data) == eve


def test_a_name_that_reads_like_a_draw_takes_none(data: EngineData) -> None:
    eve = paired_with(data, "draw agreed")
    said = refusal(data, "ann", "league adjudicate 1 draw agreed by both")
    assert '`league adjudicate spring-cup 1 "draw" clearly ahead at the deadline`' in said
    do(data, "ann", 'league adjudicate 1 "draw" agreed by both')
    assert winner(data) == ""
    do(data, "ann", "league reopen 1 once more")
    do(data, "ann", "league forfeit 1 draw agreed but never wrote")
    assert winner(data) == "bob" != eve


def test_whoever_takes_the_id_or_the_name_of_a_rival_is_asked_for_by_id(data: EngineData) -> None:
    eve = paired_with(data, "bob")
    assert f'1 "{eve}" clearly ahead' in refusal(data, "ann", "league adjudicate 1 bob far ahead")
    do(data, "ann", f'league adjudicate 1 "{eve}" far ahead')
    assert winner(data) == eve


def test_a_first_word_may_be_short_for_another_name(data: EngineData) -> None:
    data.people.remember_name("bob", "Robert Smith")
    paired_with(data, "Robert clearly ahead")
    assert "more than one name" in refusal(data, "ann", "league adjudicate 1 Robert clearly ahead at the deadline")
    do(data, "ann", 'league adjudicate 1 "Robert Smith" clearly ahead')
    assert winner(data) == "bob"


@pytest.mark.parametrize("rest", ("far ahead", "Draw", "1", "cat and bob"))
def test_names_without_doubt_need_no_quotation_marks(data: EngineData, rest: str) -> None:
    paired_with(data, "Cat Lee")
    do(data, "ann", f"league adjudicate 1 Cat Lee {rest}")
    assert winner(data) != "bob" and winner(data)


def test_only_as_many_words_are_read_as_a_name_has() -> None:
    asked = list[object]()

    class Rest(list[str]):
        def __getitem__(self, at: object) -> object:  # type: ignore[override]
            asked.append(at)
            return super().__getitem__(at)  # type: ignore[call-overload]

    match = Match(1, 1, 1, "", ("ann lee", "bob"), "millers-bridge", (LeagueGame(("ann lee", "bob")),))
    assert _fitting(match, {}, Rest(["ann", "lee", *["a"] * 10_000]), draws=True) == {"ann lee": 2}
    assert len(asked) < 10 and slice(None, 3) not in asked


def test_refusals_have_short_lines_for_long_reasons(data: EngineData) -> None:
    paired_with(data, "Bob a")
    with pytest.raises(Refused) as refused:
        do(data, "ann", f"league adjudicate 1 Bob {'a ' * 8000}")
    assert len(str(refused.value)) < 1000


def test_a_name_with_an_apostrophe_is_refused_in_words(data: EngineData) -> None:
    data.people.remember_name("bob", "Bob")
    bodies: list[Body] = [Entered("O'Neil"), Entered("bob")]
    bodies += [Paired(1, (MatchPaired(1, ("O'Neil", "bob"), "millers-bridge"),))]
    league = data.leagues.write("spring-cup", lambda _: bodies, NOW)
    with pytest.raises(Refused) as refused:
        league.require_complete()
    line = """`league forfeit spring-cup 1 'O'"'"'Neil' "no answer"`"""
    assert line in str(refused.value)
    assert "`league forfeit spring-cup 1 O'Neil no answer`" in str(in_letters(data, refused.value))
    command = "`/league forfeit league:spring-cup match:1 loser:O'Neil reason:no answer`"
    assert command in str(in_discord(data, refused.value))
    unquoted = Refused("x", "`league forfeit spring-cup 1 O'Neil gone`")
    assert "loser:O'Neil reason:gone`" in str(in_discord(data, unquoted))
