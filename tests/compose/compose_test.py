"""The suite in containers: built, started, used from outside, killed. `./run compose-test`."""

import base64
import json
import os
import socket
import subprocess
import sys
import time
import urllib.parse
import urllib.request
import zipfile

import images
import pytest
import tiny
from api import CallError
from podman import PodmanError, say
from stack import SERVERS, Stack
from suite import ROOT, program

MEGABYTE = 1000 * 1000


def fetch(url):
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(url, timeout=10) as answer:
        return answer.read().decode()


def in_image(podman, *command, image="widthlab"):
    return podman("run", "--rm", "--read-only", "--network=none", image, *command)


def widthctl(stack, *words):
    done = subprocess.run(
        [program("widthctl"), *words, "--server", stack.address], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# The image.


def test_the_image_is_under_700_megabytes(podman):
    size = int(podman("image", "inspect", "--format", "{{.Size}}", "widthlab"))
    say(f"the image has {size / MEGABYTE:.0f} MB")
    assert size < 700 * MEGABYTE


def test_the_image_has_no_compiler_and_does_not_run_as_root(podman):
    assert in_image(podman, "id", "-u") == "10001"
    with pytest.raises(PodmanError):
        in_image(podman, "sh", "-c", "command -v gcc cc g++ bazel python3 pip")


def test_every_program_of_the_image_starts(podman):
    for name in ["widthlabd", "widthctl", *(f"widthlab-{area}" for area in SERVERS)]:
        assert in_image(podman, name, "--version").startswith(name)


def test_the_image_says_what_it_is(podman):
    labels = json.loads(podman("image", "inspect", "--format", "{{json .Labels}}", "widthlab"))
    assert labels["org.opencontainers.image.title"] == "widthlab"


# The stack.


def test_dockers_own_compose_reads_the_same_services(debian_podman):
    # Whatever it has to say, such as a variable without a value, stands among the names.
    words = "docker-compose --profile dashboard config --services 2>&1"
    install = "apt-get -qq install -y --no-install-recommends docker-compose >/dev/null 2>&1"
    said = debian_podman(
        "run", "--rm", "--network=host", "--volume", f"{ROOT}/deploy:/deploy:ro",
        "--workdir", "/deploy/compose", images.BASE,
        "sh", "-c", f"apt-get -qq update && {install} && {words}",
        seconds=600,
    )  # fmt: skip
    assert sorted(said.split()) == sorted([*SERVERS, "gateway", "prometheus", "grafana"])


# A program that uses the installed Python client; the template comes on its standard input.
PYTHON_RUN = """\
import json, sys
import widthlab
with widthlab.connect(sys.argv[1]) as lab:
    print(json.dumps(dict(lab.run("geometry_guided", **json.load(sys.stdin)).watch())))
"""


@pytest.fixture(scope="session")
def python_client(tmp_path_factory):
    """The folder that an installed client is imported from."""
    folder = tmp_path_factory.mktemp("python_client")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder / "wheel"]
    subprocess.run(build, cwd=ROOT / "clients" / "python", check=True, capture_output=True)
    [wheel] = (folder / "wheel").iterdir()
    zipfile.ZipFile(wheel).extractall(folder / "package")
    return folder / "package"


