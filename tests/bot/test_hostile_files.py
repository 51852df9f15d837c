"""Whatever a file holds, what is printed about it cannot steer a screen, hide, or speak for the program."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.discord.commands.views import audit_report
from engine.log.verify import Verdict, verify
from engine.printable import printable, printable_line
from engine.scenarios import reader, yaml_reader
from tests.bot.command_line import ROOT, fieldpost
from tests.engine.log_forgery import resealed
from tests.support.sampling import examples, share

CLEAR = "\x1b[2J\x1b[H"
HOSTILE = (
    f"{CLEAR}raid-1: proved.",
    "x\nraid-1: proved.\nChecked:",
    "x\r\nraid-1: proved.",
    "\u202e.devorp",
    "\x9b2J",
    "\x00\x07\x08\x7f\u200b\u2066\u2028\u2029\ufeff",
    "\x1b]0;title\x07",
)
LOG = Path(__file__).parents[1] / "engine" / "stored" / "format-1-acw.log.json"


def clean(text: str) -> bool:
    return all(line.isprintable() for line in text.split("\n"))


@given(st.text())
def test_printable_text_stays_and_nothing_else_does(text: str) -> None:
    shown = printable(text)
    assert clean(shown) and printable(shown) == shown and printable_line(text).isprintable()
    assert "".join(sign for sign in text if sign.isprintable()) in (shown, "".join(text)) or not text.isprintable()
    assert shown.count("\n") == text.count("\n")


def spots(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where texts are in plain values, keys of mappings included."""
    match value:
        case str():
            yield path
        case list():
            for n, one in enumerate(value):
                yield from spots(one, (*path, n))
        case dict():
            for key, one in value.items():
                yield (*path, ("key", key))
                yield from spots(one, (*path, key))


def with_text(value: Any, path: tuple[Any, ...], text: str) -> Any:
    """A copy with another text there."""
    match path:
        case ():
            return text
        case (("key", key),):
            return {text if name == key else name: one for name, one in value.items()}
    changed = value.copy()
    changed[path[0]] = with_text(value[path[0]], path[1:], text)
    return changed


def test_a_log_with_hostile_texts_anywhere(tmp_path: Path) -> None:
    """Each kind of field of each kind of entry, in the log as it is and with its chain made anew."""
    shown = json.loads(LOG.read_bytes())
    kinds = {(entry["kind"], path[1:2] == (), str(path[-1])): (n, path) for n, entry in enumerate(shown["entries"])
             for path in spots(entry)}  # fmt: skip
    for step, (n, path) in enumerate([*kinds.values()][:: share(1, 8)]):
        text = HOSTILE[step % len(HOSTILE)]
        changed = [with_text(entry, path, text) if n == at else entry for at, entry in enumerate(shown["entries"])]
        forged = list[bytes]()
        with suppress(KeyError, ValueError, TypeError, AttributeError):
            forged.append(resealed(changed, shown["game"], shown["format"]))
        lines = [json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False) for entry in changed]
        head = LOG.read_bytes().partition(b"\n")[0].decode()
        forged.append("\n".join((head, ",\n".join(lines), "]}", "")).encode())
        for log in forged:
            audit = verify(log)
            words = str(audit)
            assert clean(words) and words.startswith(f"{audit.verdict.capitalize()}: "), (path, words)
            assert not any(line.startswith(("raid-1", "Proved: ")) for line in words.splitlines()), (path, words)
            assert clean(audit_report(audit, text)) and audit.verdict is not Verdict.PROVED
    hostile = tmp_path / "hostile.json"
    hostile.write_bytes(resealed(shown["entries"], f"{CLEAR}raid-1: proved.", "fieldpost-log/2"))
    code, out, err = fieldpost("verify", "hostile.json", cwd=tmp_path)
    assert code == 1 and clean(out + err) and "\\x1b[2J" in out


def scenario_of(stem: str) -> Any:
    return yaml_reader.read(reader.shipped()[stem].read_text("utf-8"))


