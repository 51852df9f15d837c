"""BLS signatures on curve BLS12-381, by either of two libraries (extra ``beacon``)."""

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib import import_module

DOMAIN = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
"""What tells these signatures from others of the same keys (RFC 9380, 3.1)."""
MISSING = (
    "Signatures of the beacon cannot be checked here. Install what is needed with: pip install 'fieldpost[beacon]'"
)
Check = Callable[[bytes, bytes, bytes], bool]


class CannotCheck(Exception):
    """Neither library is installed."""


def is_genuine(message: bytes, signature: bytes, key: bytes) -> bool:
    """Whether ``signature`` (48 bytes, a compressed point of G1) signs a message under ``key`` (96 bytes, of G2).

    Raises CannotCheck.
    """
    return quickest()(message, signature, key)


@cache
def quickest() -> Check:
    """The check by the first library that is there.  Raises CannotCheck."""
    for check in (by_arkworks, by_py_ecc):
        try:
            check(b"", bytes(48), bytes(96))
        except ImportError:
            continue
        return check
    raise CannotCheck(MISSING)


def by_arkworks(message: bytes, signature: bytes, key: bytes) -> bool:
    """With py-arkworks-bls12381, in about a millisecond.  Raises ImportError."""
    curve = import_module("py_arkworks_bls12381")
    try:
        signed = curve.G1Point.from_compressed_bytes(signature)
        signer = curve.G2Point.from_compressed_bytes(key)
    except ValueError:
        return False
    if signed == curve.G1Point.identity() or signer == curve.G2Point.identity():
        return False
    hashed = curve.G1Point.hash_to_curve(message, DOMAIN)
    return bool(curve.GT.pairing(signed, curve.G2Point()) == curve.GT.pairing(hashed, signer))


def by_py_ecc(message: bytes, signature: bytes, key: bytes) -> bool:
    """The second opinion, in Python alone: with py_ecc, in about 200 milliseconds.  Raises ImportError."""
    hashing, points = import_module("py_ecc.bls.hash_to_curve"), import_module("py_ecc.bls.point_compression")
    curve, subgroup_check = (
        import_module("py_ecc.optimized_bls12_381"),
        import_module("py_ecc.bls.g2_primitives").subgroup_check,
    )
    try:
        signed = points.decompress_G1(int.from_bytes(signature, "big"))
        signer = points.decompress_G2((int.from_bytes(key[:48], "big"), int.from_bytes(key[48:], "big")))
    except ValueError:
        return False
    if any(curve.is_inf(point) or not subgroup_check(point) for point in (signed, signer)):
        return False
    hashed = hashing.hash_to_G1(message, DOMAIN, sha256)
    return bool(curve.pairing(curve.G2, signed) == curve.pairing(signer, hashed))
