"""The files for systemd, Docker, Kubernetes, Prometheus and Grafana name commands, options and metrics that exist."""

from __future__ import annotations

import json
import re
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from blogcrawler.cli import app

ROOT = Path(__file__).resolve().parents[1]
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
METRICS = set(re.findall(r"`(blogcrawler_\w+)`", (ROOT / "docs" / "workers.md").read_text()))


def check(words: list[str]) -> None:
    command: Any = get_command(app)
    command = command.commands[words[0]]
    options = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in words if word.startswith("-")} <= options, words


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_a_systemd_unit_runs_a_command_that_exists(unit: Path) -> None:
    config = ConfigParser(interpolation=None)
    config.read(unit)
    program, *words = config["Service"]["ExecStart"].split()
    assert program.endswith("/blogcrawler")
    check(words)


def test_the_compose_file_runs_commands_that_exist() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    assert services.keys() == {"database", "worker", "web"}
    for name in ("worker", "web"):
        check(services[name]["command"])


def test_the_kubernetes_manifest_runs_a_command_that_exists() -> None:
    workers, service = yaml.safe_load_all((DEPLOY / "kubernetes" / "blogcrawler.yaml").read_text())
    assert (workers["kind"], service["kind"]) == ("StatefulSet", "Service")
    pod = workers["spec"]["template"]
    assert pod["metadata"]["labels"].items() >= workers["spec"]["selector"]["matchLabels"].items()
    (container,) = pod["spec"]["containers"]
    check(container["args"])
    claims = {claim["metadata"]["name"] for claim in workers["spec"]["volumeClaimTemplates"]}
    assert {mount["name"] for mount in container["volumeMounts"]} == claims


def test_alerts_and_dashboard_name_metrics_that_are_documented() -> None:
    groups = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yaml").read_text())["groups"]
    dashboard = json.loads((DEPLOY / "grafana" / "blogcrawler.json").read_text())
    expressions = [rule["expr"] for group in groups for rule in group["rules"]]
    expressions += [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    named = {name for expression in expressions for name in re.findall(r"blogcrawler_\w+", expression)}
    assert len(named) > 5
    assert named <= METRICS
