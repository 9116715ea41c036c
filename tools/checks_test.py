"""What must hold for the tree itself: formatting, lint of the protos, who may depend on whom."""

import os
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[1]

CORES = 'filter("^//services/[a-z_/]*core", //services/...)'
PAGES = 'filter("^//services/orchestrator/web/pages", //services/...)'
HANDLERS = 'filter("^//services/[a-z_]+/service", //services/...)'
COMMON_WITHOUT_RPC = 'filter("^//common/(?!rpc[/:])", //common/...)'
GRPC = '"@system//:grpc++"'
LIBTORCH = '"@libtorch//:torch"'


def run(*command, **options):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, **options)


def tracked(*patterns):
    return run("git", "ls-files", "-z", *patterns, check=True).stdout.split("\0")[:-1]


def somepath(start, end):
    """Labels along one path of dependencies from `start` to `end`; none if there is no path."""
    done = run("bazel", "query", "--noshow_progress", f"somepath({start}, {end})")
    assert done.returncode == 0, done.stderr
    return [line for line in done.stdout.split("\n") if line]


def test_sources_are_formatted():
    clang_format = shutil.which("clang-format")
    if not clang_format:
        pytest.skip("no clang-format on PATH")
    done = run(clang_format, "--dry-run", "-Werror", "--", *tracked("*.cc", "*.h"))
    assert done.returncode == 0, f"`./run fmt` repairs this:\n{done.stderr[-4000:]}"


def test_protos_pass_buf_lint():
    buf = os.environ.get("WIDTHLAB_BUF", "")
    if not os.access(buf, os.X_OK):
        pytest.skip("no buf: WIDTHLAB_BUF names none")
    done = run(buf, "lint", "protos")
    assert done.returncode == 0, done.stdout + done.stderr


def test_shell_scripts_parse():
    for script in ["run", *tracked("*.sh")]:
        done = run("bash", "-n", script)
        assert done.returncode == 0, done.stderr


def test_no_core_reaches_grpc():
    assert somepath(CORES, GRPC) == []


def test_pages_reach_neither_grpc_nor_the_http_server():
    assert somepath(PAGES, GRPC) == []
    assert somepath(PAGES, '"@system//:civetweb"') == []
    assert somepath('"//services/orchestrator/web:web_page"', '"@system//:civetweb"') != []


def test_gate_sees_that_services_reach_grpc():
    assert somepath(HANDLERS, GRPC) != []


def test_common_reaches_grpc_only_through_rpc():
    assert somepath(COMMON_WITHOUT_RPC, GRPC) == []


@pytest.mark.parametrize("area", ["geometry", "schedule"])
def test_area_does_without_libtorch(area):
    assert somepath(f"//services/{area}/...", LIBTORCH) == []


def test_no_service_depends_on_the_core_of_another():
    areas = sorted(p.name for p in (ROOT / "services").iterdir() if (p / "core").is_dir())
    for area in areas:
        own = f'filter("^//services/{area}/", //services/...)'
        others = f'filter("^//services/(?!{area}/)[a-z_]+/core", //services/...)'
        assert somepath(own, others) == [], f"{area} depends on another service's core"
