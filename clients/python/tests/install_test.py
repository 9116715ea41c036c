"""What pip installs, and that it keeps to itself."""

import os
import pathlib
import shutil
import subprocess
import sys
import zipfile

import pytest

CLIENT = pathlib.Path(__file__).resolve().parents[1]
ROOT = CLIENT.parents[1]


def run_python(code, *path):
    """What a fresh Python prints that finds packages in `path` first."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, cwd="/"
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def backend(folder, hook, *arguments):
    """Calls a hook of the build backend as pip would, in the project at `folder`."""
    code = f"from hatchling import build; print(build.{hook}{arguments})"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip().split("\n")[-1]


@pytest.fixture
def checkout(tmp_path):
    """A copy of what the package is made from."""
    ignored = shutil.ignore_patterns("_proto", "__pycache__")
    shutil.copytree(CLIENT, tmp_path / "clients" / "python", ignore=ignored)
    shutil.copytree(ROOT / "protos", tmp_path / "protos")
    return tmp_path / "clients" / "python"


def names(wheel):
    return sorted(n for n in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in n)


def test_the_package_has_its_messages_and_types_below_itself(package):
    assert sorted(p.name for p in package.iterdir() if not p.name.endswith(".dist-info")) == [
        "widthlab"
    ]
    made = package / "widthlab" / "_proto"
    for name in ["widthlab/geometry/v1/geometry_pb2", "google/rpc/status_pb2"]:
        assert (made / f"{name}.py").exists()
        assert (made / f"{name}.pyi").exists()
    assert (package / "widthlab" / "py.typed").exists()
    for path in made.rglob("*_pb2.py*"):
        assert "from google.rpc" not in path.read_text()
        assert "from widthlab." not in path.read_text().replace("from widthlab._proto", "")


def test_pip_installs_from_the_checkout_and_leaves_it_as_it_was(checkout, tmp_path):
    before = sorted(checkout.rglob("*"))
    target = tmp_path / "site"
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index"]
    command += ["--no-build-isolation", "--target", target, checkout]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "0." in run_python("import widthlab; print(widthlab.__version__)", target)
    ours = [p for p in checkout.rglob("*") if "__pycache__" not in p.parts]
    assert sorted(ours) == [p for p in before if "__pycache__" not in p.parts]


def test_a_source_archive_builds_the_same_wheel_without_the_checkout(checkout, tmp_path):
    (tmp_path / "one").mkdir()
    direct = backend(checkout, "build_wheel", str(tmp_path / "one"))
    archive = backend(checkout, "build_sdist", str(tmp_path / "archive"))
    shutil.unpack_archive(tmp_path / "archive" / archive, tmp_path / "unpacked")
    [source] = (tmp_path / "unpacked").iterdir()
    shutil.rmtree(checkout.parents[1] / "protos")
    (tmp_path / "other").mkdir()
    again = backend(source, "build_wheel", str(tmp_path / "other"))
    assert names(tmp_path / "one" / direct) == names(tmp_path / "other" / again)
    assert len(names(tmp_path / "one" / direct)) > 50


def test_an_editable_installation_reads_the_checkout(checkout, tmp_path):
    (tmp_path / "site").mkdir()
    wheel = backend(checkout, "build_editable", str(tmp_path / "site"))
    zipfile.ZipFile(tmp_path / "site" / wheel).extractall(tmp_path / "site")
    [pth] = (tmp_path / "site").glob("*.pth")
    assert pth.read_text().strip() == str(checkout)
    where = run_python("import widthlab; print(widthlab.__file__)", pth.read_text().strip())
    assert where == str(checkout / "widthlab" / "__init__.py")


def test_a_checkout_that_was_not_installed_says_what_to_do(checkout):
    code = "try:\n import widthlab\nexcept ImportError as error: print(error)"
    assert "pip install ./clients/python" in run_python(code, checkout)


def test_the_missing_proto_files_are_named(checkout):
    shutil.rmtree(checkout.parents[1] / "protos")
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel"],
        cwd=checkout,
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0
    assert "no .proto files" in done.stdout + done.stderr


# Another package's google/rpc/status.proto: other options, so that one pool cannot hold both.
OTHER_STATUS = """
from google.protobuf import descriptor_pb2, descriptor_pool
file = descriptor_pb2.FileDescriptorProto(name="google/rpc/status.proto", package="google.rpc",
                                          syntax="proto3")
file.options.java_package = "com.google.rpc"
file.message_type.add(name="Status")
pool = descriptor_pool.Default()
"""


@pytest.mark.parametrize("implementation", ["upb", "python"])
@pytest.mark.parametrize(
    "order", ["pool.Add{0}; import widthlab", "import widthlab; pool.Add{0}"]
)
def test_another_package_may_have_the_standard_status(package, order, implementation):
    add = order.format("SerializedFile(file.SerializeToString())")
    code = f"{OTHER_STATUS}\n{add}\nprint(widthlab._errors.WidthlabError.__name__)"
    chosen = f"os.environ['PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION'] = '{implementation}'"
    code = f"import os; {chosen}\n{code}"
    assert run_python(code, package) == "WidthlabError"


@pytest.fixture(scope="module")
def check_types(package, tmp_path_factory):
    """Runs mypy with the installed package in sight; what it says."""
    cache = tmp_path_factory.mktemp("mypy")

    def check(*arguments):
        done = subprocess.run(
            [
                sys.executable, "-m", "mypy", "--strict", "--cache-dir", cache,
                "--config-file", CLIENT / "pyproject.toml", *arguments,
            ],
            env={**os.environ, "MYPYPATH": str(package)},
            capture_output=True,
            text=True,
            cwd="/",
        )  # fmt: skip
        return done.stdout + done.stderr

    return check


def test_types_hold_in_strict_mode(check_types):
    said = check_types("-p", "widthlab")
    assert said.startswith("Success: no issues found in"), said


def test_a_users_program_is_checked_against_the_types(check_types, tmp_path):
    (tmp_path / "use.py").write_text(
        "import widthlab\n"
        "lab = widthlab.connect()\n"
        "run = lab.run('geometry_guided', text='corpus/')\n"
        "reveal_type(run.result())\n"
        "lab.schedule('abcd').widths\n"
    )
    said = check_types(tmp_path / "use.py")
    assert "RunResult" in said
    assert 'has no attribute "widths"' in said
