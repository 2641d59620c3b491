"""The deployment files match the bot's settings and each other."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.settings import MISCONFIGURED, Settings, load_settings

ROOT = Path(__file__).parents[2]
COMPOSE = [ROOT / "compose.yaml", ROOT / "compose.many.yaml"]
KUBERNETES = sorted((ROOT / "deploy" / "kubernetes").glob("*.yaml"))

SETTINGS = {name.upper() for name in Settings.model_fields}


def read(file: Path) -> Any:
    return yaml.safe_load(file.read_text(encoding="utf-8"))


def objects() -> dict[str, Any]:
    """The Kubernetes objects by kind, one of each."""
    found = [read(file) for file in KUBERNETES]
    assert len({each["kind"] for each in found}) == len(found)
    return {each["kind"]: each for each in found}


def bots(file: Path) -> dict[str, Any]:
    """The bots among the services of a compose file, by name."""
    return {name: each for name, each in read(file)["services"].items() if each.get("build") == "."}


def shards(environment: Mapping[str, str], monkeypatch: pytest.MonkeyPatch) -> tuple[int, ...] | None:
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return load_settings().shards


@pytest.mark.parametrize("file", COMPOSE, ids=lambda file: file.name)
def test_compose_sets_existing_settings(file: Path) -> None:
    assert bots(file)
    for bot in bots(file).values():
        assert set(bot["environment"]) <= SETTINGS
        assert all(isinstance(value, str) for value in bot["environment"].values())


def test_the_processes_of_compose_divide_the_shards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    services = bots(COMPOSE[1])
    served: list[int] = []
    for name, bot in services.items():
        assert bot["environment"]["POD_NAME"] == name
        own = {**bot["environment"], "SHARD_COUNT": "12", "DATABASE_URL": "postgresql://host/patience"}
        served += shards(own, monkeypatch) or ()
    assert sorted(served) == list(range(12))


def test_the_pods_of_kubernetes_divide_the_shards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    spec = objects()["StatefulSet"]["spec"]
    (container,) = spec["template"]["spec"]["containers"]
    assert {each["name"] for each in container["env"]} <= SETTINGS
    given = {each["name"]: each["value"] for each in container["env"] if "value" in each}
    assert int(given["PROCESS_COUNT"]) == spec["replicas"]
    served: list[int] = []
    for number in range(spec["replicas"]):
        served += shards({**given, "POD_NAME": f"patience-{number}"}, monkeypatch) or ()
    assert sorted(served) == list(range(int(given["SHARD_COUNT"])))


def test_the_kubernetes_objects_select_the_same_pods() -> None:
    found = objects()
    labels = found["StatefulSet"]["spec"]["template"]["metadata"]["labels"]
    assert found["StatefulSet"]["spec"]["selector"]["matchLabels"] == labels
    assert found["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"] == labels
    assert found["Service"]["spec"]["selector"] == labels
    assert found["StatefulSet"]["spec"]["serviceName"] == found["Service"]["metadata"]["name"]
    listed = {*found["Kustomization"]["resources"], "kustomization.yaml"}
    assert listed == {file.name for file in KUBERNETES}


def test_the_probes_use_paths_that_the_bot_serves() -> None:
    (container,) = objects()["StatefulSet"]["spec"]["template"]["spec"]["containers"]
    given = {each["name"]: each.get("value") for each in container["env"]}
    assert container["ports"] == [{"name": "metrics", "containerPort": int(given["METRICS_PORT"])}]
    probed = {name: container[f"{name}Probe"]["httpGet"] for name in ("startup", "liveness", "readiness")}
    assert {each["port"] for each in probed.values()} == {"metrics"}
    assert {name: each["path"] for name, each in probed.items()} == {
        "startup": "/health",
        "liveness": "/health",
        "readiness": "/ready",
    }


def test_only_the_namespace_of_prometheus_reaches_the_pods_and_only_their_metrics() -> None:
    found = objects()
    policy = found["NetworkPolicy"]["spec"]
    assert policy["podSelector"] == found["StatefulSet"]["spec"]["selector"]
    assert policy["policyTypes"] == ["Ingress"]
    (allowed,) = policy["ingress"]
    (source,) = allowed["from"]
    assert list(source) == ["namespaceSelector"]
    assert list(source["namespaceSelector"]["matchLabels"]) == ["kubernetes.io/metadata.name"]
    (container,) = found["StatefulSet"]["spec"]["template"]["spec"]["containers"]
    assert [each["port"] for each in allowed["ports"]] == [each["name"] for each in container["ports"]]


def test_kubernetes_deploys_this_version() -> None:
    (image,) = objects()["Kustomization"]["images"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert image["newTag"] == project["version"]


@pytest.mark.parametrize("file", COMPOSE, ids=lambda file: file.name)
def test_compose_names_a_missing_token(file: Path) -> None:
    """Without one the container would serve a page that nobody can reach. It may be empty, beside a file with it."""
    assert all(bot["environment"]["DISCORD_TOKEN"].startswith("${DISCORD_TOKEN?") for bot in bots(file).values())


@pytest.mark.parametrize("file", COMPOSE, ids=lambda file: file.name)
def test_compose_passes_a_file_with_the_token_on(file: Path) -> None:
    for bot in bots(file).values():
        (secret,) = bot["secrets"]
        assert bot["environment"]["DISCORD_TOKEN_FILE"] == f"/run/secrets/{secret}"
        assert read(file)["secrets"][secret]["file"] == "${DISCORD_TOKEN_FILE:-.env}"


@pytest.mark.parametrize("file", COMPOSE, ids=lambda file: file.name)
def test_compose_gives_a_bot_as_much_memory_as_kubernetes_does(file: Path) -> None:
    (container,) = objects()["StatefulSet"]["spec"]["template"]["spec"]["containers"]
    limit = container["resources"]["limits"]["memory"]
    assert {bot.get("mem_limit") for bot in bots(file).values()} == {limit.replace("Mi", "m")}


@pytest.mark.parametrize("file", COMPOSE, ids=lambda file: file.name)
def test_compose_starts_a_bot_again_that_has_ended(file: Path) -> None:
    assert {service["restart"] for service in read(file)["services"].values()} == {"unless-stopped"}


def test_the_systemd_unit_starts_a_bot_again_that_has_ended_unless_no_restart_helps() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    lines = {line.strip() for line in page.splitlines()}
    assert {"Restart=always", f"RestartPreventExitStatus={MISCONFIGURED}"} <= lines


@pytest.mark.parametrize("file", COMPOSE, ids=lambda file: file.name)
def test_compose_asks_for_nothing_that_podman_lacks(file: Path) -> None:
    """It has no log driver `local`, and no options for the owner of a tmpfs."""
    for service in read(file)["services"].values():
        assert service["logging"]["driver"] == "json-file"
        assert "max-size" in service["logging"]["options"]
        assert all(":" not in each for each in service.get("tmpfs", []))
