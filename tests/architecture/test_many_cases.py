"""Many cases in one test: each is tried, and each that fails is named and shown."""

from pathlib import Path

import pytest

from tests.support.many_cases import for_each

TRIED = list[int]()


@for_each("number", lambda: [1, 2, 3])
@for_each(("name", "size"), [("a", 1), pytest.param("b", 2, id="second")])
def test_each_is_tried_with_the_fixtures(number: int, name: str, size: int, tmp_path: Path) -> None:
    TRIED.append(number * size)
    assert tmp_path.exists() and {"a": 1, "b": 2}[name] == size


def test_every_one_was_tried(tmp_path: Path) -> None:
    TRIED.clear()
    test_each_is_tried_with_the_fixtures(tmp_path=tmp_path)
    assert sorted(TRIED) == [1, 2, 2, 3, 4, 6]


def test_all_that_fail_are_named_and_shown() -> None:
    tried = list[int]()

    @for_each(("one", "other"), [(1, 1), (1, 2), pytest.param(3, 4, id="third"), (5, 5)])
    def fails(one: int, other: int) -> None:
        tried.append(one)
        if one == 3:
            pytest.fail("not three")
        assert one == other

    with pytest.raises(BaseExceptionGroup, match="2 of 4 cases fail: one=1, other=2; third") as caught:
        fails()
    shown = caught.value.exceptions
    assert tried == [1, 1, 3, 5] and "1 == 2" in str(shown[0]) and "not three" in str(shown[1])
    assert "This is the case third" in shown[1].__notes__


def test_to_try_no_case_is_a_failure() -> None:
    with pytest.raises(AssertionError, match="no case"):
        for_each("nothing", [])(lambda nothing: None)()
