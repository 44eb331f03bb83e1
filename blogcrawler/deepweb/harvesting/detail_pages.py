"""Pages of single records, fetched where they say more than the result pages."""

from __future__ import annotations

import re
from collections.abc import Collection

from ...dom import Page, words
from ..forms.submission import FormRequest
from ..probing.search_session import SearchSession
from ..records.harvested_records import HarvestedRecord, HarvestedRecords
from ..records.output_schema import OutputSchema, learn_schema
from ..records.raw_record import RawRecord, read_raw_record
from .search_harvest import SearchHarvest

__all__ = ["new_features", "read_details"]

#: Parts of a page that are the same whatever it is about.
_BESIDE = re.compile(r"/(?:footer|nav|header|aside)\b")
#: Number of pages to examine before all of them are fetched.
_SAMPLES = 4
#: The share of pages that have a field, at least, and of those with something new in it.
_OFTEN, _MOSTLY_FRESH = 0.5, 0.95


async def read_details(session: SearchSession, records: HarvestedRecords, harvest: SearchHarvest) -> None:
    """Fetch the pages of records if a few of them show fields that result pages lack. Without an address, nothing."""
    with_page = [record for record in records.records if record.url]
    if len(with_page) < _SAMPLES:
        return
    step = max(1, len(with_page) // _SAMPLES)
    samples = with_page[::step][:_SAMPLES]
    for record in samples:
        page = await session.fetch(FormRequest(record.url or ""))
        record.details = _read(page) if page is not None else None
    read = [record for record in samples if record.details is not None]
    if len(read) < _SAMPLES - 1:
        return
    again = await session.fetch(FormRequest(read[0].url or ""))
    same = set(read[0].details.leaves) & set(_read(again).leaves) if again is not None and read[0].details else set()
    shown = [_words_of(record) for record in read]
    changing = {path for path, _ in set(read[0].details.leaves if read[0].details else ()) - same}
    schema = new_features([record.details for record in read if record.details], shown, changing)
    if not schema.features:
        for record in samples:
            record.details = None
        return
    harvest.details_schema = schema
    harvest.notes.append(f"Pages of single records add {', '.join(feature.name for feature in schema.features)}.")
    try:
        for record in with_page:
            if record.details is None:
                page = await session.fetch(FormRequest(record.url or ""))
                record.details = _read(page) if page is not None else None
    finally:
        # What is the same on a few pages may differ on others.
        known = [(record.details, _words_of(record)) for record in with_page if record.details is not None]
        harvest.details_schema = new_features([raw for raw, _ in known], [said for _, said in known], changing)


def new_features(pages: list[RawRecord], shown: list[set[str]], changing: Collection[str] = ()) -> OutputSchema:
    """The labelled features of detail pages whose values are not among the words of the records on result pages.

    ``changing`` are paths whose texts differ each time a page is fetched, such as the time that it took.
    """
    schema = learn_schema(pages)
    fields = [schema.read(page) for page in pages]
    kept = []
    for feature in schema.features:
        if not feature.label or feature.path in changing or feature.support < min(len(pages) - 1, _OFTEN * len(pages)):
            continue
        values = [one.get(feature.name, []) for one in fields]
        fresh = [bool(set(words(" ".join(some))) - known) for some, known in zip(values, shown, strict=True) if some]
        if fresh and sum(fresh) >= _MOSTLY_FRESH * len(fresh):
            kept.append(feature)
    return OutputSchema(tuple(kept), schema.prefixes)


def _words_of(record: HarvestedRecord) -> set[str]:
    """The words of a record on the result page."""
    return {word for _, text in record.raw.leaves for word in words(text)}


def _read(page: Page) -> RawRecord:
    body = page.tree.find("body")
    raw = read_raw_record(body if body is not None else page.tree, page)
    return RawRecord(tuple(leaf for leaf in raw.leaves if not _BESIDE.search(leaf[0])), ())
