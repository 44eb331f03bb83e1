"""An import-linter contract: packages are imported through their ``__init__`` only."""

from __future__ import annotations

import grimp
from importlinter import Contract, ContractCheck, output


class InterfaceContract(Contract):
    """Fails if a module imports something inside another top-level package instead of the package itself."""

    type_name = "interface"

    def check(self, graph: grimp.ImportGraph, verbose: bool) -> ContractCheck:
        root = "blogcrawler"
        broken = [
            f"{importer} imports {imported} (line {detail['line_number']})"
            for package in sorted(graph.find_children(root))
            for imported in sorted(graph.find_descendants(package))
            for importer in sorted(graph.find_modules_that_directly_import(imported))
            if importer != package and not importer.startswith(f"{package}.")
            for detail in graph.get_import_details(importer=importer, imported=imported)
        ]
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for line in check.metadata["broken"]:
            output.print_error(f"- {line}", bold=False)
