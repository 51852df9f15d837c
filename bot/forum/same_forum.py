"""A database belongs to one forum: the numbers of accounts, topics and letters in it mean others in any other forum."""

from urllib.parse import urlsplit

from bot.hosting.engine_thread import EngineData

from .settings import ForumSettings

_NOTE = "forum"


def complaint(data: EngineData, settings: ForumSettings) -> str:
    """A sentence if this database belongs to another forum, "" if it does not."""
    known = data.forum.note(_NOTE)
    program, _, url = known.partition(" ")
    moved = program == settings.program and _place(url) in (_place(settings.url), _place(settings.former))
    if not known or moved:
        return ""
    return (
        f"This database belongs to the forum at {url} ({program}): its seats are those of accounts there, so it cannot"
        f" serve {settings.url} ({settings.program}). Set FIELDPOST_DB to another database. If it is the same forum,"
        f" which has moved to a new address, set FIELDPOST_FORUM_FORMER={url} instead."
    )


def note(data: EngineData, settings: ForumSettings) -> None:
    """The database belongs to this forum from now on."""
    data.forum.set_note(_NOTE, f"{settings.program} {settings.url}")


def _place(url: str) -> str:
    """What stays the same of an address that changes from http to https, or from capitals to small letters."""
    parts = urlsplit(url)
    host = parts.netloc.lower().removesuffix(":443" if parts.scheme == "https" else ":80")
    return f"{host}{parts.path}".rstrip("/")
