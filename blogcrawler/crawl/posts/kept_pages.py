"""Pages that are kept on disk next to the queue, to be read again later in the crawl."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass

from scrapy import Request
from scrapy.http import HtmlResponse, TextResponse

from ...frontier import POST_PRIORITY, LinkFeatures, Rejection
from ..crawl_tools import CrawlTools
from ..links.request_factory import RequestFactory

__all__ = ["REJECTED", "KeptPage", "is_small"]

#: Key of a request's ``meta``: why its page was not taken for a post when it was read first.
REJECTED = "rejected"

#: Larger pages are not kept. A post with hundreds of comments has 300 kB.
_MAX_PAGE_BYTES = 500_000
#: Response headers to keep with a page.
_KEPT_HEADERS = ("Content-Type", "Last-Modified")


def is_small(response: TextResponse) -> bool:
    """Whether a page is small enough to be kept."""
    return len(response.body) <= _MAX_PAGE_BYTES


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A page, the features of the link that led to it, and why it was not taken for a post."""

    response: TextResponse
    features: LinkFeatures | None
    rejection: Rejection

    def pack(self) -> bytes:
        """What is needed to read the page again."""
        headers = self.response.headers
        about = {
            "url": self.response.url,
            "headers": {name: value.decode("latin-1") for name in _KEPT_HEADERS if (value := headers.get(name))},
            "meta": {name: self.response.meta[name] for name in ("warc", "captured") if name in self.response.meta},
            "features": self.features.packed().hex() if self.features else "",
            "rejection": self.rejection,
        }
        return zlib.compress(json.dumps(about).encode() + b"\n" + self.response.body, 1)

    @classmethod
    def unpack(cls, data: bytes) -> KeptPage:
        """Restore a page that was packed."""
        about, _, body = zlib.decompress(data).partition(b"\n")
        record = json.loads(about)
        request = Request(record["url"], meta=record["meta"])
        response = HtmlResponse(record["url"], headers=record["headers"], body=body, request=request)
        features = LinkFeatures.unpacked(bytes.fromhex(record["features"])) if record["features"] else None
        return cls(response, features, Rejection(record["rejection"]))

    def request(self, requests: RequestFactory, tools: CrawlTools) -> Request:
        """A request for the page that is answered from memory; its ``meta`` says that it was rejected, and why."""
        tools.prefetched[self.response.url] = self.response
        request = requests.page(self.response.url, POST_PRIORITY, self.features)
        return request.replace(dont_filter=True, meta={**request.meta, REJECTED: str(self.rejection)})
