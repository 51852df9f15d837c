"""A socket in front of a PostgreSQL server that cuts the connection at a commit, before or after it is carried out."""

import socket
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Literal

NAME = ".s.PGSQL.5432"


class CuttingProxy:
    """Passes everything on; once ``cut`` is set, the next commit ends the connection."""

    def __init__(self, folder: Path, server: Path) -> None:
        self.cut: Literal["", "before", "after"] = ""
        self.cuts = 0
        self._server = server / NAME
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / NAME))
        self._listener.listen()
        Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        _end(self._listener)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(str(self._server))
                Thread(target=self._pass_on, args=(client, server), daemon=True).start()
                Thread(target=self._pass_back, args=(server, client), daemon=True).start()

    def _pass_on(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := client.recv(65536):
                if self.cut and b"commit\0" in data:
                    when, self.cut, self.cuts = self.cut, "", self.cuts + 1
                    client.shutdown(socket.SHUT_RDWR)
                    if when == "before":
                        break
                server.sendall(data)
        if not self.cuts:
            _end(server)
        else:
            with suppress(OSError):
                server.shutdown(socket.SHUT_WR)

    def _pass_back(self, server: socket.socket, client: socket.socket) -> None:
        with suppress(OSError):
            while data := server.recv(65536):
                client.sendall(data)
        _end(client)


def _end(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
    connection.close()
