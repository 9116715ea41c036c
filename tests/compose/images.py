"""The images that compose.yaml names, built as the Dockerfile says."""

import os
import pathlib
import shutil
import subprocess
import tempfile

from podman import say

ROOT = pathlib.Path(__file__).resolve().parents[2]
BASE = "debian:trixie-slim"
TARGETS = {"services": "widthlab", "gateway": "widthlab-gateway", "prometheus": "widthlab-prometheus"}
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"


def need_base(podman):
    """The base image; made with debootstrap where no registry has it to give."""
    if podman.has_image(BASE):
        return
    say(f"making {BASE} with debootstrap (a minute)")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="widthlab-base-"))
    try:
        podman.run(
            ["debootstrap", "--variant=minbase", "--include=ca-certificates", "trixie", folder],
            seconds=900,
        )
        # What the slim image of a registry leaves out as well.
        left_out = ["var/cache/apt", "var/lib/apt/lists", "usr/share/doc", "usr/share/man"]
        exclude = [f"--exclude=./{path}/*" for path in left_out]
        tar = subprocess.Popen(["tar", "-C", folder, *exclude, "-c", "."], stdout=subprocess.PIPE)
        subprocess.run(
            ["podman", "import", "-q", "-", BASE],
            stdin=tar.stdout, env=podman.environment, check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        assert tar.wait() == 0
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def build(podman, target):
    """Builds one target; the first time the programs are compiled, later they come from the cache."""
    name = TARGETS[target]
    say(f"building {name}")
    secret = []
    if os.path.exists(CERTIFICATES):
        secret = ["--secret", f"id=ca_bundle,src={CERTIFICATES}"]
    podman.follow(
        "build", "--isolation=chroot", "--network=host", "--format=docker", *secret,
        "--build-arg", f"BASE_IMAGE={BASE}",
        "--file", ROOT / "deploy/docker/Dockerfile", "--target", target, "--tag", name, ROOT,
        seconds=5400,
    )  # fmt: skip


def build_all(podman):
    for target in TARGETS:
        build(podman, target)
