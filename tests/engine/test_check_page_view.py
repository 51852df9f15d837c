"""What a person sees of the page that checks logs, and that no log can make it do anything else."""

import json
from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from engine.log.check_page.page import check_page
from engine.log.head import head_line
from engine.log.journal import Journal
from engine.rolls.dice_log import DiceLogs, RollAsked
from tests.support.chromium import Browser, PageFailed
from tests.support.sampling import share
from tests.support.table_games import SCENARIOS, finished_log, play
from tests.support.toy_system import NOW, entropy

from .log_forgery import entries, remade, resealed, rolled_anew
from .log_tampering import leaves, written

HOSTILE = (
    "</script><script>window.hacked = 1</script>"
    '<img src="http://127.0.0.1:9/x" onerror="window.hacked = 2"><svg onload="window.hacked = 3">'
    "<!--<script>\u202e\u0000\n{{script}}${window.hacked = 4}javascript:alert(1)"
)
VERDICT = "document.getElementById('verdict').innerText"
Show = Callable[..., Browser]


@cache
def log(system: str = "acw") -> bytes:
    """A finished game in which some dice were rolled."""
    games = (finished_log(SCENARIOS[system], seed, 14) for seed in count(3))
    return next(game for game in games if len(rolls(game)) >= 3)


def game(data: bytes) -> str:
    return str(json.loads(data)["game"])


@pytest.fixture
def show(browser: Browser, tmp_path: Path) -> Show:
    """Opens the page with a log in it, and waits for the verdict."""

    def opened(data: bytes, name: str = "raid.json") -> Browser:
        (tmp_path / "page.html").write_bytes(check_page(data, name, 10**8).html)
        browser.open(tmp_path / "page.html")
        return settled(browser)

    return opened


def settled(browser: Browser) -> Browser:
    browser.wait(lambda: browser.run("document.getElementById('verdict').className") not in ("", "checking"))
    return browser


def texts(browser: Browser, selector: str) -> list[str]:
    """What everybody sees of the elements, without what only a screen reader says."""
    found: list[str] = browser.apply(
        "selector => [...document.querySelectorAll(selector)].map(one => { const copy = one.cloneNode(true); "
        "copy.querySelectorAll('.hidden').forEach(gone => gone.remove()); return copy.textContent; })",
        selector,
    )
    return found


def rolls(data: bytes) -> list[dict[str, Any]]:
    bodies = [entry["body"] for entry in entries(data) if entry["kind"] == "happened"]
    return [event for body in bodies for event in body if event["event"] == "rolled"]


@pytest.mark.parametrize("system", SCENARIOS)
def test_every_roll_is_shown_with_its_name_faces_and_target(show: Show, system: str) -> None:
    data = log(system)
    page, rolled = show(data), rolls(data)
    assert (
        rolled
        and page.run(VERDICT).startswith("Dice and chain: proved\n")
        and "Rules: not checked here" in page.run(VERDICT)
    )
    assert texts(page, ".roll .why") == [roll["why"] for roll in rolled]
    assert texts(page, ".roll .dice") == ["".join(f"{face} " for face in roll["faces"]) for roll in rolled]
    for said, roll in zip(texts(page, ".roll .sum"), rolled, strict=True):
        if roll.get("need") is not None:
            assert f"{roll['need']} or more" in said
        if "successes" in roll:
            assert f"= {roll['successes']} of {len(roll['faces'])} at " in said, (said, roll)
        elif len(roll["faces"]) > 1 or roll["mods"]:
            assert f"= {sum(roll['faces']) + sum(number for _, number in roll['mods'])}" in said
        assert all(f"{abs(number)} {name}" in said for name, number in roll["mods"])
    assert set(texts(page, ".roll .state")) == {"✓"} and not texts(page, ".wrong")


