"""A clean clone on a bare Debian 13: `./run test --fast` and `./run demo` install what they need."""

import os
import pathlib
import re
import subprocess

import images
import pytest
from podman import say

CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache"))


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    folder = tmp_path_factory.mktemp("debian_13") / "widthlab"
    subprocess.run(["git", "clone", "-q", images.ROOT, folder], check=True)
    return folder


def run_in(podman, clone, *words):
    """`./run WORDS` in a fresh container; what it fetched and compiled before is kept on the host."""
    cache = CACHE / "widthlab" / "debian-13"
    cache.mkdir(parents=True, exist_ok=True)
    certificates = []
    if os.path.exists(images.CERTIFICATES):
        certificates = ["--volume", f"{images.CERTIFICATES}:/ca.crt:ro"]
        for variable in ["PIP_CERT", "NODE_EXTRA_CA_CERTS"]:
            certificates += ["--env", f"{variable}=/ca.crt"]
    say(f"./run {' '.join(words)} on Debian 13")
    return podman.follow(
        "run", "--rm", "--network=host", *certificates, "--workdir", "/widthlab",
        "--volume", f"{clone}:/widthlab", "--volume", f"{cache}:/root/.cache/widthlab",
        images.BASE, "./run", *words,
        seconds=2 * 3600,
    )  # fmt: skip


def test_all_tests_pass(debian_podman, clone):
    # A failed case makes the command fail, and the error holds its last words.
    said = run_in(debian_podman, clone, "test", "--fast")
    [passed] = re.findall(r"^(\d+) passed, 0 failed", said, re.MULTILINE)
    assert int(passed) > 1000


def test_the_demo_ends_with_a_report(debian_podman, clone):
    said = run_in(debian_podman, clone, "demo", "--fast", "--data", "/widthlab/out/demo")
    assert "report: /widthlab/out/demo/report.html" in said
    assert "</html>" in (clone / "out" / "demo" / "report.html").read_text()
