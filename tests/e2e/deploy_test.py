"""The files under deploy/: what they ask of Prometheus exists, and the settings are explained."""

import json
import re
import shutil
import subprocess

import pytest
from suite import ROOT

DEPLOY = ROOT / "deploy"
RULES = DEPLOY / "prometheus" / "rules.yml"
COMPOSE = DEPLOY / "compose" / "compose.yaml"
DASHBOARDS = sorted((DEPLOY / "grafana" / "dashboards").glob("*.json"))

# A name of ours, or of a recording rule: level:metric:operation.
NAME = re.compile(r"[a-z_]+:widthlab_[a-z0-9_]+:[a-z0-9]+|\bwidthlab_[a-z0-9_]+")


def recorded():
    return set(re.findall(r"- record: (\S+)", RULES.read_text()))


def panels():
    return [(d.name, p) for d in DASHBOARDS for p in json.loads(d.read_text())["panels"]]


def queries():
    """(where it stands, text) of every query of the rules and the dashboards."""
    rules = RULES.read_text()
    expression = r"expr: (?:>-\n)?((?:.+\n)+?)\s*(?:-|for|annotations|\Z)"
    found = [("rules.yml", text) for text in re.findall(expression, rules)]
    found += [
        (f"{name}: {panel['title']}", target["expr"])
        for name, panel in panels()
        for target in panel["targets"]
    ]
    return found


def test_every_query_asks_for_a_metric_that_a_server_has(one_process, finished):
    text = one_process.front.metrics()
    served = {line.split("{")[0].split(" ")[0] for line in text.split("\n") if line[:1].isalpha()}
    known = served | recorded()
    assert len(queries()) > 15
    for where, query in queries():
        names = NAME.findall(query)
        assert names or "up" in query, f"{where} asks for nothing of ours: {query}"
        for name in names:
            assert name in known, f"{where} asks for {name}, which no server has"


def test_every_recorded_series_is_shown():
    shown = " ".join(query for where, query in queries() if where != "rules.yml")
    for name in recorded():
        assert name in shown, f"{name} is computed and shown nowhere"


def test_every_panel_explains_itself_and_has_a_place_of_its_own():
    taken = {}
    for name, panel in panels():
        assert len(panel["description"]) > 40, panel["title"]
        place = panel["gridPos"]
        for x in range(place["x"], place["x"] + place["w"]):
            for y in range(place["y"], place["y"] + place["h"]):
                other = taken.setdefault((name, x, y), panel["title"])
                assert other == panel["title"], f"{other} and {panel['title']} overlap"
                assert x < 24


@pytest.mark.parametrize("what", [["config", "prometheus.yml"], ["rules", "rules.yml"]])
def test_promtool_accepts(what):
    if shutil.which("promtool") is None:
        pytest.skip("no promtool")
    done = subprocess.run(
        ["promtool", "check", *what], cwd=DEPLOY / "prometheus", capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def settings():
    lines = (DEPLOY / "compose" / ".env").read_text().split("\n")
    return {line.split("=")[0] for line in lines if re.match(r"[A-Z_]+=", line)}


def test_every_setting_of_compose_is_explained_and_used():
    used = set(re.findall(r"\$\{([A-Z_]+)\}", COMPOSE.read_text()))
    assert used == settings()
    block = []
    for line in (DEPLOY / "compose" / ".env").read_text().split("\n"):
        if line.startswith("#"):
            block.append(line)
        elif not line:
            block = []
        else:
            assert block, f"{line} is not explained"


def test_ports_are_published_on_loopback_unless_told_otherwise():
    env = (DEPLOY / "compose" / ".env").read_text()
    assert "\nWIDTHLAB_ADDRESS=127.0.0.1\n" in env
    ports = re.findall(r'"(\$\S+:\d+)"', COMPOSE.read_text())
    assert len(ports) == 4
    assert all(port.startswith("${WIDTHLAB_ADDRESS}:") for port in ports)


def test_prometheus_scrapes_the_ports_that_compose_starts():
    scraped = set(re.findall(r'"([a-z]+):(\d+)"', (DEPLOY / "prometheus/prometheus.yml").read_text()))
    text = COMPOSE.read_text()
    started = set()
    for area in ["orchestrator", "capture", "geometry", "schedule", "training"]:
        part = text.split(f"\n  {area}:\n")[1]
        started.add((area, re.search(r"--metrics-listen=0\.0\.0\.0:(\d+)", part).group(1)))
    assert scraped == started


def test_the_gateway_knows_every_area():
    text = (DEPLOY / "nginx" / "widthlab.conf").read_text()
    routes = dict(re.findall(r"~\^/widthlab\\\.([a-z]+)\\\.\s+([a-z]+:\d+);", text))
    assert routes == {
        "capture": "capture:7071",
        "geometry": "geometry:7072",
        "schedule": "schedule:7073",
        "training": "training:7074",
    }
