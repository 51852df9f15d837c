"""An IMAP server in memory that breaks the connection, falls silent or refuses at one chosen command."""

import asyncio
import re
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from .faulty_server import FaultyServer
from .mailroom import ADDRESS

COMMANDS = ("greeting", "CAPABILITY", "LOGIN", "SELECT", "LIST", "SEARCH", "FETCH", "MOVE", "IDLE", "DONE")
"""All that the inbox uses, but LOGOUT; with ``UID`` left out."""


@dataclass
class Mail:
    uid: int
    raw: bytes
    deleted: bool = False


@dataclass
class Folder:
    mails: list[Mail] = field(default_factory=list)
    next_uid: int = 1

    def add(self, raw: bytes) -> None:
        self.mails.append(Mail(self.next_uid, raw))
        self.next_uid += 1


class Fault(NamedTuple):
    """``drop``: before the command is carried out; ``lost``: after it, before its answer; ``silent``: neither is
    answered nor closed.
    """

    command: str
    kind: Literal["drop", "lost", "silent", "no", "bad"]
    times: int = 1
    said: str = "try again later"


class FaultyImap(FaultyServer[Fault]):
    """``capabilities``: what it says after the login; servers name less before it."""

    def __init__(self, capabilities: str = "IMAP4rev1 IDLE MOVE") -> None:
        super().__init__()
        self.capabilities = capabilities
        self.folders = {"INBOX": Folder()}
        self.uid_validity = 1
        self.commands = list[str]()
        self.sent = 0
        """Bytes that clients were sent."""
        self._sessions = set[_Session]()

    async def start(self) -> "FaultyImap":
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self

    async def stop(self) -> None:
        self._server.close()
        self.disconnect()
        await asyncio.sleep(0)

    def disconnect(self) -> None:
        for session in self._sessions:
            session.writer.close()

    def deliver(self, raw: bytes, recipient: str = ADDRESS, sender: str = "player@home.example") -> None:
        self.folders["INBOX"].add(f"Return-Path: <{sender}>\r\nDelivered-To: {recipient}\r\n".encode() + raw)
        for session in self._sessions:
            session.announce()

    def forget_uids(self) -> None:
        """From now on all mails have other numbers, which others had before."""
        self.uid_validity += 1
        for folder in self.folders.values():
            for number, mail in enumerate(reversed(folder.mails), 1):
                mail.uid = number
            folder.mails.reverse()
            folder.next_uid = len(folder.mails) + 1

    def mails(self, folder: str = "INBOX") -> list[bytes]:
        return [mail.raw for mail in self.folders[folder].mails]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        session = _Session(self, reader, writer)
        self._sessions.add(session)
        with suppress(ConnectionError, EOFError):
            await session.run()
        self._sessions.discard(session)
        writer.close()


class _Session:
    def __init__(self, server: FaultyImap, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.server, self.reader, self.writer = server, reader, writer
        self.folder, self.idling = Folder(), ""
        self.logged_in = False

    async def run(self) -> None:
        tag, command, rest = "*", "greeting", ""
        while command != "LOGOUT":
            fault = self.server.faulty(command)
            if fault and fault.kind == "drop":
                return
            if fault and fault.kind == "silent":
                await self.reader.read()  # until the client gives up
                return
            said = "" if fault and fault.kind in ("no", "bad") else self.carry_out(command, rest, tag)
            if fault and fault.kind == "lost":
                return
            self.say(f"{tag} {fault.kind.upper()} {fault.said}" if fault and not said else said)
            await self.writer.drain()
            tag, command, rest = await self.read()

    async def read(self) -> tuple[str, str, str]:
        line = (await self.reader.readuntil(b"\r\n")).decode().strip()
        if line == "DONE":
            return self.idling, "DONE", ""
        self.server.commands.append(line.partition(" ")[2])
        tag, command, rest = (*line.split(" ", 2), "")[:3]
        if command == "UID":
            command, _, rest = rest.partition(" ")
        return tag, command.upper(), rest

    def announce(self) -> None:
        if self.folder is self.server.folders["INBOX"]:
            self.say(f"* {len(self.folder.mails)} EXISTS")

    def say(self, text: str | bytes) -> None:
        raw = (text.encode() if isinstance(text, str) else text) + b"\r\n"
        self.server.sent += len(raw)
        if not self.writer.is_closing():
            self.writer.write(raw)

    def carry_out(self, command: str, rest: str, tag: str) -> str:
        """Returns the last line of the answer."""
        name = rest.rpartition(" ")[2].strip('"')
        match command:
            case "greeting":
                return "* OK ready"
            case "CAPABILITY":
                self.say(f"* CAPABILITY {self.server.capabilities if self.logged_in else 'IMAP4rev1'}")
            case "LOGIN":
                self.logged_in = True
            case "SELECT" | "EXAMINE":
                return self.select(name, tag)
            case "LIST":
                for found in self.server.folders:
                    if found == name:
                        self.say(f'* LIST () "/" "{found}"')
            case "CREATE":
                self.server.folders.setdefault(name, Folder())
            case "SEARCH":
                self.say("* SEARCH " + " ".join(str(mail.uid) for mail in reversed(self.folder.mails)))
            case "FETCH":
                self.fetch(rest)
            case "MOVE" | "COPY":
                self.move(rest.split(" ")[0], name, keep=command == "COPY")
            case "STORE":
                for mail in self.chosen(rest.split(" ")[0]):
                    mail.deleted = True
            case "EXPUNGE":
                self.folder.mails[:] = [mail for mail in self.folder.mails if not mail.deleted]
            case "IDLE":
                self.idling = tag
                return "+ idling"
        return f"{tag} OK done"

    def select(self, name: str, tag: str) -> str:
        if name not in self.server.folders:
            return f"{tag} NO no such folder"
        self.folder = self.server.folders[name]
        self.say(f"* {len(self.folder.mails)} EXISTS\r\n* OK [UIDVALIDITY {self.server.uid_validity}] valid")
        return f"{tag} OK [READ-WRITE] selected"

    def chosen(self, uid: str) -> list[Mail]:
        return [mail for mail in self.folder.mails if str(mail.uid) == uid]

    def fetch(self, rest: str) -> None:
        for mail in self.chosen(rest.split(" ")[0]):
            if "SIZE" in rest:
                arrived = '"24-Nov-2026 12:00:00 +0000"'
                self.say(f"* 1 FETCH (UID {mail.uid} RFC822.SIZE {len(mail.raw)} INTERNALDATE {arrived})")
                continue
            body = mail.raw.partition(b"\r\n\r\n")[0] + b"\r\n\r\n" if "HEADER" in rest else mail.raw
            if part := re.search(r"<(\d+)\.(\d+)>", rest):
                body = body[int(part[1]) : int(part[1]) + int(part[2])]
            self.say(f"* 1 FETCH (UID {mail.uid} BODY[] {{{len(body)}}}\r\n".encode() + body + b")")

    def move(self, uid: str, name: str, keep: bool) -> None:
        for mail in self.chosen(uid):
            self.server.folders[name].add(mail.raw)
            if not keep:
                self.folder.mails.remove(mail)
