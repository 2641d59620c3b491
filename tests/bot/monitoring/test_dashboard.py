"""The dashboard and the alerts query metrics that exist, and the dashboard shows every metric."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import REGISTRY

from bot.monitoring import metrics
from tests.docs.test_pages import anchors

_ROOT = Path(__file__).parents[3]
_DOCS = _ROOT / "docs"
_ALERTS = _ROOT / "deploy" / "prometheus" / "alerts.yaml"
_SUFFIXES = {
    "counter": ("_total",),
    "histogram": ("_bucket", "_sum", "_count"),
    "gauge": ("",),
    "info": ("_info",),
}


def samples() -> dict[str, str]:
    """The metric of every sample, by the sample's name."""
    return {metric.name + suffix: metric.name for metric in REGISTRY.collect() for suffix in _SUFFIXES[metric.type]}


def labels(metric: str) -> set[str]:
    if metric == "patience_build":
        return set(metrics.BUILD._value)  # noqa: SLF001 - there is no other way to ask
    for collector in set(REGISTRY._names_to_collectors.values()):  # noqa: SLF001 - there is no other way to ask
        if getattr(collector, "_name", None) == metric:
            return set(collector._labelnames)  # type: ignore[attr-defined]  # noqa: SLF001
    raise LookupError(metric)


def panels() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((_DOCS / "grafana.json").read_text(encoding="utf-8"))["panels"]
    return found


def expressions() -> list[str]:
    return [target["expr"] for panel in panels() for target in panel.get("targets", ())]


def rules() -> list[dict[str, Any]]:
    (group,) = yaml.safe_load(_ALERTS.read_text(encoding="utf-8"))["groups"]
    found: list[dict[str, Any]] = group["rules"]
    return found


def alerts() -> list[str]:
    return [rule["expr"] for rule in rules()]


def queried(expression: str) -> set[str]:
    return set(re.findall(r"\b(?:patience|process|python)_\w+", expression))


def test_the_docs_have_a_dashboard_and_alerts() -> None:
    assert len(expressions()) > 30
    assert len(alerts()) > 5


@pytest.mark.parametrize("expression", [*expressions(), *alerts()])
def test_every_queried_metric_exists_and_has_the_labels(expression: str) -> None:
    assert queried(expression)
    assert queried(expression) <= samples().keys()
    known = {"le", "job", "instance"}.union(
        *(labels(samples()[name]) for name in queried(expression) if "patience" in name)
    )
    for group in re.findall(r"by \(([^)]*)\)", expression):
        assert {label.strip() for label in group.split(",")} <= known
    assert set(re.findall(r"(\w+)=~?\"", expression)) <= known


def test_every_metric_of_the_bot_is_on_the_dashboard() -> None:
    shown = {samples()[name] for expression in expressions() for name in queried(expression)}
    ours = {metric for metric in samples().values() if metric.startswith("patience_")}
    assert len(ours) > 20
    assert ours - shown == set()


def test_every_alert_says_how_bad_it_is_what_happens_and_what_to_do() -> None:
    page = (_DOCS / "operating.md").read_text(encoding="utf-8")
    for rule in rules():
        assert rule["labels"]["severity"] in {"critical", "warning"}
        assert rule["annotations"]["summary"]
        runbook, _, anchor = rule["annotations"]["runbook"].partition("#")
        assert anchor in anchors(_ROOT / runbook)
        assert f"`{rule['alert']}`" in page
