"""An SMTP server that breaks the connection, puts off or refuses at one chosen command."""

import asyncio
import ssl
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple

from .faulty_server import FaultyServer

CERTIFICATE = Path(__file__).with_name("localhost.pem")
"""Of localhost, signed by itself, with its key: it protects nothing but these tests."""
COMMANDS = ("greeting", "EHLO", "STARTTLS", "AUTH", "MAIL", "RCPT", "DATA", "content")
"""``content``: the mail itself, after its final dot."""
SAID = {"drop": "", "4xx": "451 4.3.0 try again later", "5xx": "554 5.5.0 no"}


def server_context() -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(CERTIFICATE)
    return context


def client_context() -> ssl.SSLContext:
    """Believes this certificate and no other."""
    return ssl.create_default_context(cafile=str(CERTIFICATE))


class Fault(NamedTuple):
    """``times``: at so many of these commands, from now on.  ``kept``: a dropped mail has been taken all the same."""

    command: str
    kind: Literal["drop", "4xx", "5xx"]
    times: int = 1
    kept: bool = False
    answer: str = ""

    @property
    def said(self) -> str:
        return self.answer or SAID[self.kind]


class FaultySmtp(FaultyServer[Fault]):
    """``taken``: sender and recipient of each envelope, and the mail."""

    def __init__(self) -> None:
        super().__init__()
        self.taken = list[tuple[str, str, bytes]]()
        self.commands = list[str]()
        self.hold = asyncio.Event()
        """Unset, the answer to a mail waits."""
        self.hold.set()

    async def start(self) -> "FaultySmtp":
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=2**26)
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self

    async def stop(self) -> None:
        self._server.close()
        await asyncio.sleep(0)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, EOFError, ssl.SSLError):
            await _Session(self, reader, writer).run()
        writer.close()


class _Session:
    def __init__(self, server: FaultySmtp, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._server, self._reader, self._writer = server, reader, writer
        self._sender = self._recipient = ""

    async def run(self) -> None:
        command, line = "greeting", ""
        while command != "QUIT":
            fault = self._server.faulty(command)
            if fault and fault.kind == "drop":
                return
            await self._say(fault.said if fault else self._answer(command, line))
            if command == "STARTTLS" and not fault:
                await self._writer.start_tls(server_context())
            if command == "DATA" and not fault and not await self._content():
                return
            line = (await self._reader.readuntil(b"\r\n")).decode().strip()
            command = line.partition(" ")[0].upper()
            self._server.commands.append(line)

    def _answer(self, command: str, line: str) -> str:
        match command:
            case "greeting" | "STARTTLS":
                return "220 ready"
            case "EHLO":
                return "250-localhost\r\n250-STARTTLS\r\n250-SIZE 10000000\r\n250 AUTH PLAIN"
            case "AUTH":
                return "235 2.7.0 welcome"
            case "MAIL":
                self._sender = line.partition("<")[2].partition(">")[0]
            case "RCPT":
                self._recipient = line.partition("<")[2].partition(">")[0]
            case "DATA":
                return "354 go on"
        return "250 OK"

    async def _content(self) -> bool:
        """Whether the connection lives on."""
        raw = (await self._reader.readuntil(b"\r\n.\r\n"))[:-3].replace(b"\r\n..", b"\r\n.")
        fault = self._server.faulty("content")
        if fault is None or fault.kept:
            self._server.taken.append((self._sender, self._recipient, raw))
        await self._server.hold.wait()
        if fault and fault.kind == "drop":
            return False
        await self._say(fault.said if fault else "250 2.0.0 taken")
        return True

    async def _say(self, line: str) -> None:
        self._writer.write(line.encode() + b"\r\n")
        await self._writer.drain()
