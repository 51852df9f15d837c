"""Whether the mail servers can be reached and take the user and password, in sentences."""

import asyncio
import imaplib
import socket
import ssl

import aiosmtplib
from imap_tools.errors import ImapToolsError, MailboxLoginError

from bot.hosting.findings import Finding, good, note, without_secrets, wrong
from bot.hosting.ports import place, why_not_free
from engine.contract import counted

from .settings import Listening, MailSettings, Server
from .transport.imap_inbox import log_in
from .transport.sender import SmtpSender

LOGIN = (
    "Check the user and the password. Signs such as @ are written as %40 in the setting, and many providers want an"
    " app password, made in their own settings."
)
CERTIFICATE = "Use the server's name as your provider gives it; the certificate must be made out to that name."


async def check_mail(settings: MailSettings) -> list[Finding]:
    """All servers, one after the other; none takes longer than its own time-out."""
    found = [good("Mail", f"players write to {settings.address}."), await check_smtp(settings)]
    if settings.imap:
        found.append(await check_imap(settings.imap))
    if settings.lmtp:
        found.append(check_listener(settings.lmtp))
    if settings.pipe:
        found.append(note("Mail", "your mail server hands mails to `fieldpost mail receive`; no check can see that."))
    return found


def check_strangers(settings: MailSettings, others: bool) -> Finding | None:
    """Whether somebody new is answered.  ``others``: there are other doors, which give codes to newcomers."""
    if settings.authserv:
        return None
    says = "FIELDPOST_MAIL_AUTHSERV is not set, so nothing vouches for senders and a first mail is not answered"
    advice = "Set it to the name by which your mail server signs; `fieldpost mail test` shows it."
    if others:
        return note("Mail", f"{says}, unless it holds a code of /link in Discord or of `link` in a forum.", advice)
    return wrong("Mail", f"{says}: nobody can begin to play.", advice)


async def check_smtp(settings: MailSettings, context: ssl.SSLContext | None = None) -> Finding:
    """Connects and signs in; sends nothing."""
    server, sender = settings.smtp, SmtpSender(settings, context)
    try:
        await sender.connect()
    except aiosmtplib.SMTPAuthenticationError as refused:
        return _refused("Sending mail", server, f"{refused.code} {refused.message}")
    except (aiosmtplib.SMTPException, OSError, TimeoutError, ValueError) as broken:
        return _unreachable("Sending mail", server, broken, "FIELDPOST_MAIL_SMTP")
    finally:
        await sender.close()
    return good("Sending mail", f"{_place(server)} takes mails{_signed_in(server)}.")


async def check_imap(server: Server, context: ssl.SSLContext | None = None) -> Finding:
    """Signs in and looks at the inbox; changes nothing."""
    try:
        count = await asyncio.to_thread(_count_inbox, server, context)
    except MailboxLoginError as refused:
        return _refused("Reading mail", server, str(refused.command_result))
    except (ImapToolsError, imaplib.IMAP4.error, OSError, EOFError, ValueError) as broken:
        return _unreachable("Reading mail", server, broken, "FIELDPOST_MAIL_IMAP")
    waiting = f"{counted(count, 'mail')} {'waits' if count == 1 else 'wait'}"
    return good("Reading mail", f"{_place(server)} shows the mailbox; {waiting} in it.")


def _count_inbox(server: Server, context: ssl.SSLContext | None) -> int:
    with log_in(server, context) as box:
        box.folder.set("INBOX", readonly=True)
        return len(box.uids())


def check_listener(where: Listening) -> Finding:
    """Whether the port can be had, or answers already."""
    shown = place(where.host, where.port)
    if refused := why_not_free(where.host, where.port):
        return _busy_port(where, shown, refused)
    return good("Receiving mail", f"the port {shown} is free; `fieldpost serve` listens there.")


def _busy_port(where: Listening, shown: str, refused: str) -> Finding:
    advice = "Choose another port in FIELDPOST_MAIL_LMTP, above 1023, and tell your mail server."
    try:
        with socket.create_connection((where.host, where.port), 5) as caller:
            greeting = caller.recv(200).decode("ascii", "replace")
    except OSError:
        return wrong("Receiving mail", f"the port {shown} cannot be had: {refused}.", advice)
    if "Fieldpost" in greeting:
        return good("Receiving mail", f"`fieldpost serve` listens at {shown}.")
    return wrong("Receiving mail", f"another program listens at {shown}.", advice)


def _place(server: Server) -> str:
    return place(server.host, server.port)


def _signed_in(server: Server) -> str:
    return f" from {server.user}" if server.user else ", without signing in"


def _refused(what: str, server: Server, said: str) -> Finding:
    plain = without_secrets(said, (server.password,))
    return wrong(
        what,
        f"{_place(server)} does not accept the user and password of {server.user!r} ({plain}).",
        LOGIN,
    )


def _unreachable(what: str, server: Server, broken: Exception, setting: str) -> Finding:
    """Why a server cannot be used, by the kind of error."""
    said = without_secrets(str(broken), (server.password,)) or type(broken).__name__
    if isinstance(broken, ssl.SSLCertVerificationError) or "CERTIFICATE_VERIFY_FAILED" in said:
        return wrong(what, f"the certificate of {_place(server)} is not valid for that name.", CERTIFICATE)
    advice = f"Check the name and the port in {setting}, and whether this computer may connect to it."
    if isinstance(broken, ssl.SSLError) or "WRONG_VERSION_NUMBER" in said:
        advice = f"The server speaks another way at this port: try +starttls:// or s:// in {setting}."
    if isinstance(broken, socket.gaierror):
        return wrong(what, f"no computer is called {server.host}.", advice)
    return wrong(what, f"{_place(server)} cannot be used ({said}).", advice)
