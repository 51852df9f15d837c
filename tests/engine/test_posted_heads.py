"""A log beside what was posted of it: whoever kept a post can tell that nothing before it has been changed."""

from engine.log.head import head_line
from engine.log.verify import Verdict, verify
from tests.engine.log_forgery import entries, resealed


def heads(log: bytes) -> list[str]:
    """The lines that posts had: one for each commit."""
    shown = entries(log)
    ends = [entry for entry in shown if entry["kind"] in ("promised", "closed")]
    return [head_line("duel-1", entry["seq"], entry["link"]) for entry in ends]


def test_a_log_agrees_with_the_posts_of_its_game(log: bytes) -> None:
    posts = heads(log)
    audit = verify(log, "\n".join(f"Report\n-# {line}" for line in posts))
    assert audit.verdict is Verdict.PROVED
    assert f"{len(posts)} heads as posted, the last that of entry {entries(log)[-1]['seq']}" in str(audit)
    assert verify(log, posts[2]).verdict is Verdict.PROVED and "1 head as posted" in str(verify(log, posts[2]))


def test_every_log_of_the_game_agrees_with_all_posts_before_it(played: list[bytes]) -> None:
    posts = list[str]()
    for log in played:
        posts += heads(log)[-1:]
        assert verify(log, "\n".join(posts)).holds


def test_what_is_rewritten_after_it_was_posted_is_found(log: bytes) -> None:
    """A name changed and everything after it made anew: alone the log may pass, beside a post it cannot."""
    for seq in (1, 3):
        shown = entries(log)
        shown[seq - 1]["body"]["name" if seq == 1 else "player"] = "Somebody Else"
        audit = verify(resealed(shown), heads(log)[-1])
        assert audit.verdict is Verdict.NOT_PROVED and audit.entry == len(shown)
        assert "The text has" in audit.fault


def test_a_log_that_ends_before_the_post_is_not_proved(played: list[bytes]) -> None:
    audit = verify(played[0], heads(played[-1])[-1])
    assert audit.verdict is Verdict.NOT_PROVED and f"this log ends at entry {len(entries(played[0]))}" in audit.fault


def test_a_text_without_heads_of_the_game_is_no_comparison(log: bytes) -> None:
    for text, says in (
        ("", "no head of this game"),
        ("C1 moves to 0304.", "no head of this game"),
        (head_line("raid-7", 3, "ab" * 32), "raid-7"),
    ):
        audit = verify(log, text)
        assert audit.verdict is Verdict.SO_FAR and says in str(audit) and "no post was compared" in str(audit)
