"""One list of settings: whatever is read or documented is in it, and whatever is set and is not in it is said."""

import re
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

from bot.hosting import beacon_settings
from bot.hosting.known_settings import BY_ANY_NAME, BY_NAME, OPENERS, SETTINGS, help_text
from bot.hosting.misspelled_settings import IN_FILE, misspelled
from bot.hosting.settings import BadSetting, environment, is_wanted, value
from bot.serve import read_settings
from engine.beacon import signature
from tests.bot.command_line import process

ROOT = Path(__file__).parents[2]
NAME = re.compile(r"\b(?:DISCORD_TOKEN|FIELDPOST(?:_[A-Z]+)+)\b")
PAGES = (*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "Dockerfile")
SMTP = "smtps://o:x@x.org"


def named_in(*folders: str) -> dict[str, set[Path]]:
    found = dict[str, set[Path]]()
    for file in (file for folder in folders for file in (ROOT / folder).rglob("*.py")):
        for name in NAME.findall(file.read_text("utf-8")):
            found.setdefault(name, set()).add(file)
    return found


@pytest.mark.long
def test_every_setting_that_is_read_is_known_and_every_known_one_is_read() -> None:
    named = named_in("bot", "engine", "maps")
    assert set(named) <= set(BY_ANY_NAME)
    own = {ROOT / "bot/hosting/known_settings.py", ROOT / "bot/hosting/misspelled_settings.py"}
    for setting in SETTINGS:
        elsewhere = named.get(setting.name, set()) - own if setting.part != "tests" else named_in("tests")[setting.name]
        assert elsewhere, f"{setting.name} is read nowhere"
    with pytest.raises(KeyError):
        value({}, "FIELDPOST_UNHEARD_OF")


def test_the_environment_is_read_for_settings_in_one_place_alone() -> None:
    """Elsewhere it would be read without the file, or by a name that is not in the list."""
    reads = re.compile(r"""(?:environ(?:\.get\(|\[)|getenv\()["'](?:FIELDPOST|DISCORD)_""")
    files = [file for folder in ("bot", "engine", "maps") for file in (ROOT / folder).rglob("*.py")]
    found = {str(f.relative_to(ROOT)) for f in files if reads.search(f.read_text("utf-8"))}
    allowed = {"bot/hosting/settings.py", "bot/doctor.py"}
    assert {f for f in found if not f.startswith("bot/bench")} - allowed == set()


def test_every_documented_setting_is_known_and_every_known_one_is_documented() -> None:
    documented = {name for page in PAGES for name in NAME.findall(page.read_text("utf-8"))}
    assert documented <= set(BY_ANY_NAME), documented - set(BY_ANY_NAME)
    missing = (
        {setting.name for setting in SETTINGS} - documented - {"FIELDPOST_UPDATE_GOLDEN", "FIELDPOST_UPDATE_SAMPLES"}
    )
    assert not missing
    pages = {"mail": "by-mail", "forum": "in-a-forum", "Discord": "running-the-bot", "program": "running-the-bot"}
    for part, stem in pages.items():
        text = (ROOT / f"docs/{stem}.md").read_text("utf-8")
        assert all(f"`{setting.name}`" in text for setting in SETTINGS if setting.part == part), stem
    for page in PAGES:
        for block in re.findall(r"```toml\n(.*?)```", page.read_text("utf-8"), re.S):
            assert tomllib.loads(block), page
    assert all(setting.name in help_text() for setting in SETTINGS if setting.part != "tests")


def test_every_line_that_is_suggested_works(tmp_path: Path) -> None:
    for setting in IN_FILE:
        line, _, section = setting.file_line.partition(" under ")
        (tmp_path / "fieldpost.toml").write_text(f"{section}\n{line}\n", "utf-8")
        assert not misspelled({}, tmp_path)
        assert value(environment({}, tmp_path), setting.name) == setting.example
    left_out = {"FIELDPOST_SHARDS", *(["FIELDPOST_BEACON"] if find_spec("py_arkworks_bls12381") is None else [])}
    whole = {name: value for name, _, value in (s.line.partition("=") for s in SETTINGS) if name not in left_out}
    chosen = read_settings(whole)
    assert chosen.discord and chosen.mail and chosen.forum


