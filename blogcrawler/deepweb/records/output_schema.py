"""The output schema: texts of records grouped by their path inside the record, named and typed.

After Oita (2012), section 3.3: values under the same path are of one type; paths whose values never vary say nothing.
Labels come from the page: the head of a table, a term before its description, "Author:" before a value, a text that is
the same in all records right before one that varies.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from .raw_record import RawRecord
from .value_types import ValueType, value_type

__all__ = ["Feature", "OutputSchema", "learn_schema"]

_MAX_LABEL_LENGTH, _MAX_FEATURES = 40, 60
#: A prefix such as "Author:" is a label if this share of the values, and at least this many, have it.
_MIN_LABELLED, _MIN_LABELLED_VALUES = 0.1, 3
#: Repeated elements are columns if nearly all records have the same number of them.
_CONSTANT_NUMBER, _MAX_COLUMNS = 0.95, 20
#: A feature that fewer records have is an exception in the page, unless it has a label.
_MIN_SUPPORT = 0.02
_LABELLED = re.compile(r"(?P<label>[^\W\d][^:：]{1,38})\s?[:：](?!//)\s*(?P<value>.*)", re.DOTALL)
_CELL = re.compile(r"/t[dh]\[(\d+)\]")
_TERM = re.compile(r"/(?:dd|tr)\{(.+?)\}")
_HEADINGS = frozenset({"h1", "h2", "h3", "h4"})
#: Shorter names of classes say how something is laid out: "mt", "p".
_MIN_CLASS_LENGTH = 3
_NOT_IN_NAMES = re.compile(r"\W+")


@dataclass(frozen=True, slots=True)
class Feature:
    """One field of the records: where it is, what the page calls it, what kind of values it has."""

    name: str
    path: str
    #: The place among several texts with the same path, if it is always the same.
    index: int | None = None
    #: What precedes the value in the same text, such as "Author"; the value is what follows the colon.
    prefix: str | None = None
    label: str = ""
    type: ValueType = ValueType.TEXT
    support: int = 0

    def values(self, leaves: Mapping[str, list[str]], prefixes: frozenset[str]) -> list[str]:
        """The values in a record; ``prefixes`` are the labels that texts with this path may begin with."""
        texts = leaves.get(self.path, [])
        if self.index is not None:
            texts = texts[self.index : self.index + 1]
        if not prefixes:
            return [text for text in texts if _says_something(text)]
        values = []
        for text in texts:
            label, value = _split_label(text, prefixes)
            if label == self.prefix and _says_something(value):
                values.append(value)
        return values


@dataclass(frozen=True, slots=True)
class OutputSchema:
    """The features of a source's records in the order of the page."""

    features: tuple[Feature, ...]
    #: Labels that texts begin with, by path.
    prefixes: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def read(self, record: RawRecord) -> dict[str, list[str]]:
        """The fields of a record by name; those without a value are left out."""
        leaves = _by_path(record)
        found = {}
        for feature in self.features:
            if values := feature.values(leaves, self.prefixes.get(feature.path, frozenset())):
                found[feature.name] = list(dict.fromkeys(values))
        return found

    def feature(self, name: str) -> Feature | None:
        """The feature of this name."""
        return next((feature for feature in self.features if feature.name == name), None)


def learn_schema(records: Sequence[RawRecord], heads: Sequence[str] = ()) -> OutputSchema:
    """Learn the schema of records. ``heads`` are the texts of the cells in the head of the table they are in."""
    rows = [_by_path(record) for record in records]
    order: dict[str, None] = {}
    for record in records:
        order.update(dict.fromkeys(path for path, _ in record.leaves))
    before = _constant_texts_before(records)
    found: list[Feature] = []
    prefixes: dict[str, frozenset[str]] = {}
    for path in order:
        texts = [row.get(path, []) for row in rows]
        labels = _prefix_labels([text for some in texts for text in some], len(records))
        columns = [None] if labels else _columns(texts)
        if labels:
            prefixes[path] = labels
        for prefix in sorted(labels) if labels else [None]:
            for index in columns:
                feature = Feature("", path, index, prefix)
                values = [value for row in rows for value in feature.values(row, labels)]
                if not _varies(values, len(records)):
                    continue
                support = sum(bool(feature.values(row, labels)) for row in rows)
                label = prefix or _label(path, index, heads, before)
                if support < _MIN_SUPPORT * len(records) and not label:
                    continue
                found.append(replace(feature, label=label, type=value_type(values), support=support))
    return OutputSchema(tuple(_named(found[:_MAX_FEATURES])), prefixes)


def _by_path(record: RawRecord) -> dict[str, list[str]]:
    leaves: dict[str, list[str]] = defaultdict(list)
    for path, text in record.leaves:
        leaves[path].append(text)
    return leaves


def _says_something(text: str) -> bool:
    return any(map(str.isalnum, text))


def _varies(values: Sequence[str], records: int) -> bool:
    """Whether a feature has different values. With a single record, nothing can be said."""
    return len(set(values)) > 1 or (records == 1 and bool(values))


def _columns(texts: Sequence[list[str]]) -> list[int | None]:
    """The places of several texts with the same path that stand for different things; ``[None]`` if they do not."""
    counts = Counter(len(some) for some in texts if some)
    if not counts:
        return [None]
    number, times = counts.most_common(1)[0]
    is_constant = times >= _CONSTANT_NUMBER * counts.total() and counts.total() > 1
    return list(range(number)) if 1 < number <= _MAX_COLUMNS and is_constant else [None]


def _prefix_labels(texts: Sequence[str], records: int) -> frozenset[str]:
    """The labels that texts of one path begin with: "Author: …" in many records is one, "Wild: …" in one is a title."""
    counts: Counter[str] = Counter()
    values: dict[str, set[str]] = defaultdict(set)
    for text in texts:
        if found := _LABELLED.fullmatch(text):
            label = found["label"].strip()
            counts[label] += 1
            values[label].add(found["value"])
    least = max(_MIN_LABELLED_VALUES, _MIN_LABELLED * records)
    labels = {label for label, number in counts.items() if number >= least and len(label) <= _MAX_LABEL_LENGTH}
    # A text is labelled if most are: some titles of a series begin alike, too.
    return frozenset(labels) if sum(counts[label] for label in labels) >= 0.5 * len(texts) else frozenset()


def _split_label(text: str, prefixes: frozenset[str]) -> tuple[str | None, str]:
    found = _LABELLED.fullmatch(text)
    if found and found["label"].strip() in prefixes:
        return found["label"].strip(), found["value"].strip()
    return None, text


def _constant_texts_before(records: Iterable[RawRecord]) -> dict[str, str]:
    """For each path, the text right before it if that is nearly always the same."""
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    for record in records:
        last = ""
        counted: set[str] = set()
        for path, text in record.leaves:
            if path not in counted:
                seen[path][last] += 1
                counted.add(path)
            last = text
    return {path: texts.most_common(1)[0][0] for path, texts in seen.items() if _is_constant(texts)}


def _is_constant(texts: Counter[str]) -> bool:
    return texts.total() > 2 and texts.most_common(1)[0][1] >= _CONSTANT_NUMBER * texts.total()


def _label(path: str, index: int | None, heads: Sequence[str], before: Mapping[str, str]) -> str:
    if term := _TERM.search(path):
        return term[1].strip(" :")
    if cell := _CELL.search(path):
        number = int(cell[1]) - 1
        if number < len(heads) and heads[number]:
            return heads[number][:_MAX_LABEL_LENGTH]
    text = before.get(path, "") if not index else ""
    is_label = bool(re.fullmatch(r"[^\W\d][\w ./()-]{0,38}\s?[:：]?", text))
    return text.strip(" :：") if is_label else ""


def _named(features: Iterable[Feature]) -> list[Feature]:
    """The features with names: from the label, or the last class of the path; unique."""
    named: list[Feature] = []
    used: Counter[str] = Counter()
    for feature in features:
        name = _NOT_IN_NAMES.sub("_", feature.label.lower()).strip("_") or _name_of_path(feature.path)
        used[name] += 1
        named.append(replace(feature, name=name if used[name] == 1 else f"{name}_{used[name]}"))
    return named


def _name_of_path(path: str) -> str:
    steps = [step for step in path.split("/") if step and not step.startswith(("text()", "@"))]
    for step in reversed(steps):
        tag, _, name = step.partition(".")
        if len(name) >= _MIN_CLASS_LENGTH:
            return _NOT_IN_NAMES.sub("_", name).strip("_") or "text"
        if tag in _HEADINGS:
            return "title"
    last = steps[-1] if steps else "text"
    return {"a": "title", "time": "date"}.get(last, _NOT_IN_NAMES.sub("_", last))
