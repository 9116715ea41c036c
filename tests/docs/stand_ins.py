"""The programs as a reader calls them, on ports that are free here and with models that are small.

`run`, `widthctl` and the servers are small scripts in front of the built ones; `grpcurl` and `curl`
are stand-ins where there are none. They change no command that names its own address or its own
file of fields.
"""

import json
import shlex
import shutil
import sys

import tiny
from ports import GRPC, METRICS, WEB
from suite import ROOT, program

_HERE = ROOT / "tests" / "docs"

_RUN = """\
verb=$1; shift
case $verb in
  widthctl) exec widthctl "$@" ;;
  serve) exec widthlabd "$@" ;;
  build | demo | test | bench | fmt | compose-test) echo "mark ./run $verb as not run" >&2; exit 64 ;;
  *) exec {root}/run "$verb" "$@" ;;
esac
"""

# A template asked for without a file of fields gets the tiny ones.
_WIDTHCTL = """\
line=" $* "
case $line in
  *" --file "* | *" --help "*) ;;
  *" pipeline run geometry_guided "*) set -- "$@" --file {fields} ;;
esac
exec {program} "$@"
"""

# The same for Python, where the client is installed.
_PYTHON = """\
import functools

FIELDS = {fields}


def small(call):
    @functools.wraps(call)
    def run(lab, template="geometry_guided", /, **options):
        return call(lab, template, **(FIELDS if template == "geometry_guided" else {{}}) | options)

    return run


try:
    from widthlab import Lab

    Lab.run, Lab.dry_run = small(Lab.run), small(Lab.dry_run)
except ImportError:
    pass
"""

_CURL = """\
exec {python} -c '
import sys, urllib.request
print(urllib.request.urlopen(sys.argv[-1]).read().decode(), end="")' "$@"
"""

_SERVER = """\
flags=()
add() {{ case $line in *" --$1 "* | *" --$1="*) ;; *) flags+=("--$1" "$2") ;; esac; }}
line=" $* "
case $line in *" --help "*) exec {program} --help ;; esac
{adds}
echo {port} >> "$STARTED"
exec {program} "$@" "${{flags[@]}}"
"""


def _write(folder, name, text):
    path = folder / name
    path.write_text("#!/bin/bash\n" + text)
    path.chmod(0o755)


def _adds(name, ports, known):
    """Lines that name the addresses whose defaults are taken by others here."""
    areas = list(GRPC)
    area = "orchestrator" if name == "widthlabd" else name.removeprefix("widthlab-")
    pairs = [("listen", GRPC[area]), ("metrics-listen", METRICS[area])]
    if area == "orchestrator":
        pairs.append(("web-listen", WEB))
    if name == "widthlab-orchestrator":
        pairs += [(other, GRPC[other]) for other in areas[1:]]
    elif name != "widthlabd":
        pairs.append(("orchestrator", GRPC["orchestrator"]))
    return "\n".join(f"add {flag} 127.0.0.1:{ports[port]}" for flag, port in pairs if flag in known)


def _flags_of(help_text):
    return {line.split()[0][2:] for line in help_text.split("\n") if line.startswith("  --")}


def write(folder, ports, help_of):
    """Fills `folder` with the programs; `help_of(path)` is a program's help."""
    folder.mkdir(parents=True, exist_ok=True)
    fields = folder / "tiny.json"
    sizes = {k: v for k, v in tiny.template("").items() if k not in ("text", "seeds")}
    sizes["train"]["validation_tokens"] = int(sizes["train"]["validation_tokens"])
    fields.write_text(json.dumps(sizes))
    (folder / "small_models.py").write_text(_PYTHON.format(fields=repr(sizes)))
    _write(folder, "run", _RUN.format(root=shlex.quote(str(ROOT))))
    _write(folder, "widthctl", _WIDTHCTL.format(program=program("widthctl"), fields=fields))
    for name in ["widthlabd", *(f"widthlab-{area}" for area in GRPC)]:
        path = program(name)
        area = "orchestrator" if name == "widthlabd" else name.removeprefix("widthlab-")
        adds = _adds(name, ports, _flags_of(help_of(path)))
        _write(folder, name, _SERVER.format(program=path, adds=adds, port=GRPC[area]))
    if shutil.which("grpcurl") is None:
        path = f"PYTHONPATH={ROOT / 'tests' / 'e2e'} exec {sys.executable} {_HERE / 'grpcurl.py'}"
        _write(folder, "grpcurl", f'{path} "$@"\n')
    if shutil.which("curl") is None:
        _write(folder, "curl", _CURL.format(python=sys.executable))
