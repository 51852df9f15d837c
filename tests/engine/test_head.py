"""The heads of logs that posts carry: read back from any text, and compared with a log."""

import hashlib
from random import Random

from engine.log.head import LENGTH, Head, compare, head, head_line, heads_in

LINKS = [hashlib.sha256(str(n).encode()).hexdigest() for n in range(50)]


def test_a_head_is_read_back_from_any_post() -> None:
    chance = Random(1)
    for seq, link in enumerate(LINKS, 1):
        line = head_line("raid-on-danville-12", seq, link)
        before, behind = (
            chance.choice(["-# ", ":: ", "> ", "```\n", "", "Next: C1; "]),
            chance.choice(["", "\n```", "."]),
        )
        assert list(heads_in(f"Report\n{before}{line}{behind}\nC1 move 0203")) == [
            Head("raid-on-danville-12", seq, head(link))
        ]
        assert list(heads_in(line.upper())) == [Head("RAID-ON-DANVILLE-12", seq, head(link))]


def test_a_head_has_128_bits() -> None:
    """Another link of which the first 16 bytes are the same has the same head, any other bit makes another one."""
    assert len(head(LINKS[0])) == LENGTH
    first = int(LINKS[0], 16)
    for bit in range(256):
        other = f"{first ^ 1 << bit:064x}"
        assert (head(other) == head(LINKS[0])) == (bit < 128)


def test_what_is_no_head_is_not_read() -> None:
    line = head_line("raid-1", 3, LINKS[2])
    for text in (
        "",
        "log entry 3",
        line[:-1],
        line + "a",
        line.replace(":", ""),
        line.replace("3", "x"),
        "raid-1 " * 9,
    ):
        assert not list(heads_in(text)), text


def test_posts_agree_with_their_log() -> None:
    posts = "\n".join(head_line("raid-1", seq, LINKS[seq - 1]) for seq in (3, 9, 9, 50))
    found = compare("raid-1", LINKS, posts)
    assert (found.same, found.other, found.fault) == ((3, 9, 50), (), "")


def test_a_log_changed_afterwards_does_not_agree() -> None:
    posts = "\n".join(head_line("raid-1", seq, LINKS[seq - 1]) for seq in (3, 9, 50))
    changed = [*LINKS[:8], *LINKS[9:], LINKS[8]]
    found = compare("raid-1", changed, posts)
    assert found.same == (3,) and found.entry == 9 and head(LINKS[8]) in found.fault and head(LINKS[9]) in found.fault


def test_a_log_cut_short_does_not_agree() -> None:
    found = compare("raid-1", LINKS[:40], head_line("raid-1", 50, LINKS[49]))
    assert found.entry == 50 and "ends at entry 40" in found.fault


def test_two_heads_of_one_entry_never_agree() -> None:
    posts = head_line("raid-1", 9, LINKS[8]) + "\n" + head_line("raid-1", 9, LINKS[7])
    assert compare("raid-1", LINKS, posts).fault


def test_heads_of_other_games_are_named_and_change_nothing() -> None:
    posts = head_line("raid-2", 9, LINKS[3]) + "\n" + head_line("raid-1", 9, LINKS[8])
    assert compare("raid-1", LINKS, posts) == ((9,), ("raid-2",), "", 0)
