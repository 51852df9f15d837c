"""Every setting that Fieldpost knows, with what `fieldpost serve --help` says of it and a value that works."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

Part = Literal["program", "Discord", "mail", "forum", "tests"]
PREFIX = "FIELDPOST"
SECTIONS = ("discord", "mail", "forum")
"""Of fieldpost.toml."""


class Setting(NamedTuple):
    """``example``: a value that works.  ``other``: a second name, which fits better into a section of the file."""

    part: Part
    name: str
    example: str
    summary: str
    other: str = ""

    @property
    def in_file(self) -> tuple[str, str]:
        """The section of fieldpost.toml ("" = none) and the key by which the file sets it."""
        words = (self.other or self.name).removeprefix(f"{PREFIX}_").lower()
        section, _, key = words.partition("_")
        return (section, key) if section in SECTIONS and key else ("", words)

    @property
    def line(self) -> str:
        """A line that works in the environment."""
        return f"{self.name}={self.example}"

    @property
    def file_line(self) -> str:
        """A line that works in the file."""
        section, key = self.in_file
        quoted = self.example if self.example.isdecimal() else f'"{self.example}"'
        return f"{key} = {quoted}" + (f" under [{section}]" if section else "")


SETTINGS = (
    Setting("program", "FIELDPOST_DB", "fieldpost.db", "the database (default: fieldpost.db)"),
    Setting("program", "FIELDPOST_SETTINGS", "fieldpost.toml", "the file with settings (default: fieldpost.toml)"),
    Setting("program", "FIELDPOST_MEMORY", "48", "megabytes that games in memory may take (default: 48)"),
    Setting(
        "program", "FIELDPOST_PICTURE_MEMORY", "160", "megabytes kept for drawing the next pictures (default: 160)"
    ),
    Setting("program", "FIELDPOST_WORKERS", "2", "processes for long calculations (default: cores less one, 2 to 4)"),
    Setting("program", "FIELDPOST_BEACON", "quicknet", "the public beacon that the dice of new games wait for"),
    Setting(
        "program", "FIELDPOST_BEACON_PATIENCE", "3600", "seconds after which they fall without it (default: never)"
    ),
    Setting("program", "FIELDPOST_BEACON_RELAYS", "https://api.drand.sh", "whom it is asked of (default: drand's own)"),
    Setting(
        "program",
        "FIELDPOST_GAMES_PER_PERSON",
        "20",
        "running games that one person may have opened (default: 20)",
    ),
    Setting("program", "FIELDPOST_SHORTEST_DEADLINE", "5m", "the shortest deadline of new games (default: 5m)"),
    Setting("Discord", "DISCORD_TOKEN", "...", "the bot's token: opens this door", "FIELDPOST_DISCORD_TOKEN"),
    Setting(
        "Discord",
        "FIELDPOST_GUILD",
        "1104200000000000000",
        "a server's id: the commands appear in that server alone, at once",
        "FIELDPOST_DISCORD_GUILD",
    ),
    Setting("Discord", "FIELDPOST_SHARDS", "0,1/4", "the shards that this process serves", "FIELDPOST_DISCORD_SHARDS"),
    Setting("Discord", "FIELDPOST_DISCORD_LINES", "no", "no: only threads are posted in, never the channel above them"),
    Setting("Discord", "FIELDPOST_DISCORD_API", "https://discord.com/api/v10", "base URL of the REST API, for a proxy"),
    Setting("Discord", "FIELDPOST_DISCORD_GATEWAY", "wss://gateway.discord.gg/", "URL of the gateway, for a proxy"),
    Setting("mail", "FIELDPOST_MAIL_ADDRESS", "orders@example.org", "where players write: opens this door"),
    Setting(
        "mail",
        "FIELDPOST_MAIL_SMTP",
        "smtps://orders%40example.org:password@smtp.example.org",
        "the server that sends mails (required)",
    ),
    Setting(
        "mail",
        "FIELDPOST_MAIL_IMAP",
        "imaps://orders%40example.org:password@imap.example.org",
        "the mailbox where mails arrive",
    ),
    Setting("mail", "FIELDPOST_MAIL_LMTP", "lmtp://127.0.0.1:2424", "or the port to which your mail server delivers"),
    Setting("mail", "FIELDPOST_MAIL_PIPE", "yes", "or yes: it hands mails to `fieldpost mail receive`"),
    Setting("mail", "FIELDPOST_MAIL_AUTHSERV", "mx.example.org", "the name by which your mail server signs"),
    Setting("mail", "FIELDPOST_MAIL_PLUS", "no", "no: orders+anything@example.org does not arrive"),
    Setting(
        "forum",
        "FIELDPOST_FORUM",
        "discourse",
        "the forum's software, discourse or nodebb: opens this door",
        "FIELDPOST_FORUM_PROGRAM",
    ),
    Setting("forum", "FIELDPOST_FORUM_URL", "https://forum.example.org", "the forum's address (required)"),
    Setting("forum", "FIELDPOST_FORUM_KEY", "...", "the API key or user token (required)"),
    Setting("forum", "FIELDPOST_FORUM_USER", "fieldpost", "the account that posts (required)"),
    Setting("forum", "FIELDPOST_FORUM_CATEGORY", "5", "the number of the category for games (required)"),
    Setting("forum", "FIELDPOST_FORUM_FORMER", "https://old.example.org", "the forum's address before it moved"),
    Setting("forum", "FIELDPOST_FORUM_HOOK", "127.0.0.1:8080", "where Discourse's web hooks are received"),
    Setting("forum", "FIELDPOST_FORUM_SECRET", "16-characters-or-more", "the secret that signs web hooks"),
    Setting("tests", "FIELDPOST_THOROUGH", "1", "run all tests"),
    Setting("tests", "FIELDPOST_KILLS", "300", "how often a test kills the bot"),
    Setting("tests", "FIELDPOST_UPDATE_GOLDEN", "1", "write the stored texts and pictures anew"),
    Setting("tests", "FIELDPOST_UPDATE_SAMPLES", "1", "write the documents' samples anew"),
)
BY_NAME: Mapping[str, Setting] = {setting.name: setting for setting in SETTINGS}
BY_ANY_NAME: Mapping[str, Setting] = {**BY_NAME, **{setting.other: setting for setting in SETTINGS if setting.other}}
OPENERS: Mapping[Part, Setting] = {
    "Discord": BY_NAME["DISCORD_TOKEN"],
    "mail": BY_NAME["FIELDPOST_MAIL_ADDRESS"],
    "forum": BY_NAME["FIELDPOST_FORUM"],
}
"""The setting of each door without which it stays shut."""
HEADINGS: Mapping[Part, str] = {
    "Discord": "Discord (docs/running-the-bot.md)",
    "mail": "mail (docs/by-mail.md)",
    "forum": "a forum (docs/in-a-forum.md)",
    "program": "for every door",
}
NO_DOOR = """\
No door is configured, so there is nothing to serve. Open one or more of them:

  Discord  DISCORD_TOKEN=... fieldpost serve
  mail     FIELDPOST_MAIL_ADDRESS=orders@example.org, with FIELDPOST_MAIL_IMAP and FIELDPOST_MAIL_SMTP
  a forum  FIELDPOST_FORUM=discourse (or nodebb), with FIELDPOST_FORUM_URL, _KEY, _USER and _CATEGORY

They can be set in the environment or in a file fieldpost.toml in this folder. docs/running-the-bot.md shows each step,
`fieldpost serve --help` lists every setting, and `fieldpost doctor` checks them. `fieldpost play` needs none."""


def help_text() -> str:
    """All settings by door, for `fieldpost serve --help`."""
    blocks = list[str]()
    for part, title in HEADINGS.items():
        rows = [f"  {setting.name:<25}  {setting.summary}" for setting in SETTINGS if setting.part == part]
        blocks.append("\n".join((f"{title}:", *rows)))
    return "\n\n".join(blocks)
