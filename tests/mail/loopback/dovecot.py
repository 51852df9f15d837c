"""A private Dovecot: mails go in by LMTP and are read by IMAP."""

import os
import pwd
import shutil
import signal
import smtplib
import socket
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

USER = "orders"
PASSWORD = "secret"
CONFIG = """
base_dir = {d}/run
log_path = {d}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
default_internal_user = {internal}
default_internal_group = {internal_group}
default_login_user = {login}
first_valid_uid = 0
mail_uid = {uid}
mail_gid = {gid}
mail_location = maildir:~/Maildir
passdb {{
  driver = passwd-file
  args = scheme=PLAIN username_format=%n {d}/users
}}
userdb {{
  driver = passwd-file
  args = username_format=%n {d}/users
  default_fields = uid={uid} gid={gid} home={d}/home/%n
}}
recipient_delimiter = +
lmtp_save_to_detail_mailbox = no
lmtp_hdr_delivery_address = final
namespace inbox {{
  inbox = yes
  separator = /
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {lmtp}
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
"""


ENCRYPTED = """
ssl = yes
ssl_cert = <{d}/localhost.pem
ssl_key = <{d}/localhost.pem
auth_mechanisms = plain login
service auth {{
  inet_listener {{
    address = 127.0.0.1
    port = {auth}
  }}
}}
mail_plugins = quota
plugin {{
  quota = maildir:User
}}
"""
"""With STARTTLS, with mailboxes that may be full, and with a port at which Postfix asks who may sign in."""
CERTIFICATE = Path(__file__).with_name("localhost.pem")


def why_not() -> str:
    """Why no Dovecot can be started here, "" if one can."""
    if not shutil.which("dovecot", path="/usr/sbin:/usr/local/sbin:/usr/bin"):
        return "Dovecot is not installed: apt-get install dovecot-imapd dovecot-lmtpd"
    return ""


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Dovecot:
    """One running server with the user ``orders``; mails to orders+anything go to it too.

    ``others``: more users, and what Dovecot is to know of them; with any, the server is encrypted.
    """

    def __init__(self, others: Mapping[str, str] | None = None) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="fp-mail-", dir="/tmp"))
        self.folder.chmod(0o755)
        self.imap, self.lmtp, self.auth = free_port(), free_port(), free_port()
        root = os.getuid() == 0
        owner = pwd.getpwnam("nobody") if root else pwd.getpwuid(os.getuid())
        (self.folder / "home").mkdir()
        os.chown(self.folder / "home", owner.pw_uid, owner.pw_gid)
        users = {USER: "", **(others or {})}
        lines = [f"{name}:{{PLAIN}}{PASSWORD}::::::{more}\n" for name, more in users.items()]
        (self.folder / "users").write_text("".join(lines))
        shutil.copy(CERTIFICATE, self.folder)
        config = (CONFIG + (ENCRYPTED if others else "")).format(
            d=self.folder,
            uid=owner.pw_uid,
            gid=owner.pw_gid,
            internal="dovecot" if root else owner.pw_name,
            internal_group="dovecot" if root else owner.pw_name,
            login="dovenull" if root else owner.pw_name,
            imap=self.imap,
            lmtp=self.lmtp,
            auth=self.auth,
        )
        (self.folder / "dovecot.conf").write_text(config)
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            ["/usr/sbin/dovecot", "-F", "-c", str(self.folder / "dovecot.conf")],
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for port in (self.imap, self.lmtp):
            wait_for_port(port)

    def deliver(self, raw: bytes, recipient: str, sender: str = "ann@home.example") -> None:
        with smtplib.LMTP("127.0.0.1", self.lmtp, timeout=20) as client:
            client.sendmail(sender, [recipient], raw)

    def mails(self, folder: str = "", user: str = USER) -> list[bytes]:
        """What lies in a folder ("" = the inbox)."""
        box = self.folder / "home" / user / "Maildir" / (f".{folder}" if folder else "")
        return [file.read_bytes() for name in ("new", "cur") for file in sorted((box / name).glob("*"))]

    def forget_uids(self) -> None:
        """From now on all mails have other numbers."""
        for file in (self.folder / "home" / USER / "Maildir").rglob("dovecot*"):
            file.unlink(missing_ok=True)

    def stop(self) -> None:
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait(20)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def wait_for_port(port: int, seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.02)
        else:
            return
    raise AssertionError(f"nothing listens on port {port} after {seconds} s")