def test_python_runs_the_pipeline_through_the_gateway_to_the_ids_of_a_native_one(
    stack, api, python_client, native_ids
):
    done = subprocess.run(
        [sys.executable, "-c", PYTHON_RUN, stack.address],
        input=json.dumps(tiny.template(tiny.import_text(api))),
        env={**os.environ, "PYTHONPATH": str(python_client)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.split("\n")[-2]) == native_ids


def test_widthctl_runs_the_pipeline_and_asks_every_area_through_the_gateway(
    stack, api, native_ids, tmp_path
):
    spec = tmp_path / "spec.json"
    spec.write_text(json.dumps(tiny.template(tiny.import_text(api), seeds=["1"])))
    lines = widthctl(
        stack, "pipeline", "run", "geometry_guided", "--file", str(spec), "--wait", "--json"
    )
    artifacts = json.loads(lines.strip().split("\n")[-1])["artifacts"]
    assert artifacts["profile"] == native_ids["profile"]
    assert "takes calls" in widthctl(stack, "health")
    assert widthctl(stack, "job", "list", "--kind", "training.Train", "--limit", "1")
    families = json.loads(widthctl(stack, "schedule", "families", "--json").split("\n")[0])
    assert families
    assert artifacts["report"] in widthctl(stack, "artifact", "list", "--limit", "0", "--json")


def demonstration(tmp_path, *words):
    """What `./run demo --fast` found; without the place of the report, which is on this machine."""
    command = [program("widthctl"), "demo", "--fast", "--json", "--programs", ROOT / "out" / "bin"]
    done = subprocess.run(
        [*command, "--data", tmp_path, *words], capture_output=True, text=True, timeout=900
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout.split("\n")[-2]) | {"report": None}


def test_the_demonstration_in_containers_finds_what_a_native_one_finds(stack, tmp_path):
    begun = time.monotonic()
    found = demonstration(tmp_path / "containers", "--server", stack.address)
    say(f"the demonstration took {time.monotonic() - begun:.0f} s in containers")
    assert found == demonstration(tmp_path / "native")


def test_a_stream_of_megabytes_passes_the_gateway(api):
    chunk = base64.b64encode(b"word " * 60000).decode()
    requests = [{"path": "" if i else "long.txt", "data": chunk} for i in range(40)]
    assert api.send(f"{tiny.ARTIFACTS}/ImportText", requests)["id"]


def test_errors_keep_their_reason_through_the_gateway(api):
    with pytest.raises(CallError) as caught:
        api.call("widthlab.schedule.v1.ScheduleService/BuildSchedule", {"spec": {}})
    assert caught.value.code == "INVALID_ARGUMENT"
    assert caught.value.reason


def test_the_web_page_is_there(stack):
    assert "widthlab" in fetch(stack.page + "/")


def test_prometheus_sees_every_service(stack):
    query = urllib.parse.quote('up{job="widthlab"}')
    deadline = time.monotonic() + 60
    while True:
        answer = json.loads(fetch(f"{stack.prometheus}/api/v1/query?query={query}"))
        up = {r["metric"]["server"] for r in answer["data"]["result"] if r["value"][1] == "1"}
        if up == set(SERVERS):
            return
        assert time.monotonic() < deadline, answer
        time.sleep(1)


@pytest.mark.parametrize("service", SERVERS)
def test_a_service_that_is_killed_in_the_middle_of_a_run_comes_back(
    stack, api, service, undisturbed
):
    seeds = [str(100 + SERVERS.index(service)), "2"]
    name = tiny.start(api, tiny.template(tiny.import_text(api), seeds=seeds))["name"]
    time.sleep(1)
    stack.kill(service)
    stack.wait_until_healthy(service)
    assert tiny.artifacts(tiny.wait(api, name)) == undisturbed(seeds)


# What goes wrong is said.


def test_a_volume_that_cannot_be_written_is_named(podman, tmp_path):
    tmp_path.chmod(0o555)
    with pytest.raises(PodmanError, match="/data"):
        podman("run", "--rm", "--network=none", "--volume", f"{tmp_path}:/data:ro", "widthlab",
               "widthlabd", "--data", "/data/lab")  # fmt: skip


def test_a_port_in_use_is_named(podman):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(PodmanError, match=f"{port}"):
            podman("run", "--rm", "--publish", f"127.0.0.1:{port}:7070", "widthlab", "true")


def test_an_image_that_is_missing_is_named(podman):
    broken = Stack(podman, project="widthlab-missing", WIDTHLAB_IMAGE="localhost/widthlab:absent")
    try:
        with pytest.raises(PodmanError, match="widthlab:absent"):
            broken.compose("up", "-d", "--no-build", "--no-deps", "orchestrator")
            podman("inspect", broken.container("orchestrator"))
    finally:
        broken.stop()


def test_a_service_that_dies_at_its_start_is_named_with_its_last_words(podman):
    broken = Stack(podman, project="widthlab-broken", WIDTHLAB_LOG="shout")
    try:
        with pytest.raises(AssertionError, match="(?s)orchestrator is .*--log"):
            broken.start()
    finally:
        broken.stop()
