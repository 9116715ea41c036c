"""Follows a page: one shell, one Python, one folder, as somebody who types it would have them.

    with Reader(folder, server_ports, python) as reader:
        for block in blocks: reader.follow(block)      # raises Mismatch
"""

import functools
import os
import pathlib
import select
import signal
import socket
import subprocess
import time

import stand_ins
import tiny
from ports import GRPC, Ports
from suite import ROOT
from transcript import Names, UnknownId

_SECONDS = 90  # for one block

# Sources each file that is named on standard input; the first command that fails ends it.
_SHELL = """
set -e -o pipefail
while read -r file; do
  . "$file" </dev/null >"$file.out" 2>"$file.err"
  echo done
done
"""

_PYTHON = """
import contextlib, sys, traceback
import small_models
names = {"__name__": "__main__"}
for file in map(str.strip, sys.stdin):
    with open(file + ".out", "w") as out, open(file + ".err", "w") as err:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                exec(compile(open(file).read(), file, "exec"), names)
            except BaseException:
                traceback.print_exc()
                break
    print("done", flush=True)
"""


class Mismatch(AssertionError):
    """A command failed, or did not print what its page shows."""


@functools.cache
def help_of(path):
    return subprocess.run([path, "--help"], capture_output=True, text=True, timeout=60).stdout


class _Interpreter:
    """A process that takes file names and says `done` after each, or ends."""

    def __init__(self, command, folder, environment):
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(self, path):
        """Whether it went well."""
        try:
            self._process.stdin.write(f"{path}\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            return False
        if not select.select([self._process.stdout], [], [], _SECONDS)[0]:
            return False
        return self._process.stdout.readline() == "done\n"

    def close(self):
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self._process.wait()
        self._process.stdin.close()
        self._process.stdout.close()


class Reader:
    def __init__(self, folder, ports, python, packages=()):
        self._root = pathlib.Path(folder)
        self._folder = self._root / "checkout"
        self._python = python
        self._packages = list(map(str, packages))
        self._ports = ports
        self._names = Names()
        self._count = 0
        self._own_ports = False
        self._background = []
        self._interpreters = {}
        self._prepare()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._stop_background(signal.SIGKILL)
        for interpreter in self._interpreters.values():
            interpreter.close()

    def follow(self, block):
        if block.stops_background:
            self._stop_background(signal.SIGINT)
            return
        try:
            code = self._names.translate(block.code)
        except UnknownId as error:
            raise Mismatch(f"{block.where}: {error}") from None
        if block.in_background:
            self._start_background(block, code)
            return
        path = self._write(self._ports.translate(code))
        ran = self._interpreter(block.language).run(path)
        out = self._ports.hide(self._read(f"{path}.out"))
        if not ran:
            raise Mismatch(f"{block.where}: failed\n{code}{out}{self._read(f'{path}.err')}")
        mismatch = self._names.compare(block.shown, out) if block.shown is not None else ""
        if mismatch:
            raise Mismatch(f"{block.where}: prints something else\n{mismatch}\nall of it:\n{out}")

    def _prepare(self):
        """The checkout as commands see it: ./run, what it ships, and a text in corpus/."""
        for folder in (self._folder / "corpus", self._root / "home", self._root / "blocks"):
            folder.mkdir(parents=True)
        for number in range(14):
            (self._folder / f"corpus/doc{number:02}.txt").write_text(tiny.document(number))
        for name in ("clients", "deploy", "docs", "protos", "tests"):
            if (ROOT / name).exists():
                (self._folder / name).symlink_to(ROOT / name)
        self._write_programs()
        (self._folder / "run").symlink_to(self._root / "bin" / "run")

    def _write_programs(self):
        stand_ins.write(self._root / "bin", self._ports, help_of)

    def _environment(self):
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "WIDTHLAB_"))}
        path = [str(self._root / "bin"), str(pathlib.Path(self._python).parent), kept["PATH"]]
        return kept | {
            "PATH": os.pathsep.join(path),
            "HOME": str(self._root / "home"),
            "WIDTHLAB_SERVER": f"127.0.0.1:{self._ports[GRPC['orchestrator']]}",
            "STARTED": str(self._root / "started"),
            "NO_COLOR": "1",
            "LC_ALL": "C.UTF-8",
            "PYTHONPATH": os.pathsep.join([str(self._root / "bin"), *self._packages]),
        }

    def _interpreter(self, language):
        if language not in self._interpreters:
            line = ["bash", "-c", _SHELL] if language == "sh" else [self._python, "-c", _PYTHON]
            self._interpreters[language] = _Interpreter(line, self._folder, self._environment())
        return self._interpreters[language]

    def _write(self, code):
        self._count += 1
        path = self._root / "blocks" / str(self._count)
        path.write_text(code)
        return path

    @staticmethod
    def _read(path):
        path = pathlib.Path(path)
        return path.read_text(errors="replace") if path.exists() else ""

    def _start_background(self, block, code):
        """Runs a block until it is stopped, on ports of this page's own, and waits for its servers."""
        if not self._own_ports:
            self._own_ports = True
            self._ports = Ports()
            self._write_programs()
            for interpreter in self._interpreters.values():
                interpreter.close()
            self._interpreters = {}
        started = self._root / "started"
        started.write_text("")
        path = self._write(self._ports.translate(code))
        with open(f"{path}.err", "w") as log:
            process = subprocess.Popen(
                ["bash", "-e", path],
                cwd=self._folder,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._background.append(process)
        expected = sum(code.count(name) for name in ("widthlabd", "widthlab-", "./run serve"))
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and process.poll() is None:
            ports = [int(port) for port in started.read_text().split()]
            if len(ports) >= max(expected, 1) and all(map(self._answers, ports)):
                return
            time.sleep(0.05)
        raise Mismatch(f"{block.where}: does not serve\n{code}{self._read(f'{path}.err')}")

    def _answers(self, port):
        with socket.socket() as client:
            client.settimeout(1)
            return client.connect_ex(("127.0.0.1", self._ports[port])) == 0

    def _stop_background(self, number):
        for process in self._background:
            try:
                os.killpg(process.pid, number)
            except ProcessLookupError:
                pass
        for process in self._background:
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        self._background = []
