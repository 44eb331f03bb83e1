"""Record HTTP exchanges as they go over the wire, below Scrapy and above TLS.

A download puts its :class:`Recording` into ``current_recording``. The connection pool picks it up when Scrapy asks for
a connection, which happens before the first ``await``, and passes it on with Twisted's request object, so it also
survives Twisted's own retry when a kept-alive connection turns out to be dead.
"""

from __future__ import annotations

from contextvars import ContextVar
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from scrapy.core.downloader.handlers.http11 import (
    _LenientHTTP11ClientFactory,
    _LenientHTTP11ClientProtocol,
)
from twisted.web._newclient import Request
from twisted.web.client import HTTPConnectionPool

if TYPE_CHECKING:
    from collections.abc import Iterable

    from twisted.internet.defer import Deferred
    from twisted.internet.interfaces import IAddress
    from twisted.web.iweb import IResponse

__all__ = ["Recording", "RecordingPool", "current_recording"]

current_recording: ContextVar[Recording | None] = ContextVar("current_recording", default=None)


class Recording:
    """The bytes of one exchange: what was sent, what came back, when, and from which address.

    Keeps at most ``limit`` bytes of the response, if a limit is given.
    """

    def __init__(self, limit: int | None = None) -> None:
        self._limit = limit
        self.begin(None)

    def begin(self, ip: str | None) -> None:
        """Start recording a request; forget what an earlier attempt left."""
        self.began = datetime.now(UTC)
        self.ip = ip
        self.cut = False
        self._sent: list[bytes] = []
        self._received: list[bytes] = []
        self._size = 0

    def send(self, data: bytes) -> None:
        """Record bytes of the request."""
        self._sent.append(data)

    def receive(self, data: bytes) -> None:
        """Record bytes of the response."""
        self._size += len(data)
        self.cut = self.cut or (self._limit is not None and self._size > self._limit)
        if not self.cut:
            self._received.append(data)

    def end(self, excess: int) -> None:
        """Finish the recording. The last ``excess`` bytes received do not belong to the response."""
        if excess and not self.cut:
            self._received = [self.response[:-excess]]

    @property
    def request(self) -> bytes:
        """All that was sent."""
        return b"".join(self._sent)

    @property
    def response(self) -> bytes:
        """All that was received."""
        return b"".join(self._received)


class RecordingPool(HTTPConnectionPool):
    """A connection pool that records the exchanges of callers with a ``current_recording``."""

    def __init__(self, reactor: Any, persistent: bool = True) -> None:
        super().__init__(reactor, persistent)  # type: ignore[no-untyped-call]
        self._factory = _RecordingFactory

    def getConnection(self, key: Any, endpoint: Any) -> Deferred[Any]:  # noqa: N802
        """A connection whose next request is recorded, if the caller has a recording."""
        connection: Deferred[Any] = super().getConnection(key, endpoint)
        if recording := current_recording.get():
            connection.addCallback(_RecordedConnection, recording)
        return connection


class _RecordedConnection:
    def __init__(self, connection: Any, recording: Recording) -> None:
        self._connection = connection
        self._recording = recording

    def request(self, request: Request) -> Deferred[IResponse]:
        recorded = _RecordedRequest._construct(  # type: ignore[no-untyped-call]
            request.method,
            request.uri,
            request.headers,
            request.bodyProducer,
            request.persistent,
            request._parsedURI,
        )
        recorded.recording = self._recording
        response: Deferred[IResponse] = self._connection.request(recorded)
        return response


class _RecordedRequest(Request):
    recording: Recording

    def writeTo(self, transport: Any) -> Deferred[None]:  # noqa: N802
        self.recording.begin(getattr(transport.getPeer(), "host", None))
        written: Deferred[None] = super().writeTo(  # type: ignore[no-untyped-call]
            _RecordedTransport(transport, self.recording)
        )
        return written


class _RecordedTransport:
    """A transport that records what is written to it."""

    def __init__(self, transport: Any, recording: Recording) -> None:
        self._transport = transport
        self._recording = recording

    def write(self, data: bytes) -> None:
        self._recording.send(data)
        self._transport.write(data)

    def writeSequence(self, parts: Iterable[bytes]) -> None:  # noqa: N802
        self.write(b"".join(parts))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class _RecordingProtocol(_LenientHTTP11ClientProtocol):
    _recording: Recording | None = None

    def request(self, request: Request) -> Deferred[IResponse]:
        self._recording = getattr(request, "recording", None)
        return super().request(request)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        if self._recording is not None:
            self._recording.receive(data)
        super().dataReceived(data)  # type: ignore[no-untyped-call]

    def _finishResponse(self, rest: bytes) -> None:  # noqa: N802
        if self._recording is not None:
            self._recording.end(excess=len(rest))
            self._recording = None
        super()._finishResponse(rest)


class _RecordingFactory(_LenientHTTP11ClientFactory):
    def buildProtocol(self, addr: IAddress | None) -> _RecordingProtocol:  # noqa: N802
        return _RecordingProtocol(self._quiescentCallback)  # type: ignore[no-untyped-call]
