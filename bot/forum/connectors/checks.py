"""Whether a forum can be used as it is set, in sentences: its address, the key, the category, pictures, the clock."""

import socket
import ssl
from base64 import b64decode

from bot.hosting.findings import Finding, good, note, without_secrets, wrong
from engine.contract import counted

from ..settings import ForumSettings
from .connector import Connector, ForumTrouble, KeyRefused, NotThisProgram, RefusedForGood, TooFast

NAMES = {"discourse": "Discourse", "nodebb": "NodeBB"}
MOST_SKEW = 60
"""Seconds by which two clocks may differ before that is told."""
DOT = b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
"""A picture of one dot."""
OTHER = (
    "It must be the forum's own address, with its path if it has one; FIELDPOST_FORUM names the program that it runs."
)
NEW_KEY = {
    "discourse": "Make a key for that account alone, in Admin, API, and copy it into FIELDPOST_FORUM_KEY.",
    "nodebb": "Make a token for that account, in Admin, Settings, API access, and copy it into FIELDPOST_FORUM_KEY.",
}
CATEGORY = {
    "discourse": "let the account create topics and reply, in the category's settings under Security",
    "nodebb": "let the account create topics and reply, in the category's privileges",
}
PICTURES = {
    "discourse": "Let png files be uploaded, in Admin, Settings, Files; the account needs trust level 1 or more.",
    "nodebb": "Give the account the privilege to upload images in the category, and let png be among the file types.",
}


async def check(connector: Connector, settings: ForumSettings) -> list[Finding]:
    """One thing after the other; after an address or a key that is wrong, nothing else can be known."""
    secrets = [settings.key, *([settings.hook.secret] if settings.hook else [])]
    found = await _check_all(connector, settings)
    return [finding._replace(text=without_secrets(finding.text, secrets)) for finding in found]


async def _check_all(connector: Connector, settings: ForumSettings) -> list[Finding]:
    name = NAMES[settings.program]
    try:
        account = await connector.probe()
    except NotThisProgram as other:
        return [wrong("Forum", str(other), OTHER)]
    except KeyRefused as refused:
        return [
            good("Forum", f"{settings.url} answers as {name} does."),
            wrong("Forum key", str(refused), NEW_KEY[settings.program]),
        ]
    except TooFast as slow:
        return [_later("Forum", slow)]
    except ForumTrouble as away:
        return [_unreachable(settings, away)]
    return [
        good("Forum", f"{settings.url} answers as {name} does."),
        good("Forum key", f"accepted; Fieldpost posts as {account.handle}."),
        await _category(connector, settings, account.handle),
        await _pictures(connector, settings),
        *_clock(connector),
    ]


async def _category(connector: Connector, settings: ForumSettings, handle: str) -> Finding:
    what, number = "Forum category", settings.category
    try:
        category = await connector.category()
    except TooFast as slow:
        return _later(what, slow)
    except ForumTrouble as trouble:
        return wrong(what, str(trouble), "Run `fieldpost doctor` again; if it stays so, look at the forum's log.")
    if category is None:
        return wrong(
            what,
            f"there is no category {number} that {handle} can see.",
            "Set FIELDPOST_FORUM_CATEGORY to the number in the category's address, /c/games/5 or /category/5/games, and"
            f" {CATEGORY[settings.program]}.",
        )
    if not category.may_post:
        advice = CATEGORY[settings.program]
        return wrong(
            what,
            f"{handle} may not open topics in category {number}, {category.name}.",
            f"{advice[:1].upper()}{advice[1:]}, or choose another in FIELDPOST_FORUM_CATEGORY.",
        )
    return good(what, f"topics can be opened in category {number}, {category.name}.")


async def _pictures(connector: Connector, settings: ForumSettings) -> Finding:
    """A picture of one dot is uploaded, which no post shows; the forum throws it away after some days."""
    what = "Forum pictures"
    try:
        await connector.upload("fieldpost-doctor.png", DOT, "a dot")
    except TooFast as slow:
        return _later(what, slow)
    except ForumTrouble as refused:
        return wrong(what, f"the forum takes no pictures: {refused}", PICTURES[settings.program])
    return good(what, "the forum takes pictures.")


def _clock(connector: Connector) -> list[Finding]:
    skew = connector.skew
    if skew is None:
        return []
    seconds, ahead = round(abs(skew)), "behind" if skew > 0 else "ahead of"
    if seconds <= MOST_SKEW:
        return [good("Forum clock", "this computer's clock and the forum's agree.")]
    return [
        note(
            "Forum clock",
            f"this computer's clock is {counted(seconds, 'second')} {ahead} the forum's.",
            "Orders count by the forum's time and deadlines by this computer's: set the clock that is wrong, or let it"
            " follow the network's (NTP).",
        )
    ]


def _later(what: str, slow: TooFast) -> Finding:
    return note(what, f"not checked: {slow}", f"The forum wants a pause of {counted(round(slow.seconds), 'second')}.")


def _unreachable(settings: ForumSettings, away: ForumTrouble) -> Finding:
    """Why it cannot be reached, by what lies under the trouble."""
    cause = away.__cause__
    under = getattr(cause, "os_error", None) or cause
    host = settings.url.partition("://")[2].partition("/")[0]
    if isinstance(away, RefusedForGood):
        return wrong("Forum", str(away), "Set FIELDPOST_FORUM_URL to the address at which the forum itself answers.")
    if isinstance(under, socket.gaierror):
        return wrong("Forum", f"no computer is called {host}.", "Check the name in FIELDPOST_FORUM_URL.")
    if isinstance(under, ssl.SSLError) or "Certificate" in type(cause).__name__:
        advice = "Use the name that the certificate is made out to, or have the forum's certificate renewed."
        return wrong("Forum", f"the certificate of {host} is not valid for that name.", advice)
    advice = "Check FIELDPOST_FORUM_URL, that the forum runs, and that this computer may connect to it."
    return wrong("Forum", str(away), advice)
