"""A private Postfix beside a private Dovecot: players and Fieldpost hand mails in, and find their own by IMAP."""

import os
import shutil
import smtplib
import socketserver
import subprocess
import tempfile
import threading
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from . import dovecot
from .dovecot import CERTIFICATE, PASSWORD, USER, Dovecot, free_port, wait_for_port
from .mailroom import Mailroom, Outside

MAIN = """
compatibility_level = 3.6
queue_directory = {d}/queue
data_directory = {d}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
myhostname = mx.play.example
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mydestination =
mynetworks = 127.0.0.0/8
alias_maps =
local_recipient_maps =
virtual_mailbox_domains = play.example, home.example
virtual_mailbox_maps = static:ok
virtual_transport = lmtp:inet:127.0.0.1:{lmtp}
lmtp_destination_recipient_limit = 1
default_transport = error:5.1.1 no such domain in this test
recipient_delimiter = +
smtp_dns_support_level = disabled
smtpd_tls_cert_file = {d}/localhost.pem
smtpd_tls_key_file = {d}/localhost.pem
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:{auth}
smtpd_sender_login_maps = inline:{{ {{orders@play.example = orders}} }}
maillog_file = {d}/postfix.log
maillog_file_prefixes = {d}
"""
MASTER = """
127.0.0.1:{port} inet n - n - - smtpd
127.0.0.1:{submission} inet n - n - - smtpd
  {options}
127.0.0.1:{small} inet n - n - - smtpd
  {options}
  -o message_size_limit=20000
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
showq unix n - n - - showq
postlog unix-dgram n - n - 1 postlogd
"""
OPTIONS = (
    "-o smtpd_tls_security_level=encrypt",
    "-o smtpd_sasl_auth_enable=yes",
    "-o smtpd_sender_restrictions=reject_sender_login_mismatch",
    "-o smtpd_recipient_restrictions=check_policy_service,inet:127.0.0.1:{policy},permit_sasl_authenticated,reject",
)
"""As providers have it: nobody hands mails in without a password, or with the address of somebody else."""


def why_not() -> str:
    """Why no Postfix can be started here, "" if one can."""
    if reason := dovecot.why_not():
        return reason
    if not shutil.which("postfix", path="/usr/sbin"):
        return "Postfix is not installed: apt-get install postfix"
    if os.getuid():
        return "Postfix can be started by root alone."
    return ""


class Postfix:
    """``port`` takes mails from anywhere; ``submission`` those of accounts; ``small`` the same, none above 20 kB.

    ``greylisted``: addresses to which the next mail that is submitted is put off, as by a server that does not know
    its sender yet.
    """

    def __init__(self, mailboxes: Dovecot) -> None:
        self.mailboxes, self.greylisted = mailboxes, set[str]()
        self.port, self.submission, self.small = free_port(), free_port(), free_port()
        self._policy = socketserver.ThreadingTCPServer(("127.0.0.1", 0), _policy(self))
        self._policy.daemon_threads = True
        threading.Thread(target=self._policy.serve_forever, daemon=True).start()
        self.folder = Path(tempfile.mkdtemp(prefix="fp-post-", dir="/tmp"))
        self.folder.chmod(0o755)
        for name in ("conf", "queue", "data"):
            (self.folder / name).mkdir()
        shutil.chown(self.folder / "data", "postfix")
        shutil.copy(CERTIFICATE, self.folder)
        main = MAIN.format(d=self.folder, lmtp=mailboxes.lmtp, auth=mailboxes.auth)
        options = "\n  ".join(OPTIONS).format(policy=self._policy.server_address[1])
        master = MASTER.format(port=self.port, submission=self.submission, small=self.small, options=options)
        (self.folder / "conf" / "main.cf").write_text(main)
        (self.folder / "conf" / "master.cf").write_text(master)
        self._run("start")
        wait_for_port(self.port)

    @property
    def log(self) -> str:
        return (self.folder / "postfix.log").read_text("utf-8", "replace")

    def _run(self, word: str) -> None:
        command = ["/usr/sbin/postfix", "-c", str(self.folder / "conf"), word]
        quiet = subprocess.DEVNULL
        subprocess.run(command, check=True, stdin=quiet, stdout=quiet, stderr=quiet, timeout=60)

    def deliver(self, raw: bytes, recipient: str, sender: str) -> None:
        """As any mail server on the net does."""
        with smtplib.SMTP("127.0.0.1", self.port, timeout=30) as client:
            client.sendmail(sender, [recipient], raw)

    def remove(self) -> None:
        self._run("stop")
        self._policy.shutdown()
        self._policy.server_close()
        shutil.rmtree(self.folder, ignore_errors=True)


def _policy(post: Postfix) -> type[socketserver.StreamRequestHandler]:
    class Handler(socketserver.StreamRequestHandler):
        """Postfix asks with lines ``name=value`` and an empty one."""

        def handle(self) -> None:
            asked = dict[str, str]()
            for raw in self.rfile:
                name, _, value = raw.decode().strip().partition("=")
                asked[name] = value
                if name:
                    continue
                wait = asked["recipient"] in post.greylisted
                post.greylisted.discard(asked["recipient"])
                said = "450 4.2.0 Greylisted, see you in a minute" if wait else "DUNNO"
                self.wfile.write(f"action={said}\n\n".encode())

    return Handler


class Mailboxes(Outside):
    """What lies in the players' mailboxes."""

    def __init__(self, mailboxes: Dovecot) -> None:
        self._mailboxes, self.port = mailboxes, 0

    def to(self, address: str) -> list[EmailMessage]:
        """The mails to one address, the oldest first."""
        found = [message_from_bytes(raw, policy=policy.default) for raw in self._mailboxes.mails("", local(address))]
        return [mail for mail in found if isinstance(mail, EmailMessage)]

    def close(self) -> None:
        pass


def local(address: str) -> str:
    return address.split("@")[0]


class PostfixRoom(Mailroom):
    """Fieldpost hands its mails in with STARTTLS and a password, and reads its mailbox with STARTTLS."""

    def __init__(self, home: Path, post: Postfix) -> None:
        super().__init__(home, Mailboxes(post.mailboxes), post.mailboxes)
        self.post = post

    @property
    def environment(self) -> dict[str, str]:
        account = f"{USER}:{PASSWORD}@localhost"
        return super().environment | {
            "FIELDPOST_MAIL_IMAP": f"imap+starttls://{account}:{self.post.mailboxes.imap}",
            "FIELDPOST_MAIL_SMTP": f"smtp+starttls://{account}:{self.post.submission}",
            "SSL_CERT_FILE": str(CERTIFICATE),
        }

    def deliver(self, raw: bytes, recipient: str, sender: str) -> None:
        self.post.deliver(raw, recipient, sender)
