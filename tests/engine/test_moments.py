"""The table over time: deadlines, rewinds, rulings, and what each side sees of them."""

import json
from pathlib import Path

from engine.log.deadline import add_seconds
from engine.log.decision_words import UNTOUCHED
from engine.log.verify import Verdict, verify
from engine.table import Table
from tests.engine.table_games import kinds, phase_of, present, refused, secrets_phase, started
from tests.support.toy_system import NOW, entropy


def test_a_deadline_runs_what_is_written_and_the_defaults(table: Table, duel: str) -> None:
    key = started(table, duel, 3600)
    table.write(key, "red", "R1 hit B1", NOW)
    assert table.expire(key, add_seconds(NOW, 3599)) is None
    news = present(table.expire(key, add_seconds(NOW, 3600)))
    assert news.lines[0].startswith("Time is up for The Reds") and news.lines[1].startswith("R1 hits B1")
    assert (
        present(news.phase).sides == ("blue",) and news.due == add_seconds(NOW, 7200) and table.draft(key, "red") == ""
    )
    assert table.expire(key, add_seconds(NOW, 3600)) is None


def test_time_is_up_also_for_a_draft_that_ends_the_phase_itself(table: Table, duel: str) -> None:
    key = started(table, duel, 3600)
    table.write(key, "red", "R1 hit B1\ndone", NOW)
    news = present(table.expire(key, add_seconds(NOW, 3600)))
    assert news.lines[0] == "Time is up for The Reds: their written orders are run."
    assert present(news.phase).sides == ("blue",)
    locked = [entry for entry in table.journal.read(key) if entry.kind == "locked"][-1]
    assert locked.side == "", "nobody committed: the deadline did"
    table.write(key, "blue", "B1 hit R1\ndone", NOW)
    assert "Time is up" not in "".join(table.done(key, "blue", add_seconds(NOW, 3601)).lines)


def test_after_a_long_sleep_one_phase_is_run_and_the_next_has_its_whole_time(table: Table, duel: str) -> None:
    key = started(table, duel, 3600)
    awake = add_seconds(NOW, 36000)
    assert present(table.expire(key, awake)).due == add_seconds(awake, 3600)
    assert table.expire(key, awake) is None


def test_a_commit_does_not_put_off_the_deadline(table: Table, duel: str) -> None:
    key = started(table, duel, 3600)
    table.commit(key, "red", add_seconds(NOW, 1800), text="R1 hit B1")
    assert table.game(key).due == add_seconds(NOW, 3600)
    assert table.done(key, "red", add_seconds(NOW, 2000)).due == add_seconds(NOW, 5600)


def test_silent_players_never_block_a_game_until_nobody_has_touched_it_for_six_phases(table: Table, duel: str) -> None:
    key, now = started(table, duel, 60), NOW
    for _ in range(UNTOUCHED):
        assert not table.game(key).paused
        now = add_seconds(now, 61)
        assert table.expire(key, now)
    assert phase_of(table, key).turn == 3
    assert table.game(key).paused and table.game(key).due is None
    assert table.news(key)[-1].lines == (
        "The game is paused: no deadline runs, and orders can still be given. Nobody has done anything in 6 phases. "
        "The next commit lets it go on.",
    )
    assert table.expire(key, add_seconds(now, 10**7)) is None


def test_a_sealed_phase_at_its_deadline(table: Table, duel: str) -> None:
    key = started(table, duel, 60)
    table.done(key, "red", NOW)
    table.done(key, "blue", NOW)
    table.commit(key, "red", NOW, text="R1 plan 7")
    table.done(key, "red", NOW)
    table.write(key, "blue", "B1 plan 9", NOW)
    news = present(table.expire(key, add_seconds(NOW, 60)))
    assert "red planned 7" in news.lines and "blue planned 9" in news.lines
    assert [line for line in news.lines if "Time is up" in line] == [
        "Time is up for The Blues: their written orders are run, and the rules fill in the rest."
    ]


