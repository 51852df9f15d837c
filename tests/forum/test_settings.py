"""What the host sets: read as meant, and a sentence for whatever cannot be."""

from pathlib import Path

import pytest

from bot.forum.settings import ForumSettings, Hook, read
from bot.hosting.settings import BadSetting, environment
from bot.serve import read_settings
from tests.support.many_cases import for_each

GOOD = {
    "FIELDPOST_FORUM": "discourse",
    "FIELDPOST_FORUM_URL": "https://example.org/forum/",
    "FIELDPOST_FORUM_KEY": "abc123",
    "FIELDPOST_FORUM_USER": "@fieldpost",
    "FIELDPOST_FORUM_CATEGORY": "5",
}
HOOK = {"FIELDPOST_FORUM_HOOK": "127.0.0.1:8080", "FIELDPOST_FORUM_SECRET": "0123456789abcdef"}


def test_a_forum_alone_is_enough() -> None:
    several = {"DISCORD_TOKEN": "x.y.z", "FIELDPOST_DB": "postgresql://localhost/x", "FIELDPOST_SHARDS": "0/2"}
    with pytest.raises(BadSetting, match="FIELDPOST_SHARDS=0-1/2"):
        read_settings(GOOD | several)
    found = read_settings(GOOD)
    assert found.forum == ForumSettings("discourse", "https://example.org/forum", "abc123", "fieldpost", 5)
    assert found.discord is None and found.mail is None
    assert "abc123" not in repr(found), "keys are not printed"
    assert read({}) is None


def test_a_forum_that_has_moved() -> None:
    found = read(GOOD | {"FIELDPOST_FORUM_FORMER": "http://old.example.org/"})
    assert found and found.former == "http://old.example.org", "it gets no key, so it need not be secure"


def test_the_file(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs/in-a-forum.md").read_text("utf-8")
    (tmp_path / "fieldpost.toml").write_text(page.partition("```toml\n")[2].partition("```")[0], "utf-8")
    assert read(environment({}, tmp_path)) == ForumSettings(
        "discourse", "https://example.org/forum", "...", "fieldpost", 5
    )


def test_web_hooks() -> None:
    found = read(GOOD | HOOK)
    assert found and found.hook == Hook("127.0.0.1", 8080, "0123456789abcdef") and "0123456789abcdef" not in repr(found)


@for_each(
    ("environ", "says"),
    [
        ({"FIELDPOST_FORUM": "phpbb"}, "discourse or nodebb"),
        ({"FIELDPOST_FORUM_URL": ""}, "https://forum.example.org"),
        ({"FIELDPOST_FORUM_URL": "forum.example.org"}, "FIELDPOST_FORUM_URL is 'forum.example.org'"),
        ({"FIELDPOST_FORUM_URL": "http://forum.example.org"}, "in clear"),
        ({"FIELDPOST_FORUM_URL": "https://x:y"}, "FIELDPOST_FORUM_URL"),
        ({"FIELDPOST_FORUM_URL": "https://me:pass@x.org"}, "FIELDPOST_FORUM_URL"),
        ({"FIELDPOST_FORUM_URL": "http://["}, "FIELDPOST_FORUM_URL"),
        ({"FIELDPOST_FORUM_FORMER": "forum.example.org"}, "FIELDPOST_FORUM_FORMER is 'forum.example.org'"),
        ({"FIELDPOST_FORUM_KEY": ""}, "FIELDPOST_FORUM_KEY is not set"),
        ({"FIELDPOST_FORUM_KEY": "a b"}, "spaces"),
        ({"FIELDPOST_FORUM_KEY": "schlüssel"}, "letters that no key has"),
        ({"FIELDPOST_FORUM_USER": " "}, "FIELDPOST_FORUM_USER is not set"),
        ({"FIELDPOST_FORUM_CATEGORY": "games"}, "FIELDPOST_FORUM_CATEGORY is 'games'"),
        ({"FIELDPOST_FORUM_CATEGORY": "0"}, "number of the category"),
        (HOOK | {"FIELDPOST_FORUM_SECRET": ""}, "FIELDPOST_FORUM_SECRET is not set"),
        (HOOK | {"FIELDPOST_FORUM_HOOK": ""}, "FIELDPOST_FORUM_HOOK is not set"),
        (HOOK | {"FIELDPOST_FORUM_HOOK": "8080"}, "FIELDPOST_FORUM_HOOK is '8080'"),
        (HOOK | {"FIELDPOST_FORUM_HOOK": "0.0.0.0:99999"}, "port of this machine"),
        (HOOK | {"FIELDPOST_FORUM_SECRET": "short"}, "too short"),
        (HOOK | {"FIELDPOST_FORUM": "nodebb"}, "NodeBB sends no web hooks"),
    ],
)
def test_a_wrong_setting_is_explained(environ: dict[str, str], says: str) -> None:
    with pytest.raises(BadSetting) as refused:
        read(GOOD | environ)
    assert says in str(refused.value)
    assert "abc123" not in str(refused.value) and "pass" not in str(refused.value)
