"""The first steps of the page on mail and of the page on forums, taken from there as a newcomer takes them."""

import re
from pathlib import Path

import pytest

from bot.hosting.engine_thread import EngineThread
from tests.mail.loopback.mailroom import text_of
from tests.mail.loopback.office import Office, mail
from tests.support.databases import new_database

DOCS = Path(__file__).parents[2] / "docs"


def first_steps(page: str) -> list[str]:
    """What stands between fences for players, without the fences themselves and talk."""
    section = (DOCS / page).read_text("utf-8").partition("## For players")[2].partition("\n## ")[0]
    blocks = re.findall(r"^( *)```\n(.*?)^ *```$", section, re.MULTILINE | re.DOTALL)
    return ["\n".join(line.strip() for line in block.splitlines()) for _, block in blocks]


@pytest.mark.asyncio
async def test_the_first_steps_by_mail_work_as_they_are_written(tmp_path: Path) -> None:
    engine = EngineThread(new_database(tmp_path / "games.db"))
    office, (opens, joins, chooses, moves) = Office(engine), first_steps("by-mail.md")
    answers = [text_of(sent) for sent in await office.introduce("Ann", opens)]
    assert "its id is millers-1" in answers[0]
    assert "You play The Reeve's Men" in text_of((await office.take(mail("Ann", joins)))[0])
    await office.introduce("Bob", joins.replace("reeve", "reivers"))
    for _ in range(9):
        phase = await engine.use_table(lambda table: table.game("millers-1").phase)
        assert phase
        side = phase.sides[0]
        name = {"reeve": "Ann", "reivers": "Bob"}[side]
        first = "initiative" in phase.title
        written = chooses if first else moves if phase.title.startswith("movement") and name == "Ann" else "done"
        answer = (await office.take(mail(name, written)))[0]
        assert "REFUSED" not in text_of(answer), text_of(answer)
        if written == moves:
            assert text_of(answer).count("ok  ") == len(moves.splitlines())
            break
    else:
        pytest.fail("the units of the reeve never moved")
    engine.close()


def test_the_first_steps_in_a_forum_are_the_same() -> None:
    by_mail, in_forum = first_steps("by-mail.md"), first_steps("in-a-forum.md")
    assert in_forum[0] == by_mail[0] and in_forum[1].splitlines()[0] == "join reeve" and by_mail[2] in in_forum