def test_without_a_deadline_nothing_expires(table: Table, duel: str) -> None:
    assert table.expire(started(table, duel), add_seconds(NOW, 10**9)) is None


def test_a_rewind_erases_nothing(table: Table, duel: str) -> None:
    key = started(table, duel, 60)
    table.commit(key, "red", NOW, text="R1 hit B1")
    then, twin, scene = table.game(key).length, table.text_map(key), table.picture(key)
    entries = table.journal.read(key)
    table.write(key, "blue", "B1 hit R1", NOW)
    table.done(key, "red", NOW)
    table.commit(key, "blue", NOW, text="B1 hit R1\nB1 hit R1\nB1 hit R1")
    locks = kinds(table, key).count("locked")
    news = table.rewind(key, then + 2, add_seconds(NOW, 30), "ref\n")
    assert (
        news.kind == "rewound"
        and news.player == "ref"
        and present(news.phase).sides == ("red",)
        and news.due == add_seconds(NOW, 90)
    )
    assert table.text_map(key) == twin and table.picture(key) == scene and table.draft(key, "blue") == ""
    assert table.journal.read(key)[: len(entries)] == entries
    table.commit(key, "red", NOW, text="R1 hit B1")
    last = [json.loads(entry.body) for entry in table.journal.read(key) if entry.kind == "locked"][-1]
    assert last["lock"]["lock"] == locks + 1
    refused("no-such-entry", table.rewind, key, 3, NOW, "ref")
    refused("no-such-entry", table.rewind, key, 10**6, NOW, "ref")
    refused("no-such-entry", table.rewind, key, -1, NOW, "ref")


def test_a_game_that_is_over_can_be_taken_up_again(table: Table, duel: str) -> None:
    key = started(table, duel)
    before = table.game(key).length
    table.commit(key, "red", NOW, text="concede")
    table.rewind(key, before, NOW, "ref")
    assert kinds(table, key)[-2:] == ["rewound", "promised"]
    assert not table.game(key).over
    assert table.commit(key, "red", NOW, text="R1 hit B1").kind == "report"


def test_a_ruling_changes_nothing(table: Table, duel: str) -> None:
    key = started(table, duel)
    twin = table.text_map(key)
    news = table.rule(key, "Be civil.\nBoth of you.", NOW, "ref")
    assert (news.kind, news.lines, news.player) == (
        "ruled",
        ("Ruling by the referee (ref): Be civil.", "Ruling by the referee (ref): Both of you."),
        "ref",
    )
    assert table.text_map(key) == twin
    refused("nothing-written", table.rule, key, "  ", NOW, "ref")


def test_pictures_show_what_happened_since_the_phase_began(table: Table, duel: str) -> None:
    key = started(table, duel)
    assert [mark.kind for mark in table.picture(key).marks] == ["rolled", "phase"]
    first = table.commit(key, "red", NOW, text="R1 hit B1").seq
    count = len(table.picture(key).marks)
    table.commit(key, "red", NOW, text="R1 hit B1")
    assert len(table.picture(key).marks) > count
    table.done(key, "red", NOW)
    assert table.picture(key).marks[-1].kind == "phase" and table.picture(key).marks[0].kind == "rolled"
    table.rule(key, "Go on.", NOW, "ref")
    assert table.picture(key).marks[-1].kind == "phase"
    table.commit(key, "blue", NOW, text="B1 hit R1")
    assert "phase" not in [mark.kind for mark in table.picture(key).marks]
    assert len(table.picture(key, at=first).marks) == len(table.picture(key, at=first + 1).marks) == count
    assert table.picture(key, at=0).marks == () and table.picture(key, at=10**9) == table.picture(key)
    assert table.picture(key).title.game == "Dawn"


