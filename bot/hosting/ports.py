"""Ports of this machine on which a door listens."""

import socket


def place(host: str, port: int) -> str:
    """Such as 127.0.0.1:8080, or [::1]:8080."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def why_not_free(host: str, port: int) -> str:
    """Why the port cannot be had, as the system says it; "" if it can."""
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind((host, port))
    except OSError as refused:
        return refused.strerror or str(refused)
    return ""
