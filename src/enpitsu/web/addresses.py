"""The addresses of requests, by which limits count, and the proxies that are believed.

What a header says about that anybody can write, so it counts only where a proxy that was named
hands the request on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, MutableMapping
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from typing import Any

from enpitsu.errors import PuzzleError

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

HOME_BITS = 64  # bits of an IPv6 address that are one customer's, who chooses the rest
MOST_HOPS = 20  # addresses of a header that are looked at, from the end
LONGEST_HEADER = 4000  # characters of a header that are looked at, from the end
_WITH_PORT = re.compile(r"\[([0-9A-Fa-f:.]+)\](?::[0-9]{1,5})?|([0-9.]+):[0-9]{1,5}")


def group_of(host: str) -> str:
    """Return whom an address belongs to, as limits count: an IPv6 network of 64 bits is one."""
    found = read_address(host)
    if found is None:
        return host
    if isinstance(found, IPv6Address):
        return str(IPv6Network((int(found), HOME_BITS), strict=False))
    return str(found)


def read_address(text: str) -> Address | None:
    """Return an address, which may have a port or brackets; None if it is none. IPv4 addresses
    that are written as IPv6 are what they are."""
    text = text.strip().strip('"')
    matched = _WITH_PORT.fullmatch(text)
    plain = text if matched is None else matched[1] or matched[2]
    try:
        found = ip_address(plain.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


class Proxies:
    """Proxies whose word counts; PuzzleError if one is no address and no network."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        self._networks: list[Network] = []
        for each in named:
            try:
                self._networks.append(ip_network(each.strip(), strict=False))
            except ValueError:
                raise PuzzleError(
                    f"a proxy is an address or a network such as 10.0.0.0/8, not {each[:60]!r}"
                ) from None

    def know(self, host: str) -> bool:
        """Return whether an address is a proxy's."""
        found = read_address(host) if self._networks else None
        return found is not None and self._has(found)

    def tell_client(self, scope: MutableMapping[str, Any]) -> None:
        """Put into a request who asks, and whether the connection is encrypted, as a proxy says."""
        client = scope.get("client")
        if client is None or not self.know(client[0]):
            return
        asker = client[0]
        # The last address that is no proxy of ours: each proxy adds who asked it, and what stands
        # before that may be made up.
        for hop in reversed(_listed(scope, b"x-forwarded-for")):
            found = read_address(hop)
            if found is None:
                break
            asker = str(found)
            if not self._has(found):
                break
        scope["client"] = (asker, 0)
        scheme = _listed(scope, b"x-forwarded-proto")[-1].strip().lower()
        if scheme in ("http", "https"):
            scope["scheme"] = scheme

    def _has(self, address: Address) -> bool:
        return any(address in network for network in self._networks)


def _listed(scope: MutableMapping[str, Any], name: bytes) -> list[str]:
    """Return the last values of a header, which may come several times."""
    values = [value for each, value in scope["headers"] if each == name]
    text: str = b",".join(values)[-LONGEST_HEADER:].decode("latin-1")
    return text.split(",")[-MOST_HOPS:]