def test_a_beacon_needs_its_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> signature.Check:
        raise signature.CannotCheck(signature.MISSING)

    monkeypatch.setattr(beacon_settings, "quickest", missing)
    with pytest.raises(BadSetting, match=r"pip install 'fieldpost\[beacon\]'"):
        beacon_settings.beacon_choice({"FIELDPOST_BEACON": "quicknet"})


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("FIELDPOST_BEACON", "slownet", "Set FIELDPOST_BEACON=quicknet"),
        ("FIELDPOST_BEACON_PATIENCE", "soon", "FIELDPOST_BEACON_PATIENCE=3600"),
        ("FIELDPOST_BEACON_PATIENCE", "604801", "at most 604,800"),
    ],
)
def test_settings_of_the_beacon_that_are_wrong(name: str, text: str, says: str) -> None:
    with pytest.raises(BadSetting, match=says):
        beacon_settings.beacon_choice({"FIELDPOST_BEACON": "quicknet", name: text})


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("FIELDPOST_MAIL_ADRESS", "FIELDPOST_MAIL_ADDRESS=orders@example.org"),
        ("fieldpost_mail_address", "FIELDPOST_MAIL_ADDRESS="),
        ("FIELDPOST_IMAP", "FIELDPOST_MAIL_IMAP="),
        ("FIELDPOST_FORUM_TYPE", "FIELDPOST_FORUM"),
        ("FIELDPOSTDB", "FIELDPOST_DB="),
        ("FIELDPOST_TOKEN", "DISCORD_TOKEN="),
        ("DISCORD_BOT_TOKEN", "DISCORD_TOKEN="),
        ("FIELDPOST_XYZZY", "fieldpost serve --help"),
    ],
)
def test_an_unknown_variable_is_named_with_the_nearest_known_one(name: str, says: str, tmp_path: Path) -> None:
    (fault,) = misspelled({name: "secret", "HOME": "/", "DISCORD_WEBHOOK": "x"}, tmp_path)
    assert fault.text.startswith(f"{name} is not a setting") and says in fault.advice and "secret" not in str(fault)


def test_what_is_known_is_not_complained_of(tmp_path: Path) -> None:
    known = dict.fromkeys(BY_ANY_NAME, "1") | {"DISCORD_BOT_TOKEN": "of another bot"}
    assert not misspelled({name: said for name, said in known.items() if name != "FIELDPOST_SETTINGS"}, tmp_path)


@pytest.mark.parametrize(
    ("page", "names", "says"),
    [
        ('[mail]\nadress = "x"', "`adress` under [mail] in", 'address = "orders@example.org" under [mail]'),
        ("[mail]\nzzz = 1", "`zzz` under [mail] in", "Known there: address, smtp, imap"),
        ('[mial]\naddress = "x"', "[mial] in", "Did you mean [mail]? Known: [discord], [mail], [forum]"),
        ("[mial]", "[mial] in", "Did you mean [mail]?"),
        ('[post]\nsmtp = "x"', "[post] in", "Did you mean [mail]?"),
        ('[fieldpost]\ndb = "x"', "[fieldpost] in", "above them, in none: db, memory"),
        ('[mail.imap]\nhost = "x"', "[mail.imap] in", "Did you mean [mail]?"),
        ('address = "x"', "`address` in", "Did you mean address under [mail]?"),
        ('token = "x"', "`token` in", 'token = "..." under [discord]'),
        ("[forum]\ncatagory = 5", "`catagory` under [forum] in", "category = 5 under [forum]"),
    ],
)
def test_an_unknown_line_of_the_file_is_named(page: str, names: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "fieldpost.toml").write_text(page, "utf-8")
    (fault,) = misspelled({}, tmp_path)
    assert fault.text.startswith(f"{names} fieldpost.toml is not a ") and says in fault.advice


