"""Sends a message to one address: mail, any other service that Apprise knows, or a program on this machine."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import smtplib
import ssl
import subprocess
import warnings
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, localtime
from pathlib import Path
from typing import Any

from ..errors import DeliveryError, UsageError
from ..extras import needs_extra
from ..store import OutgoingMessage
from ..terminal import one_line

__all__ = ["check_address", "hidden_address", "send", "with_path"]

_PROGRAM = "exec:"
_SENDER = "Blog watch"
"""The name of the sender, unless the address has one."""
_MAIL = ("mailto://", "mailtos://")
_TIMEOUT = 30
#: Secret addresses must not be broken or encoded by the folding of long headers.
_POLICY = SMTP.clone(max_line_length=500)
_PROGRAM_TIMEOUT = 300
_SECRET = re.compile(r"(?<=://)[^/?@]*@|(?<=[?&])(?:pass|key|token)[^=&]*=[^&]*")


def check_address(address: str, programs: bool = False) -> str:
    """The same address; ``UsageError`` if nothing can be sent to it. ``exec:PROGRAM`` only with ``programs``.

    The program is named by its full path then.
    """
    if address.startswith(_PROGRAM):
        if not programs:
            raise UsageError("programs can only be named at the command line")
        command = _command(address)
        if not command:
            raise UsageError("exec: needs the name of a program")
        found = with_path(address)
        if found is None:
            raise UsageError(f"there is no program {one_line(command[0])}")
        return found
    if _plugin(address) is None:
        raise UsageError(
            f"{hidden_address(address)} is not an address to send to; it looks like"
            " mailtos://user:password@example.org?to=me@example.org (see Apprise for other services)"
        )
    return address


def with_path(address: str) -> str | None:
    """An address. A program has its full path, whatever the folder of later runs; ``None`` if there is none."""
    if not address.startswith(_PROGRAM):
        return address
    command = _command(address)
    program = shutil.which(command[0]) if command else None
    return program and _PROGRAM + shlex.join([str(Path(program).absolute()), *command[1:]])


def hidden_address(address: str) -> str:
    """An address for display, without user, password and keys."""
    return address if address.startswith(_PROGRAM) else one_line(_SECRET.sub("…", address))


def send(message: OutgoingMessage) -> None:
    """Send a message; ``DeliveryError`` says why it could not be sent."""
    if message.address.startswith(_PROGRAM):
        _run_program(message)
        return
    plugin = _plugin(message.address)
    if plugin is None:
        raise DeliveryError("not an address to send to")
    if _is_mail(plugin):
        _send_mail(plugin, message)
        return
    with needs_extra("watch"):
        import apprise
    capture: Any = apprise.LogCapture
    with capture(level=apprise.logging.WARNING, fmt="%(message)s") as log:
        content = message.message
        accepted = plugin.notify(body=content["text"], title=content["subject"], body_format=apprise.NotifyFormat.TEXT)
        reasons = log.getvalue() if log else ""
    if not accepted:
        raise DeliveryError(one_line(reasons) or "the service did not accept it")


def _plugin(address: str) -> Any:
    with needs_extra("watch"):
        import apprise
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # its plugins import what Python is about to drop
        try:
            if address.lower().startswith(_MAIL):
                return _mail_plugin(address)
            return apprise.Apprise.instantiate(address, suppress_exceptions=True)
        except (TypeError, ValueError, AttributeError):
            return None


def _mail_plugin(address: str) -> Any:
    """What ``instantiate`` returns for mail, without importing the plugins of all other services."""
    from apprise.plugins.email.base import NotifyEmail

    service: Any = NotifyEmail
    found = service.parse_url(address)
    return service(**found) if found else None


def _is_mail(plugin: Any) -> bool:
    from apprise.plugins.email.base import NotifyEmail

    return isinstance(plugin, NotifyEmail)


def _send_mail(plugin: Any, message: OutgoingMessage) -> None:
    """Build and send the mail ourselves: Apprise supports neither our plain text nor a stable Message-ID."""
    mail = _mail(plugin, message)
    context = ssl.create_default_context()
    if not plugin.verify_certificate:
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    try:
        if plugin.secure_mode == "ssl":
            server: smtplib.SMTP = smtplib.SMTP_SSL(plugin.smtp_host, plugin.port, timeout=_TIMEOUT, context=context)
        else:
            server = smtplib.SMTP(plugin.smtp_host, plugin.port, timeout=_TIMEOUT)
        with server:
            if plugin.secure_mode == "starttls":
                server.starttls(context=context)
            if plugin.user and plugin.password:
                server.login(plugin.user, plugin.password)
            refused = server.send_message(mail)
    except (OSError, smtplib.SMTPException, ValueError) as error:
        raise DeliveryError(one_line(f"{type(error).__name__}: {error}")) from None
    if refused:
        raise DeliveryError(one_line(f"refused: {', '.join(refused)}"))


def _mail(plugin: Any, message: OutgoingMessage) -> EmailMessage:
    content = message.message
    sender = plugin.from_addr[1]
    mail = EmailMessage(policy=_POLICY)
    name = plugin.from_addr[0]
    mail["From"] = Address(_SENDER if name in (False, "", plugin.app_id) else name, addr_spec=sender)
    mail["To"] = [Address(name or "", addr_spec=address) for name, address in plugin.targets]
    mail["Subject"] = one_line(content["subject"])
    mail["Date"] = format_datetime(localtime())
    mail["Message-ID"] = f"<{message.message_id}@{sender.rpartition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"  # RFC 3834: no holiday replies
    stop = content.get("unsubscribe") or ""
    mail["List-Unsubscribe"] = f"<{stop}>" if stop else f"<mailto:{sender}?subject=unsubscribe>"
    if stop.startswith("https://"):
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"  # RFC 8058
    mail.set_content(content["text"])
    mail.add_alternative(content["html"], subtype="html")
    return mail


def _run_program(message: OutgoingMessage) -> None:
    """Run a program with one clip per line, as JSON, on its standard input."""
    lines = "".join(f"{json.dumps(clip, ensure_ascii=False)}\n" for clip in message.message["clips"])
    try:
        ended = subprocess.run(  # noqa: S603  the owner of the archive has named it
            _command(message.address),
            input=lines.encode("utf-8", "replace"),
            capture_output=True,
            timeout=_PROGRAM_TIMEOUT,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired, ValueError) as error:
        raise DeliveryError(one_line(str(error))) from None
    if ended.returncode:
        said = ended.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise DeliveryError(one_line(f"exit code {ended.returncode}: {said}"))


def _command(address: str) -> list[str]:
    try:
        return shlex.split(address.removeprefix(_PROGRAM))
    except ValueError:
        return []