def test_the_first_thing_that_does_not_hold_is_marked(show: Show) -> None:
    shown = entries(log())
    entry = next(entry for entry in shown if entry["kind"] == "happened" and entry["body"][0]["event"] == "rolled")
    faces = entry["body"][0]["faces"]
    entry["body"][0]["faces"] = [7 - face for face in faces]
    page = show(resealed(shown, game(log())))
    assert page.run(VERDICT).startswith(f"Dice and chain: not proved\n\nEntry {entry['seq']}: “")
    (wrong,) = texts(page, ".roll.wrong")
    assert f"entry {entry['seq']}" in wrong and f"The lock and the secret give {', '.join(map(str, faces))}." in wrong
    assert [row.startswith(str(entry["seq"])) for row in texts(page, "tr.wrong")] == [True]
    assert page.run("getComputedStyle(document.querySelector('tr.wrong')).borderColor") == "rgb(163, 22, 31)"
    page.run("document.getElementById('tofault').click()")
    assert page.run("document.activeElement.textContent").startswith(f"Entry {entry['seq']}: ")
    at = len(rolls(resealed(shown[: entry["seq"] - 1], game(log()))))
    assert "".join(texts(page, ".roll .state")) == "✓" * at + "✗" + "–" * (len(rolls(log())) - at - 1)


@pytest.mark.parametrize("way", ["chain", "promise", "salt", "end"])
def test_whatever_else_does_not_hold_is_marked_in_the_list(show: Show, way: str) -> None:
    shown, data = entries(log()), log()
    promised = next(entry for entry in shown if entry["kind"] == "promised")
    match way:
        case "chain":
            promised["at"] = "2026-01-31T18:00:01Z"
            data = written(shown, game(data))
        case "promise":
            promised["body"]["promise"] = "00" * 32
            data = resealed(shown, game(data))
        case "salt":
            promised["salt"] = "no"
            data = written(shown, game(data))
        case "end":
            data = resealed(shown[:-1], game(data))
    page = show(data)
    said = page.run(VERDICT)
    assert said.startswith("Dice and chain: not proved\n\nEntry "), said
    number = said.split("Entry ")[1].split(":")[0]
    (row,) = texts(page, "tr.wrong")
    assert row.startswith(number) and "does not hold" in row
    page.run("document.getElementById('tofault').click()")
    assert page.run("document.activeElement.firstChild.textContent") == number


@pytest.mark.parametrize(
    "data",
    [b"", b"hello", b"[]", b"\x89PNG", b"{" * 10_000, b'{"format":"fieldpost-log/3","game":"g","entries":[\n]}\n'],
)
def test_what_is_no_log_gets_a_sentence(show: Show, page: Browser, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "some.json").write_bytes(data)
    page.choose_file("file", tmp_path / "some.json")
    said = settled(page).run(VERDICT)
    assert said.startswith("Dice and chain: not proved\n\n") and "some.json" in said and len(said) > 120, said


def test_no_log_can_run_a_script_or_load_anything(show: Show, tmp_path: Path) -> None:
    """Each text of a log hostile in turn, and all of them, in logs whose hashes are right."""
    base = entries(log())
    forged = list[bytes]()
    places = [(n, path) for n, entry in enumerate(base) for path in leaves(entry)]
    kinds = {(base[n]["kind"], tuple(step for step in path if isinstance(step, str))): (n, path) for n, path in places}
    every = entries(log())
    for n, path in kinds.values():
        for shown in (entries(log()), every):
            holder: Any = shown[n]
            for step in path[:-1]:
                holder = holder[step]
            if isinstance(holder[path[-1]], str) and path[-1] not in ("salt", "seed", "event", "as", "v"):
                holder[path[-1]] = HOSTILE
                forged.append(resealed(shown, game(log())))
                forged.append(written(shown, HOSTILE))
    forged += [
        remade(_with_labels(entries(log())), HOSTILE),
        resealed(rolled_anew(_with_labels(base)), game(log())),
    ]
    assert len(forged) > 100
    page = show(forged[-1], HOSTILE)
    beside = "document.querySelectorAll('script, img, svg, iframe, object, a').length"
    assert page.run(beside) == 2, "the log and the script of the page"
    for data in share(forged, forged[::10]):
        page.apply("(log, name) => showLog(utf8.encode(log), name)", data.decode(), HOSTILE)
        assert page.run(f"[window.hacked === undefined, {beside}, document.body.innerHTML.includes('<img')]") == [
            True,
            2,
            False,
        ]
    page.apply("text => { at('posts').value = text; showPosts(); }", head_line("x", 1, "00" * 32) + HOSTILE)
    assert page.run(f"[window.hacked === undefined, {beside}]") == [True, 2]
    assert page.requests() == [(tmp_path / "page.html").as_uri()]


