"""The dashboard and the alerts in the docs ask for metrics that exist, and the dashboard for all of them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import REGISTRY

import bot.monitoring.metrics  # noqa: F401 - what it defines is looked up by name

_DOCS = Path(__file__).parents[3] / "docs"
_SUFFIXES = {
    "counter": ("_total",),
    "histogram": ("_bucket", "_sum", "_count"),
    "gauge": ("",),
    "info": ("_info",),
}


def samples() -> dict[str, str]:
    """The names of all samples, and of the metric that each is of."""
    return {metric.name + suffix: metric.name for metric in REGISTRY.collect() for suffix in _SUFFIXES[metric.type]}


def labels(metric: str) -> set[str]:
    """What a metric of ours is told apart by."""
    for collector in set(REGISTRY._names_to_collectors.values()):  # noqa: SLF001 - there is no other way to ask
        described = getattr(collector, "_described", None)
        if described is not None and described[0] == metric:
            return set(described[2]) if len(described) > 2 else set()
        if getattr(collector, "_name", None) == metric:
            return set(collector._labelnames)  # type: ignore[attr-defined]  # noqa: SLF001
    raise LookupError(metric)


def panels() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((_DOCS / "grafana.json").read_text(encoding="utf-8"))["panels"]
    return found


def expressions() -> list[str]:
    return [target["expr"] for panel in panels() for target in panel.get("targets", ())]


def alerts() -> list[str]:
    return re.findall(r"^ +expr: (.+)$", (_DOCS / "observing.md").read_text(encoding="utf-8"), re.MULTILINE)


def asked(expression: str) -> set[str]:
    return set(re.findall(r"\b(?:patience|process|python)_\w+", expression))


def test_there_is_something_to_look_at() -> None:
    assert len(expressions()) > 30
    assert len(alerts()) > 5


@pytest.mark.parametrize("expression", [*expressions(), *alerts()])
def test_every_metric_that_is_asked_for_exists_and_has_the_labels(expression: str) -> None:
    assert asked(expression)
    assert asked(expression) <= samples().keys()
    known = {"le", "job", "instance"}.union(
        *(labels(samples()[name]) for name in asked(expression) if "patience" in name)
    )
    for group in re.findall(r"by \(([^)]*)\)", expression):
        assert {label.strip() for label in group.split(",")} <= known
    assert set(re.findall(r"(\w+)=~?\"", expression)) <= known


def test_every_metric_of_the_bot_is_on_the_dashboard() -> None:
    shown = {samples()[name] for expression in expressions() for name in asked(expression)}
    ours = {metric for metric in samples().values() if metric.startswith("patience_")}
    assert len(ours) > 20
    assert ours - shown == set()


def test_panels_have_places_and_numbers_of_their_own() -> None:
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels()]
    assert len(set(places)) == len(places) == len({panel["id"] for panel in panels()})
    assert all(panel["gridPos"]["x"] + panel["gridPos"]["w"] <= 24 for panel in panels())


def test_a_legend_names_labels_that_are_there() -> None:
    for panel in panels():
        for target in panel.get("targets", ()):
            named = set(re.findall(r"\{\{(\w+)\}\}", target["legendFormat"]))
            grouped = {
                label.strip() for group in re.findall(r"by \(([^)]*)\)", target["expr"]) for label in group.split(",")
            }
            assert named <= grouped | {"instance"} | labels_of(target["expr"])


def labels_of(expression: str) -> set[str]:
    """Of an expression that sums nothing up."""
    if "by (" in expression:
        return set()
    return set().union(*(labels(samples()[name]) for name in asked(expression) if name.startswith("patience_")))
