"""Settings of the door by e-mail: its address, where mails come in, and where they go out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import SplitResult, unquote, urlsplit

from bot.hosting.settings import BadSetting, is_wanted, value, yes_or_no

LOOPBACK = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True)
class Server:
    """A mail server.  ``security``: TLS from the first byte, after STARTTLS, or none."""

    host: str
    port: int
    security: Literal["tls", "starttls", "none"]
    user: str = ""
    password: str = field(default="", repr=False)


@dataclass(frozen=True)
class Listening:
    """Where the program listens for a mail server of this machine."""

    protocol: Literal["lmtp", "smtp"]
    host: str
    port: int


@dataclass(frozen=True)
class MailSettings:
    """``address``: where orders go, such as orders@example.org.  ``authserv``: the name by which the mail server signs
    what it found out about senders ("" = nothing is believed).  ``plus``: whether orders+key@example.org arrives too.
    ``pipe``: the mail server hands mails to ``fieldpost mail receive``.
    """

    address: str
    smtp: Server
    imap: Server | None = None
    lmtp: Listening | None = None
    authserv: str = ""
    plus: bool = True
    pipe: bool = False

    @property
    def host(self) -> str:
        return self.address.partition("@")[2]

    def with_key(self, key: str) -> str:
        """The address that carries a key, where the mail server delivers such addresses."""
        local, _, host = self.address.partition("@")
        return f"{local}+{key}@{host}" if self.plus else self.address


def read(environ: Mapping[str, str]) -> MailSettings | None:
    """None if no mail is configured.  Raises BadSetting."""
    if not is_wanted(environ, "mail"):
        return None
    address = value(environ, "FIELDPOST_MAIL_ADDRESS").lower()
    local, _, host = address.partition("@")
    if not local or not host or "+" in local or " " in address:
        raise BadSetting(
            f"FIELDPOST_MAIL_ADDRESS is {address!r}; it must be the address that players write to, such as"
            " orders@example.org."
        )
    smtp = _server(environ, "FIELDPOST_MAIL_SMTP", {"smtps": 465, "smtp+starttls": 587, "smtp": 25})
    imap = _server(environ, "FIELDPOST_MAIL_IMAP", {"imaps": 993, "imap+starttls": 143, "imap": 143})
    lmtp = _listening(value(environ, "FIELDPOST_MAIL_LMTP"))
    if smtp is None:
        raise BadSetting(
            "FIELDPOST_MAIL_SMTP is not set: mails cannot be sent. Write it like"
            " FIELDPOST_MAIL_SMTP=smtps://orders%40example.org:password@mail.example.org"
        )
    plus, pipe = yes_or_no(environ, "FIELDPOST_MAIL_PLUS", "yes"), yes_or_no(environ, "FIELDPOST_MAIL_PIPE", "no")
    if imap is None and lmtp is None and not pipe:
        raise BadSetting(
            "Mails cannot arrive: set FIELDPOST_MAIL_IMAP, such as imaps://orders%40example.org:password@mail.example.org,"
            " or FIELDPOST_MAIL_LMTP, such as lmtp://127.0.0.1:2424, or FIELDPOST_MAIL_PIPE=yes if your mail server"
            " hands them to `fieldpost mail receive`."
        )
    return MailSettings(address, smtp, imap, lmtp, value(environ, "FIELDPOST_MAIL_AUTHSERV"), plus, pipe)


def _server(environ: Mapping[str, str], name: str, schemes: Mapping[str, int]) -> Server | None:
    """The server in a setting.  What is refused is shown without its password."""
    raw = value(environ, name)
    if not raw:
        return None
    example = f"{next(iter(schemes))}://user:password@mail.example.org"
    parts, port = _split(raw)
    if parts is None or parts.scheme not in schemes or not parts.hostname:
        raise BadSetting(
            f"{name} cannot be read; write it like {example}, with % codes for signs such as @ in the user's name."
        )
    if parts.scheme in ("smtp", "imap") and parts.hostname not in LOOPBACK:
        secure = ", ".join(f"{scheme}://" for scheme in list(schemes)[:2])
        raise BadSetting(f"{name} would send the password in clear to {parts.hostname}. Use one of {secure}.")
    security: Literal["tls", "starttls", "none"] = "tls" if parts.scheme.endswith("s") else "none"
    if parts.scheme.endswith("+starttls"):
        security = "starttls"
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Server(parts.hostname, port or schemes[parts.scheme], security, user, password)


def _listening(raw: str) -> Listening | None:
    if not raw:
        return None
    parts, port = _split(raw)
    if parts is None or parts.scheme not in ("lmtp", "smtp") or parts.hostname not in LOOPBACK or not port:
        raise BadSetting(
            "FIELDPOST_MAIL_LMTP cannot be used; it must be a port of this machine, such as lmtp://127.0.0.1:2424, to"
            " which its mail server delivers."
        )
    return Listening("lmtp" if parts.scheme == "lmtp" else "smtp", parts.hostname or "", port)


def _split(raw: str) -> tuple[SplitResult | None, int]:
    try:
        parts = urlsplit(raw)
        return parts, parts.port or 0
    except ValueError:
        return None, 0