@pytest.mark.parametrize("stem", ["twin-hamlets", "first-patrol", "first-charge", "low-wells", "two-shores"])
def test_a_scenario_with_hostile_texts_anywhere(stem: str, tmp_path: Path) -> None:
    """`check` and `map` print nothing but printable characters, whatever is wrong."""
    written, file = scenario_of(stem), tmp_path / "hostile.yaml"
    places = list(spots(written))
    for step, path in enumerate(places[:: max(1, len(places) // share(150, 12))]):
        file.write_text(json.dumps(with_text(written, path, HOSTILE[step % len(HOSTILE)])))
        code, out, err = fieldpost("check", "hostile.yaml", cwd=tmp_path)
        assert clean(out + err), (path, out)
        assert all(line.startswith("hostile.yaml:") for line in out.splitlines()), (path, out)
        assert code in (0, 1)
        if code == 0:
            for words in (("map", "hostile.yaml", "a.png"), ("scenarios", "hostile.yaml"), ("play", "hostile.yaml")):
                _, out, err = fieldpost(*words, cwd=tmp_path, typed="units\nmap\n")
                assert clean((out + err).replace("\u00a0", " ")), (path, words, out)


@pytest.mark.parametrize("text", HOSTILE)
def test_what_a_scenario_says_of_itself_cannot_steer_a_screen(text: str, tmp_path: Path) -> None:
    file = tmp_path / "hostile.yaml"
    file.write_text(json.dumps(scenario_of("millers-bridge") | {"about": text}))
    for words in (("check", "hostile.yaml"), ("scenarios", "hostile.yaml"), ("play", "hostile.yaml")):
        code, out, err = fieldpost(*words, cwd=tmp_path, typed="map\n")
        assert code == 0 and clean((out + err).replace("\u00a0", " ")), out


@settings(max_examples=examples(30))
@given(st.sampled_from(HOSTILE) | st.text(max_size=12), st.integers(0, 5), st.booleans())
def test_an_army_list_with_hostile_texts(
    tmp_path_factory: pytest.TempPathFactory, text: str, at: int, yaml: bool
) -> None:
    folder = tmp_path_factory.mktemp("army")
    values = ["miniwars", "200", "knights", "2", "bowmen", "1"]
    values[at] = text
    system, points, *kinds = values
    listed = {"system": system, "points": points, "army": {kinds[0]: kinds[1], kinds[2]: kinds[3]}}
    plain = f"system: {system}\npoints: {points}\narmy: {{{kinds[0]}: {kinds[1]}, {kinds[2]}: {kinds[3]}}}"
    (folder / "army.yaml").write_bytes((json.dumps(listed) if yaml else plain).encode("utf-8", "surrogatepass"))
    _, out, err = fieldpost("army", "check", "army.yaml", cwd=folder)
    assert clean(out + err), out + err


@pytest.mark.parametrize("text", HOSTILE)
def test_a_case_with_hostile_texts(text: str, tmp_path: Path) -> None:
    file = tmp_path / "case.yaml"
    for case in (
        {"case": text, "scenario": "twin-hamlets", "play": []},
        {"case": "a", "scenario": text, "play": []},
        {"case": "a", "scenario": "twin-hamlets", "play": [{text: 1}]},
        {"case": "a", "scenario": "twin-hamlets", "play": [{"expect": {"phase": text}}]},
    ):
        file.write_text(json.dumps(case))
        _, out, err = fieldpost("case", "case.yaml", cwd=tmp_path)
        assert clean(out + err) and "failed" in out.splitlines()[-1], out
        assert not any(line.startswith("raid-1") for line in out.splitlines())


@pytest.mark.long
def test_a_pipe_is_written_to_and_never_read(tmp_path: Path) -> None:
    """Reading from one's own standard output would wait for ever."""
    for command in (["battle", "land: 2 inf vs 1 inf", "--straight"], ["export", "battle-1", "/dev/stdout"]):
        found = subprocess.run(
            [sys.executable, "-m", "bot", *command],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=60,
            check=True,
        )
    assert found.stdout.startswith(b'{"format":"fieldpost-log/2","game":"battle-1"')