def _with_labels(shown: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rolls with hostile names, modifiers and results."""
    for entry in shown:
        for event in entry["body"] if entry["kind"] == "happened" else ():
            if event["event"] == "rolled":
                event |= {"why": HOSTILE, "result": HOSTILE, "mods": [[HOSTILE, 1]]}
    return shown


def test_the_page_allows_neither_network_nor_other_scripts(show: Show) -> None:
    page = show(log())
    with pytest.raises(PageFailed):
        page.run("fetch('http://127.0.0.1:9/').then(() => 1)")
    page.run("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.hacked = 1\">')")
    page.run("document.body.append(element('script', {}, 'window.hacked = 2'))")
    page.run("new Promise(done => setTimeout(done, 50))")
    assert page.run("window.hacked === undefined")
    refused = [event["params"]["entry"]["text"] for event in page.events if event.get("method") == "Log.entryAdded"]
    assert sum("Content Security Policy" in text for text in refused) >= 3, refused


def test_nothing_goes_wrong_in_a_page_that_works(show: Show) -> None:
    page = show(log())
    wrong = ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled")
    assert not [event for event in page.events if event.get("method") in wrong]


def test_a_log_can_be_chosen_or_dropped(show: Show, tmp_path: Path) -> None:
    page = show(log("acw"))
    (tmp_path / "other.json").write_bytes(log("zones"))
    page.choose_file("file", tmp_path / "other.json")
    page.wait(lambda: "other.json" in page.run(VERDICT))
    assert page.run(VERDICT).startswith("Dice and chain: proved") and len(texts(page, ".roll")) == len(
        rolls(log("zones"))
    )
    drop = """log => {
      const files = new DataTransfer();
      files.items.add(new File([log], "dropped.json"));
      document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: files }));
    }"""
    page.apply(drop, log("miniwars").decode().replace('"faces":[', '"faces":[1', 1))
    page.wait(lambda: "dropped.json" in page.run(VERDICT))
    assert page.run(VERDICT).startswith("Dice and chain: not proved")


def test_a_dice_log_is_none_of_its_business(show: Show) -> None:
    logs = DiceLogs(Journal(":memory:"), entropy("rolls"))
    logs.roll("rolls-42", RollAsked("2d6", "7", "discord:1"), NOW)
    page = show(logs.export("rolls-42"))
    assert page.run(VERDICT).startswith("Dice and chain: not checked here")
    assert "It is a dice log" in texts(page, "#limits li")[0] and "each linked" in texts(page, "#checked li")[0]
    assert (
        show(logs.export("rolls-42").replace(b"2d6", b"9d6", 1)).run(VERDICT).startswith("Dice and chain: not proved")
    )


def test_a_browser_without_hashes_says_so(show: Show) -> None:
    page = show(log())
    page.run("void Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true })")
    page.apply("log => showLog(utf8.encode(log), 'raid.json')", log().decode())
    assert page.run(VERDICT).startswith("raid.json could not be checked. This browser does not let")
    assert page.run("document.getElementById('verdict').className") == "failed" and page.run("at('details').hidden")


def test_an_unfinished_log_says_what_is_open(show: Show) -> None:
    made = [(table.export(key), table.game(key).over) for table, key in play(SCENARIOS["miniwars"], 4, 6)]
    page = show(next(data for data, over in reversed(made) if not over))
    assert page.run(VERDICT).startswith("Dice and chain: proved as far as can be known now")
    assert "the game is not over" in " ".join(texts(page, "#limits li"))


def test_posts_that_are_pasted_are_compared(show: Show) -> None:
    page, links = show(log()), [entry["link"] for entry in entries(log())]

    def pasted(text: str) -> list[str]:
        page.run("document.getElementById('posts').focus(); document.getElementById('posts').select()")
        page.call("Input.insertText", text=text)
        return [str(page.run(f"document.getElementById('compared').{what}")) for what in ("className", "textContent")]

    agree, says = pasted(f"Your turn!\n{head_line(game(log()), 5, links[4])}\n> {head_line(game(log()), 9, links[8])}.")
    assert agree == "agrees" and "at entries 5, 9" in says
    agree, says = pasted(head_line(game(log()), 5, links[5]))
    assert agree == "differs" and "Entry 5 differs" in says
    agree, says = pasted(head_line(game(log()), 900, links[5]))
    assert agree == "differs" and f"ends at entry {len(links)}" in says
    agree, says = pasted(head_line("raid-9", 5, links[5]))
    assert agree == "" and "No head of" in says and "raid-9" in says


def test_the_page_can_be_used_by_keyboard_and_screen_reader(show: Show) -> None:
    data = resealed(_with_labels(entries(log())), game(log()))
    page = show(data)
    page.call("Accessibility.enable")
    nodes = page.call("Accessibility.getFullAXTree")["nodes"]
    named = [
        (node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node.get("ignored")
    ]
    roles = [role for role, _ in named]
    assert {"banner", "main", "region", "heading", "status", "list", "table"} - {"table"} <= set(roles), set(roles)
    needed = ("button", "textbox", "region", "DisclosureTriangle", "link")
    assert all(name for role, name in named if role in needed), named
    assert page.run("document.documentElement.lang") == "en" and page.run("document.querySelectorAll('h1').length") == 1
    assert page.run("[...document.querySelectorAll('[aria-live=polite]')].map(one => one.id)") == [
        "verdict",
        "compared",
    ]
    reached = list[str]()
    page.run("document.activeElement.blur()")
    for _ in range(12):
        page.press("Tab", 9)
        reached.append(page.run("document.activeElement.id || document.activeElement.tagName"))
        if reached[-1] != "BODY":
            assert page.run("getComputedStyle(document.activeElement).outlineStyle") != "none", reached
    assert reached[:3] == ["file", "tofault", "posts"] and reached[3:7] == ["SUMMARY"] * 4, reached


CONTRASTS = """() => {
  const channels = colour => colour.match(/[0-9.]+/g).map(Number);
  const light = colour => channels(colour).slice(0, 3).map(one => one / 255)
    .map(one => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
    .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
  const ground = one => {
    for (; one; one = one.parentElement) {
      const colour = getComputedStyle(one).backgroundColor;
      if (!(channels(colour)[3] === 0)) return colour;
    }
    return matchMedia("(prefers-color-scheme: dark)").matches ? "rgb(18, 18, 18)" : "rgb(255, 255, 255)";
  };
  const hasText = one => [...one.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
  const texts = [...document.querySelectorAll("body *")].filter(one =>
    hasText(one) && one.checkVisibility() && !one.closest("script, noscript"));
  return texts.map(one => {
    const [a, b] = [light(getComputedStyle(one).color), light(ground(one))];
    return [one.tagName + "." + one.className, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
  });
}"""


@pytest.mark.parametrize(
    ("wide", "scheme"), [(360, "light"), *share([(360, "dark"), (1200, "light")], []), (1200, "dark")]
)
def test_it_fits_phones_and_desktops_and_can_be_read_by_day_and_night(show: Show, scheme: str, wide: int) -> None:
    shown = entries(log())
    promised = [entry for entry in shown if entry["kind"] == "promised"][3]
    promised["body"]["promise"] = "00" * 32
    browser = show(log())
    browser.call("Emulation.setDeviceMetricsOverride", width=wide, height=740, deviceScaleFactor=1, mobile=wide < 500)
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    try:
        for data in (log(), resealed(shown, game(log())), resealed(_with_labels(entries(log())), game(log()))):
            page = show(data)
            page.run("document.querySelectorAll('details').forEach(one => one.open = true)")
            assert page.run("document.documentElement.scrollWidth") <= wide
            contrasts = page.apply(CONTRASTS)
            assert len(contrasts) > 50 and min(contrast for _, contrast in contrasts) >= 4.5, [
                one for one in contrasts if one[1] < 4.5
            ][:5]
            paper = page.run("getComputedStyle(document.body).backgroundColor")
            assert (paper == "rgb(21, 24, 28)") is (scheme == "dark")
    finally:
        browser.call("Emulation.clearDeviceMetricsOverride")
        browser.call("Emulation.setEmulatedMedia", features=[])