def test_while_a_phase_is_secret_the_picture_shows_what_happened_before_it(table: Table, duel: str) -> None:
    key = secrets_phase(table, duel)
    before = table.picture(key).marks
    assert before
    table.commit(key, "red", NOW, text="R1 plan 7")
    assert table.picture(key).marks == table.picture(key, "blue").marks == before
    assert [mark.kind for mark in table.picture(key, "red").marks] == [*(mark.kind for mark in before), "planned"]
    table.done(key, "red", NOW)
    table.done(key, "blue", NOW)
    assert (
        "shown" in [mark.kind for mark in table.picture(key).marks]
        and table.picture(key).marks[: len(before)] != before
    )


def test_a_draft_is_drawn_for_its_side_alone(table: Table, duel: str) -> None:
    key = started(table, duel)
    drawn = table.picture(key, "red", draft="R1 hit B1\nR1 hit R1")
    assert drawn.alt.endswith("Your draft is drawn on the map: R1 hit B1; R1 hit R1.")
    assert [mark.text for mark in drawn.marks if mark.kind == "draft"] == ["hit", "hit"]
    assert table.picture(key, "", draft="R1 hit B1") == table.picture(key)


def test_ideas_can_be_written_back(table: Table, duel: str) -> None:
    key = started(table, duel)
    assert table.ideas(key, "red") == ("R1 hit B1",) and table.ideas(key, "blue") == ()
    assert table.check(key, "red", "\n".join(table.ideas(key, "red"))).problems == ()


def test_news_can_be_made_again_word_for_word(table: Table, duel: str, tmp_path: Path) -> None:
    key = secrets_phase(table, duel)
    table.commit(key, "red", NOW, text="R1 plan 7")
    table.done(key, "red", NOW)
    table.rule(key, "Hm.", NOW, "ref")
    news = table.news(key)
    other = Table(tmp_path / "games.db", entropy("other"))
    assert other.news(key) == news
    assert [one.seq for one in news] == sorted(one.seq for one in news)
    assert other.news(key, after=news[3].seq) == news[4:] and other.news(key, after=news[3].seq - 1) == news[3:]
    assert other.log(key) == table.log(key) and other.picture(key) == table.picture(key)
    other.close()


def test_the_log_of_a_turn(table: Table, duel: str) -> None:
    key = secrets_phase(table, duel)
    table.done(key, "red", NOW)
    table.done(key, "blue", NOW)
    table.commit(key, "red", NOW, text="R1 hit B1")
    assert (
        table.log(key, 1)[-1] == "blue plans: 6"
        and table.log(key, 2)[0] == "Turn 2: strike of red"
        and table.log(key, 3) == ()
    )
    assert set(table.log(key, 1)) < set(table.log(key))


def test_secret_orders_that_were_taken_back_stay_secret_and_hold(table: Table, duel: str) -> None:
    key = secrets_phase(table, duel)
    before = table.game(key).length
    table.commit(key, "red", NOW, text="if R1 hurt: R1 plan 7")
    table.rewind(key, before, NOW, "ref")
    for side in ("red", "blue"):
        table.done(key, side, NOW)
    table.commit(key, "red", NOW, text="R1 hit B1")
    audit = verify(table.export(key))
    assert audit.verdict is Verdict.SO_FAR and "taken back by a rewind" in str(audit), str(audit)
    table.commit(key, "red", NOW, text="concede")
    assert verify(table.export(key)).verdict is Verdict.PROVED


def test_without_a_written_order_the_rules_decide(table: Table, duel: str) -> None:
    key = started(table, duel, 3600)
    news = present(table.expire(key, add_seconds(NOW, 3600)))
    assert news.lines[0] == "Time is up for The Reds: no written order is run, so the rules decide."


def test_in_a_sealed_phase_it_is_not_said_who_wrote_nothing(table: Table, duel: str) -> None:
    told = list[list[str]]()
    for written, name in (("", "Dawn"), ("B1 plan 9", "Dusk")):
        key = started(table, duel, 60, name)
        for side in ("red", "blue", "red"):
            table.done(key, side, NOW)
        if written:
            table.write(key, "blue", written, NOW)
        news = present(table.expire(key, add_seconds(NOW, 60)))
        told.append([line for line in news.lines if "Time is up" in line])
    assert told[0] == told[1] and len(told[0]) == 1
