"""Podman as these tests call it: settings of its own, errors with what it printed.

    podman = Podman(folder)
    podman("image", "exists", "widthlab:latest")
"""

import os
import pathlib
import subprocess
import sys
import threading

# Works in a container of a continuous build too, where no control groups can be made.
_SETTINGS = """\
[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
cgroups = "disabled"

[engine]
runtime = "crun"
cgroup_manager = "cgroupfs"
"""


class PodmanError(Exception):
    """A command that failed; the message is what it printed."""


class Podman:
    def __init__(self, folder):
        folder = pathlib.Path(folder)
        settings = folder / "containers.conf"
        settings.write_text(_SETTINGS)
        self.environment = {**os.environ, "CONTAINERS_CONF": str(settings)}

    def __call__(self, *words, **options):
        """What a command of podman prints."""
        return self.run(["podman", *words], **options)

    def follow(self, *words, seconds):
        """What a command of podman prints, all of it, for one that takes minutes: shown as it comes."""
        process = subprocess.Popen(
            ["podman", *map(str, words)],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        end = threading.Timer(seconds, process.kill)
        end.start()
        lines = []
        for line in process.stdout:
            sys.stderr.write(line)
            sys.stderr.flush()
            lines.append(line)
        end.cancel()
        text = "".join(lines)
        if process.wait() != 0:
            raise PodmanError(f"podman {' '.join(map(str, words))}:\n{text[-4000:]}")
        return text.strip()

    def run(self, command, seconds=120, **variables):
        """What a command prints that calls podman itself; `variables` join its environment."""
        done = subprocess.run(
            [str(word) for word in command],
            env={**self.environment, **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            timeout=seconds,
        )
        if done.returncode != 0:
            said = (done.stdout + done.stderr)[-4000:]
            raise PodmanError(f"{' '.join(map(str, command))}:\n{said}")
        return done.stdout.strip()

    def has_image(self, name):
        try:
            self("image", "exists", name)
        except PodmanError:
            return False
        return True


def say(text):
    print(f"compose-test: {text}", file=sys.stderr, flush=True)
