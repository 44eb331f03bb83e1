"""``blogcrawler align``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..errors import UsageError
from ..terminal import one_line
from .program import app

#: Instances that share less than a good identifier are below it. Relations may be contained in others only in part.
_MIN_EQUALITY, _MIN_CONTAINED = 0.7, 0.1


@app.command()
def align(
    left: Annotated[Path, typer.Argument(metavar="A", help="RDF/XML, Turtle or N-Triples, also compressed (.gz).")],
    right: Annotated[Path, typer.Argument(metavar="B", help="The file to align it with.")],
    relations: Annotated[
        bool, typer.Option("--relations", help="Print which relations of A are contained in which of B.")
    ] = False,
    classes: Annotated[
        bool, typer.Option("--classes", help="Print which classes of A are contained in which of B.")
    ] = False,
    min_probability: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=1,
            metavar="P",
            help="Leave out matches that are less probable. Default: 0.7, for relations and classes 0.1.",
        ),
    ] = None,
    similarity: Annotated[
        float | None,
        typer.Option(
            min=0.5,
            max=1,
            metavar="S",
            help="Also compare different literals that are at least this similar, e.g. 0.8.",
        ),
    ] = None,
) -> None:
    """Match what two RDF files describe (PARIS). Prints tab-separated lines: left, right, probability."""
    from ..deepweb import AlignmentOptions, build_ontology, read_triples  # slow to import
    from ..deepweb import align as align_ontologies

    if relations and classes:
        raise UsageError("--relations and --classes exclude each other")
    result = align_ontologies(
        build_ontology(read_triples(left)),
        build_ontology(read_triples(right)),
        AlignmentOptions(similarity=similarity),
    )
    least = min_probability
    if least is None:
        least = _MIN_CONTAINED if relations or classes else _MIN_EQUALITY
    chosen = result.relations if relations else result.classes if classes else result.instances
    found = chosen(least)
    for line in found:
        print(one_line(line.left), one_line(line.right), f"{line.probability:.4f}", sep="\t")
    raise typer.Exit(0 if found else 1)
