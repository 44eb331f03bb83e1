"""The pages of posts that are new, have changed or are looked at again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC
from typing import TYPE_CHECKING

from scrapy.http import Response, TextResponse

from ..blog import PostPage, without_texts
from ..changes import next_check
from ..dates import instant
from ..errors import NotFetched
from ..frontier import Verdict
from ..http import header, is_html, to_page
from ..items import FeedEntry, Post, PostState, Provenance
from ..urls import page_key
from .context import PostTarget, UpdateContext
from .template_change import PageCheck, fitting, relearn, sees_otherwise

if TYPE_CHECKING:
    from .visit import BlogVisit

__all__ = ["PostFetcher"]

logger = logging.getLogger(__name__)

_AT_ONCE = 20
#: From so many pages rules are learned anew; known posts are fetched if there are not enough. Where only new posts look
#: different, so many known ones are looked at first.
_TO_LEARN_FROM, _TO_BELIEVE = 4, 2


@dataclass(frozen=True, slots=True)
class _Page:
    target: PostTarget
    response: TextResponse


class PostFetcher:
    """Fetches posts, sends them on, and marks those that are gone.

    Before anything of them is stored, the first pages are compared with what is known: if they show it but the rules
    do not find it, the blog's template has changed, and rules are learned anew.
    """

    def __init__(self, visit: BlogVisit, outlook: UpdateContext) -> None:
        self._visit = visit
        self._outlook = outlook
        self.relearned = False

    async def fetch(self, targets: Sequence[PostTarget]) -> None:
        """Fetch posts, some at a time; new ones before those that are only looked at again."""
        waiting = list({page_key(target.url): target for target in reversed(targets)}.values())
        waiting.sort(key=lambda target: target.condition)
        for start in range(0, len(waiting), _AT_ONCE):
            got = await asyncio.gather(*(self._get(target) for target in waiting[start : start + _AT_ONCE]))
            pages = [page for page in got if page is not None]
            await self._check_template(pages)
            for page in pages:
                await self._send_on(page)

    async def _get(self, target: PostTarget) -> _Page | None:
        look = target.look
        condition: dict[str, str] = {}
        if look is not None and target.condition:
            stated = {"If-None-Match": look.etag, "If-Modified-Since": look.modified}
            condition = {name: value for name, value in stated.items() if value}
        addresses = [target.url, *(target.entry.alternatives if target.entry and look is None else ())]
        for url in addresses:
            try:
                response = await self._visit.fetch(url, condition)
            except NotFetched as error:
                logger.info("%s cannot be fetched: %s", url, error)
                continue
            if response.status == 304 and look is not None:
                await self._seen(look)
                return None
            if look is not None and self._is_gone(response):
                await self._mark_gone(look)
                return None
            scope = self._visit.known.scope
            if response.status >= 400 or not scope.contains(scope.adopt(response.url)):
                continue
            if isinstance(response, TextResponse) and is_html(response):
                return _Page(target, response)
        return None

    def _is_gone(self, response: Response) -> bool:
        """Whether a post is not there any more: the server says so, or leads to the home page instead."""
        home = page_key(response.url) == page_key(self._visit.blog.url)
        return response.status in (404, 410) or (home and bool(response.meta.get("redirect_urls")))

    async def _mark_gone(self, look: PostState) -> None:
        if look.gone is None:
            self._visit.gone.append(look.url)
            self._outlook.count("posts/gone")
        looks = self._outlook.store.post_states
        await self._outlook.call(looks.mark_gone, self._visit.blog.url, look, self._outlook.now())

    async def _seen(self, look: PostState) -> None:
        """Note that a post is as it was."""
        now = self._outlook.now()
        due = next_check(instant(look.fresh) or now, now)
        look.checked, look.due = now.isoformat(timespec="seconds"), due.isoformat(timespec="seconds")
        self._outlook.count("posts/unchanged")
        await self._outlook.call(self._outlook.store.post_states.save, self._visit.blog.url, look)

    # --- when the template has changed --------------------------------------------------------------------

    async def _check_template(self, pages: Sequence[_Page]) -> None:
        """Learn the rules anew if most of the pages that can tell say that these do not hold any more."""
        if self.relearned:
            return
        sights = [await self._sight(page.target, page.response) for page in pages]
        if not sees_otherwise(sights, self._visit.known):
            return
        if not any(sight.known for sight in sights):  # a new post may be a special one
            sights += await self._more(sights, _TO_BELIEVE)
            if not sees_otherwise([sight for sight in sights if sight.known], self._visit.known):
                return
        sights = [sight for sight in sights if sight.can_teach()]
        sights += await self._more(sights, _TO_LEARN_FROM - len(sights))
        known = await asyncio.to_thread(relearn, self._visit.known, sights)
        if known is None:
            self._outlook.note(f"{self._visit.blog.url} looks different, but no new rules could be learned.")
            return
        self.relearned = True
        self._visit.known = known
        rules, pattern, knowledge = known.rules_record(), known.pattern_record(), known.knowledge.record()
        blog = self._visit.blog = replace(self._visit.blog, rules=rules, pattern=pattern, knowledge=knowledge)
        change = self._outlook.store.change_blog
        await self._outlook.call(change, blog.url, rules=rules, pattern=pattern, knowledge=knowledge)
        self._outlook.count("blogs/relearned")
        self._outlook.note(f"{self._visit.blog.url} has a new template; its rules were learned anew.")

    async def _sight(self, target: PostTarget, response: TextResponse) -> PageCheck:
        known: Post | None = None
        if target.look is not None:
            known = await self._outlook.call(self._outlook.store.post, target.look.url)
        return PageCheck(to_page(response), target.entry, known)

    async def _more(self, sights: Sequence[PageCheck], number: int) -> list[PageCheck]:
        """So many further posts that are known, the newest first."""
        have = {page_key(sight.page.url) for sight in sights}
        looks: list[PostState] = await self._outlook.call(self._outlook.store.post_states.all, self._visit.blog.url)
        found: list[PageCheck] = []
        for look in looks:
            if len(found) >= number:
                break
            if look.gone or page_key(look.url) in have:
                continue
            page = await self._get(PostTarget(look.url, None, look))
            if page is not None:
                found.append(await self._sight(page.target, page.response))
        return found

    # --- what becomes of a page -----------------------------------------------------------------------------

    async def _send_on(self, page: _Page) -> None:
        known, target, response = self._visit.known, page.target, page.response
        url = known.scope.adopt(response.url)
        parsed = to_page(response)
        if target.look is None:
            verdict = Verdict.YES if target.entry is not None else known.pattern.judge(url)
            if not known.judge.is_post(parsed, known.extractor, verdict):
                return
        address = known.address_of(parsed, url)
        if target.look is not None and page_key(address) == page_key(target.look.url):
            address = target.look.url
        self._outlook.count("posts/found")
        sight = await self._sight(target, response)
        item = PostPage(
            page=parsed,
            url=address,
            blog=known.home,
            entry=_as_before(without_texts(target.entry), sight.known) if target.entry else None,
            fetched=self._outlook.now().astimezone(UTC),
            warc=response.meta.get("warc"),
            extractor=fitting(known, sight),
            comments=known.comments,
            response=response,
            absent=self._visit.before if target.entry and target.look is None else None,
        )
        await self._outlook.emit(item, response)
        await self._keep_validators(address, response)

    async def _keep_validators(self, url: str, response: Response) -> None:
        etag, modified = header(response, "ETag"), header(response, "Last-Modified")
        if not (etag or modified):
            return
        looks = self._outlook.store.post_states
        for look in (await self._outlook.call(looks.known, [url])).values():
            look.etag, look.modified = etag, modified
            await self._outlook.call(looks.save, self._visit.blog.url, look)


def _as_before(entry: FeedEntry, known: Post | None) -> FeedEntry:
    """The entry without what was read off the page before: records can be compared if they have the same sources."""
    if known is None:
        return entry
    told = {"authors": (), "tags": (), "published": None, "updated": None}
    elsewhere = {
        name: nothing for name, nothing in told.items() if known.source.get(name, Provenance.FEED) != Provenance.FEED
    }
    return replace(entry, **elsewhere)  # type: ignore[arg-type]