def test_the_settings_of_the_file_count_everywhere(tmp_path: Path) -> None:
    """Not in `serve` alone: the games of `fieldpost play` are in the same database."""
    page = 'db = "club.db"\nmemory = "much"\n[discord]\ntoken = "a.b.c"\nguild = 5\nshards = "0/1"\n'
    (tmp_path / "fieldpost.toml").write_text(page, "utf-8")
    found = environment({}, tmp_path)
    assert [found[name] for name in ("DISCORD_TOKEN", "FIELDPOST_GUILD", "FIELDPOST_SHARDS")] == ["a.b.c", "5", "0/1"]
    code, _, err = process("export", "x-1", "x.json", cwd=tmp_path)
    assert code == 2 and "There is no database club.db" in err
    (tmp_path / "club.db").touch()
    code, _, err = process("export", "x-1", "x.json", cwd=tmp_path)
    assert code == 2 and "FIELDPOST_MEMORY is 'much'" in err
    (tmp_path / "fieldpost.toml").write_text("[mail\n", "utf-8")
    code, _, err = process("export", "x-1", "x.json", cwd=tmp_path)
    assert code == 2 and err.startswith("fieldpost.toml cannot be read")


@pytest.mark.parametrize(
    ("environ", "says"),
    [
        ({"FIELDPOST_MAIL_SMTP": SMTP}, "FIELDPOST_MAIL_SMTP is set but FIELDPOST_MAIL_ADDRESS is not set"),
        ({"FIELDPOST_MAIL_SMTP": SMTP, "FIELDPOST_MAIL_IMAP": "x"}, "SMTP and FIELDPOST_MAIL_IMAP are set"),
        ({"FIELDPOST_FORUM_KEY": "k", "FIELDPOST_FORUM_USER": "u"}, "FIELDPOST_FORUM=discourse"),
        ({"FIELDPOST_GUILD": "5"}, 'token = "..." under [discord]'),
    ],
)
def test_a_door_of_which_half_is_set_is_refused(environ: dict[str, str], says: str) -> None:
    for others in ({}, {"DISCORD_TOKEN": "a.b.c"} if "FIELDPOST_GUILD" not in environ else {}):
        with pytest.raises(BadSetting) as refused:
            read_settings(environ | others)
        assert says in str(refused.value)
    assert all(not is_wanted({}, door) and is_wanted({OPENERS[door].name: "x"}, door) for door in OPENERS)
    assert all(opener.name in BY_NAME for opener in OPENERS.values())


@pytest.mark.long
def test_serve_says_so_and_names_all_doors(tmp_path: Path) -> None:
    code, _, err = process("serve", cwd=tmp_path, FIELDPOST_MAIL_ADRESS="x")
    assert code == 2 and err.startswith("Warning: FIELDPOST_MAIL_ADRESS is not")
    for setting in ("DISCORD_TOKEN", "FIELDPOST_MAIL_ADDRESS", "FIELDPOST_FORUM"):
        assert f"{setting}=" in err
    code, _, err = process("serve", cwd=tmp_path, FIELDPOST_FORUM_KEY="abc")
    assert code == 2 and "FIELDPOST_FORUM_KEY is set but FIELDPOST_FORUM is not" in err


@pytest.mark.long
def test_doctor_lists_them_as_wrong(tmp_path: Path) -> None:
    (tmp_path / "fieldpost.toml").write_text('[mail]\nadress = "x"\nsmtp = "smtps://a:b@x.org"\n', "utf-8")
    code, out, _ = process("doctor", cwd=tmp_path, FIELDPOST_FORM="discourse", FIELDPOST_FORUM_URL="https://x.org")
    assert code == 1 and "4 things are wrong" in out and out.count("WRONG  Settings: ") == 2
    assert (
        "WRONG  Mail: FIELDPOST_MAIL_SMTP is set but" in out and "WRONG  Forum: FIELDPOST_FORUM_URL is set but" in out
    )
