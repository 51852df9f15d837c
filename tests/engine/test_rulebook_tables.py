"""What every rulebook's tables share: the file is read as YAML, and a key that is there twice is no silent change."""

from pathlib import Path

import pytest

from engine.toolkit.rulebook_tables import FaultyTables, written_tables


@pytest.mark.parametrize(
    ("text", "key", "lines"),
    [
        ("a: 1\nb: 2\na: 3\n", "a", "1 and 3"),
        ("types:\n  tank: {move: 1}\n  tank: {move: 2}\n", "tank", "2 and 3"),
        ("types:\n  tank: {move: 1,\n    move: 2}\n", "move", "2 and 3"),
        ("list:\n  - {x: 1, y: 2,\n     x: 3}\n", "x", "2 and 3"),
    ],
)
def test_a_key_used_twice_is_named_with_its_lines(tmp_path: Path, text: str, key: str, lines: str) -> None:
    file = tmp_path / "tables.yaml"
    file.write_text(text)
    with pytest.raises(FaultyTables, match=f"tables.yaml: the key {key} is used twice, in lines {lines}: keep one"):
        written_tables(file)


@pytest.mark.parametrize("text", ["a: [1", "- 1", ""])
def test_a_file_that_is_no_mapping_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "tables.yaml"
    file.write_text(text)
    with pytest.raises(FaultyTables, match=r"this is not YAML|must be a mapping"):
        written_tables(file)


def test_rows_may_share_their_values(tmp_path: Path) -> None:
    file = tmp_path / "tables.yaml"
    file.write_text("first: &same {move: 1}\nlater: *same\n")
    assert written_tables(file) == {"first": {"move": 1}, "later": {"move": 1}}
