"""Which IP addresses are public."""

from __future__ import annotations

import ipaddress
import re
import socket
import unicodedata
from ipaddress import IPv4Address, IPv6Address
from urllib.parse import urlsplit

__all__ = ["host_and_port", "hostname", "is_public", "literal_address"]

# The spellings of an IPv4 address that inet_aton(3), browsers and C libraries accept.
_IPV4 = re.compile(r"(?:0x[0-9a-f]*|\d+)(?:\.(?:0x[0-9a-f]*|\d+)){0,3}")
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
# Special-purpose addresses (IANA's registries, RFC 6890) that ``is_global`` of some Python version calls global.
_SPECIAL = tuple(
    ipaddress.ip_network(network)
    for network in (
        "0.0.0.0/8",
        "100.64.0.0/10",  # carriers' networks
        "192.0.0.0/24",
        "192.88.99.0/24",  # relays from IPv6, no longer in use
        "198.18.0.0/15",
        "::/96",  # embeds an IPv4 address, no longer in use
        "64:ff9b:1::/48",  # translation within a network
        "100::/63",
        "3fff::/20",
        "5f00::/16",
        "fec0::/10",  # private networks before RFC 3879
    )
)


def hostname(host: str) -> str:
    """A host name in a form that can be compared: no port, lower case, ASCII."""
    name = unicodedata.normalize("NFKC", host).replace("。", ".").lower()
    if name.startswith("["):
        name = name[1:].partition("]")[0]
    elif name.count(":") == 1:
        name = name.partition(":")[0]
    name = name.rstrip(".")
    try:
        return name.encode("idna").decode("ascii")
    except UnicodeError:
        return name


def host_and_port(url: str) -> str:
    """The host and port of an address in a form that can be compared: ``example.org:443``; empty if it has none."""
    try:
        parts = urlsplit(url)
        port = parts.port or {"http": 80, "https": 443}[parts.scheme]
    except (ValueError, KeyError):
        return ""
    name = hostname(parts.hostname or "")
    return f"[{name}]:{port}" if ":" in name else f"{name}:{port}"


def literal_address(host: str) -> IPv4Address | IPv6Address | None:
    """The address that a host name denotes without a DNS lookup: ``0x7f.1``, ``[::1]``, ``localhost``."""
    name = hostname(host)
    if name == "localhost" or name.endswith(".localhost"):  # RFC 6761, 6.3
        return IPv4Address("127.0.0.1")
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        pass
    if _IPV4.fullmatch(name):
        try:
            return IPv4Address(socket.inet_aton(name))
        except OSError:
            pass
    return None


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address is reachable from everywhere on the internet; so must be an address embedded in it."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo and address.teredo[1])
        if not inner and address in _NAT64:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner:
            return is_public(inner)
    if any(address in network for network in _SPECIAL):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved
