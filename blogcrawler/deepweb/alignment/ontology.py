"""An ontology as arrays of numbers: its instances, literals, relations with their inverses, and classes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from .arrays import Ints, distinct, expand, first_of_each, offsets
from .literals import Spelling, Spellings, normalize_literal, spelling_of
from .triple import Triple

__all__ = ["Ontology", "Path", "Triple", "build_ontology", "inverse", "join", "join_size"]

_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_RDFS = "http://www.w3.org/2000/01/rdf-schema#"
_OWL = "http://www.w3.org/2002/07/owl#"
_TYPE = f"{_RDF}type"
_SUBCLASS = f"{_RDFS}subClassOf"
#: Statements about the schema, not about instances.
_SCHEMA = frozenset(f"{_RDFS}{name}" for name in ("subClassOf", "subPropertyOf", "domain", "range", "isDefinedBy"))


#: A relation, or the join of two, by number: even ones are relations, each odd one is the inverse of the one before.
Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ontology:
    """Facts in both directions, sorted by subject and object.

    Nodes below ``len(instances)`` are instances, the others are normalised literals. Instances, literals, relations and
    classes are numbered in alphabetical order, so that the order of the triples does not matter.
    """

    instances: Sequence[str]
    literals: Sequence[str]
    relations: Sequence[str]
    paths: Sequence[Path]
    classes: Sequence[str]
    subjects: Ints
    objects: Ints
    directions: Ints
    #: Where the facts of each node begin.
    begins: Ints
    members: Ints
    member_classes: Ints
    spellings: Spellings

    @property
    def nodes(self) -> int:
        """Number of instances and literals."""
        return len(self.instances) + len(self.literals)

    def fact_keys(self) -> Ints:
        """Subject and object of each fact as one number, ascending."""
        return self.subjects * self.nodes + self.objects

    def name(self, direction: int) -> str:
        """The relation as its address or, if it is an inverse or a join, as a SPARQL property path."""
        path = self.paths[direction]
        if len(path) == 1 and path[0] % 2 == 0:
            return self.relations[path[0] // 2]
        return "/".join(f"{'^' * (step % 2)}<{self.relations[step // 2]}>" for step in path)

    def with_joins(self, joins: Sequence[Path]) -> Ontology:
        """The same ontology with joins of two relations as further relations, each followed by its inverse."""
        parts = [(self.subjects, self.objects, self.directions)]
        paths = list(self.paths)
        for path in joins:
            subjects, objects = join(self, path)
            forward = np.full(len(subjects), len(paths), dtype=np.int64)
            parts += [(subjects, objects, forward), (objects, subjects, forward + 1)]
            paths += [path, inverse(path)]
        columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
        facts = _sorted_facts(columns[0], columns[1], columns[2], self.nodes)
        return replace(self, paths=paths, subjects=facts[0], objects=facts[1], directions=facts[2], begins=facts[3])


def inverse(path: Path) -> Path:
    """The path from its end to its beginning."""
    return tuple(step ^ 1 for step in reversed(path))


def join_size(ontology: Ontology, path: Path) -> int:
    """How many pairs a join has at most."""
    first, second = (np.flatnonzero(ontology.directions == step) for step in path)
    ends = np.bincount(ontology.objects[first], minlength=ontology.nodes)
    return int(ends @ np.bincount(ontology.subjects[second], minlength=ontology.nodes))


def join(ontology: Ontology, path: Path) -> tuple[Ints, Ints]:
    """The different pairs of nodes at the ends of a path of two relations, but none of a node with itself."""
    first, second = (np.flatnonzero(ontology.directions == step) for step in path)
    begins = offsets(ontology.subjects[second], ontology.nodes)
    middles = ontology.objects[first]
    positions, owners = expand(begins[middles], begins[middles + 1])
    subjects, objects = ontology.subjects[first][owners], ontology.objects[second][positions]
    keys = distinct((subjects * ontology.nodes + objects)[subjects != objects])
    return keys // ontology.nodes, keys % ontology.nodes


def build_ontology(triples: Iterable[Triple], normalize: Callable[[str], str] = normalize_literal) -> Ontology:
    """Number everything in the triples. ``rdf:type`` and ``rdfs:subClassOf`` give the classes of instances."""
    instances: dict[str, int] = {}
    literals: dict[str, int] = {}
    normal_forms: dict[str, int] = {}
    relations: dict[str, int] = {}
    classes: dict[str, int] = {}
    facts: list[list[int]] = [[], [], [], []]
    spellings: dict[str, Spelling] = {}
    members: tuple[list[int], list[int]] = ([], [])
    parents: defaultdict[str, set[str]] = defaultdict(set)
    for subject, predicate, target, is_literal in triples:
        if predicate == _TYPE and not is_literal:
            if not target.startswith((_RDF, _RDFS, _OWL)):
                members[0].append(instances.setdefault(subject, len(instances)))
                members[1].append(classes.setdefault(target, len(classes)))
            continue
        if predicate == _SUBCLASS and not is_literal:
            parents[subject].add(target)
        if predicate in _SCHEMA or predicate.startswith(_OWL):
            continue
        if is_literal:
            number = literals.get(target)
            if number is None:
                key = normalize(target)
                number = literals[target] = normal_forms.setdefault(key, len(normal_forms)) if key else -1
                spelling = spelling_of(target)
                if key and (spelling.plain != key or spelling.short != key):
                    spellings.setdefault(key, spelling)
            if number < 0:
                continue
        else:
            number = instances.setdefault(target, len(instances))
        facts[0].append(instances.setdefault(subject, len(instances)))
        facts[1].append(relations.setdefault(predicate, len(relations)))
        facts[2].append(number)
        facts[3].append(is_literal)
    names, instance_rank = _ranked(instances)
    texts, literal_rank = _ranked(normal_forms)
    relation_names, relation_rank = _ranked(relations)
    subjects, predicates, objects, literal = (np.array(column, dtype=np.int64) for column in facts)
    subjects = instance_rank[subjects]
    is_text = literal == 1
    objects[is_text] = literal_rank[objects[is_text]] + len(names)
    objects[~is_text] = instance_rank[objects[~is_text]]
    forward = 2 * relation_rank[predicates]
    class_names, class_of = _closed_classes(classes, parents)
    member, member_class = _memberships(members, instance_rank, class_of)
    sorted_facts = _sorted_facts(
        np.concatenate([subjects, objects]),
        np.concatenate([objects, subjects]),
        np.concatenate([forward, forward + 1]),
        len(names) + len(texts),
    )
    return Ontology(
        instances=names,
        literals=texts,
        relations=relation_names,
        paths=[(direction,) for direction in range(2 * len(relation_names))],
        classes=class_names,
        members=member,
        member_classes=member_class,
        subjects=sorted_facts[0],
        objects=sorted_facts[1],
        directions=sorted_facts[2],
        begins=sorted_facts[3],
        spellings=spellings,
    )


def _ranked(numbers: dict[str, int]) -> tuple[list[str], Ints]:
    """The names in alphabetical order, and the new number of each old one."""
    names = sorted(numbers)
    ranks = np.empty(len(names), dtype=np.int64)
    ranks[[numbers[name] for name in names]] = np.arange(len(names))
    return names, ranks


def _sorted_facts(subjects: Ints, objects: Ints, directions: Ints, nodes: int) -> tuple[Ints, Ints, Ints, Ints]:
    order = np.lexsort((directions, objects, subjects))
    subjects, objects, directions = subjects[order], objects[order], directions[order]
    kept = first_of_each(subjects) | first_of_each(objects) | first_of_each(directions)
    subjects, objects, directions = subjects[kept], objects[kept], directions[kept]
    return subjects, objects, directions, offsets(subjects, nodes)


def _closed_classes(classes: dict[str, int], parents: dict[str, set[str]]) -> tuple[list[str], list[list[int]]]:
    """All classes that instances have, and for each stated one itself and all its superclasses."""
    closures: list[set[str]] = []
    for name in classes:
        found, waiting = {name}, [name]
        while waiting:
            new = parents.get(waiting.pop(), set()) - found
            found |= new
            waiting += new
        closures.append(found)
    names = sorted(set().union(*closures))
    ranks = {name: rank for rank, name in enumerate(names)}
    return names, [sorted(ranks[name] for name in found) for found in closures]


def _memberships(
    members: tuple[list[int], list[int]], instance_rank: Ints, class_of: list[list[int]]
) -> tuple[Ints, Ints]:
    instances = instance_rank[np.array(members[0], dtype=np.int64)]
    pairs = {
        (int(instance), kind)
        for instance, stated in zip(instances, members[1], strict=True)
        for kind in class_of[stated]
    }
    ordered = np.array(sorted(pairs), dtype=np.int64).reshape(-1, 2)
    return ordered[:, 0], ordered[:, 1]
