"""Addresses of databases: the path of a file, or ``postgresql://user:password@host/name``."""

import re
from pathlib import Path

Address = str | Path
_SCHEMES = ("postgresql://", "postgres://")
_USER = re.compile(r"^(\w+://)([^:/@]*)(?::.*)?@", re.DOTALL)
_NOT_A_PORT = re.compile(r"^(\w+://[^/?:@\[]*):(?=[^/?]*[^/?\d,:])[^/?]*")
_SECRETS = re.compile(r"(?<=[?&])(password|sslpassword|passfile)=[^&]*&?", re.IGNORECASE)


def is_server(address: Address) -> bool:
    """Whether it names a server rather than a file."""
    return isinstance(address, str) and address.startswith(_SCHEMES)


def without_password(address: Address) -> str:
    """The address as people may see it."""
    if not is_server(address):
        return str(address)
    shown = _NOT_A_PORT.sub(r"\1", _USER.sub(r"\1\2@", str(address)))
    return _SECRETS.sub("", shown).rstrip("?&")
