"""The demonstration: what it prints, what it leaves, and that it goes on where it was killed."""

import json
import os
import pathlib
import signal
import subprocess

import pytest
import tiny
from suite import ROOT, Suite, free_port, program

KEYS = ["report", "reference", "activations", "profile", "comparison", "arms"]
SETTINGS = [
    "architecture.layers=3",
    "architecture.hidden_size=16",
    "architecture.heads=2",
    "architecture.ffn_width=32",
    "quantum=8",
    "train.steps=24",
    "train.batch_size=4",
    "train.sequence_length=32",
    "train.validation_tokens=1024",
    "capture.subsamples=2",
    "capture.tokens_per_subsample=24",
    "capture.sequences=8",
    "capture.sequence_length=32",
    "measure.random_starts=1",
    "seeds=1,2",
]


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tiny")
    for number in range(14):
        (folder / f"doc{number:02}.txt").write_text(tiny.document(number))
    return folder


def command(data, text, *flags):
    line = [program("widthctl"), "demo", "--programs", ROOT / "out" / "bin", "--data", data]
    line += ["--text", text, "--json", *flags]
    for setting in SETTINGS:
        line += ["--set", setting]
    return [str(word) for word in line]


def start(data, text, *flags):
    return subprocess.Popen(
        command(data, text, *flags), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def finish(process):
    """The last line, an object."""
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, out + err
    return json.loads(out.splitlines()[-1])


def ids(result):
    return {key: value for key, value in result.items() if key != "report"}


def holder(folder):
    """Process id of the server that holds a data folder, as it wrote it there."""
    return int((pathlib.Path(folder) / "lock").read_text().splitlines()[1])


def is_alive(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().split(")")[-1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_for_line(process, word):
    for line in process.stderr:
        if word in line:
            return
    raise AssertionError(f"the demonstration never said '{word}'")


@pytest.fixture(scope="module")
def whole(tmp_path_factory, text):
    """An uninterrupted demonstration, and its folder."""
    data = tmp_path_factory.mktemp("whole") / "data"
    return finish(start(data, text)), data


def test_the_last_line_is_one_object_with_what_was_found(whole):
    result, data = whole
    assert list(result) == KEYS
    assert pathlib.Path(result["report"]).is_file()
    assert [arm["name"] for arm in result["arms"]] == [
        "uniform",
        "cosine_taper",
        "geometry_guided",
        "inverse_work",
    ]
    for arm in result["arms"]:
        assert list(arm) == ["name", "schedule", "ffn_widths", "parameters", "validation_loss"]
        assert len(arm["ffn_widths"]) == 3
        assert len(arm["validation_loss"]) == 2
        assert abs(arm["parameters"] - result["arms"][0]["parameters"]) <= 3 * 16 * 8
    assert not is_alive(holder(data))


def test_a_second_time_it_is_answered_from_the_cache(whole, text):
    result, data = whole
    assert finish(start(data, text)) == result


def test_killed_in_the_middle_it_goes_on_to_the_same_ids(whole, text, tmp_path):
    data = tmp_path / "data"
    client = start(data, text, "--threads", "1")
    wait_for_line(client, "running")
    client.kill()
    client.wait()
    server = holder(data)
    assert is_alive(server)

    client = start(data, text, "--threads", "1")
    wait_for_line(client, "was running")
    assert holder(data) == server
    os.kill(server, signal.SIGKILL)
    assert client.wait(timeout=30) == 1
    assert json.loads(client.stdout.read().splitlines()[-1])["error"]["reason"] == "SERVER_ENDED"

    assert ids(finish(start(data, text, "--threads", "1"))) == ids(whole[0])


def test_five_processes_one_of_them_killed_give_the_same_ids(whole, text, tmp_path):
    data = tmp_path / "data"
    client = start(data, text, "--processes")
    wait_for_line(client, "running")
    os.kill(holder(data / "training"), signal.SIGKILL)
    assert client.wait(timeout=60) == 1
    assert ids(finish(start(data, text, "--processes"))) == ids(whole[0])
    for area in ["orchestrator", "capture", "geometry", "schedule", "training"]:
        assert not is_alive(holder(data / area))


def test_on_a_suite_of_the_users_it_finds_the_same_and_leaves_it_running(whole, text, tmp_path):
    with Suite.in_one_process(tmp_path) as suite:
        result = finish(start(tmp_path / "pages", text, "--server", suite.front.address))
        assert ids(result) == ids(whole[0])
        assert pathlib.Path(result["report"]).parent == tmp_path / "pages"
        assert suite.api.call(f"{tiny.JOBS}/ListJobs")["jobs"]


def test_a_server_that_is_not_there_is_named(text, tmp_path):
    address = f"127.0.0.1:{free_port()}"
    code, error = refused(*command(tmp_path / "pages", text, "--server", address))
    assert (code, error["code"]) == (5, "UNAVAILABLE")
    assert address in error["message"]


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_leaves_nothing_running(text, tmp_path, end):
    data = tmp_path / "data"
    client = start(data, text)
    wait_for_line(client, "running")
    client.send_signal(end)
    assert client.wait(timeout=30) == 128 + end
    assert not is_alive(holder(data))


def refused(*words):
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    return done.returncode, json.loads(done.stdout.splitlines()[-1])["error"]


def test_it_refuses_text_that_is_none_and_a_folder_that_cannot_be(text, tmp_path):
    (tmp_path / "empty").mkdir()
    code, error = refused(*command(tmp_path / "data", tmp_path / "empty"))
    assert (code, error["reason"], error["field"]) == (3, "TEXT_EMPTY", "text")
    assert not (tmp_path / "data").exists()
    (tmp_path / "file").write_text("")
    code, error = refused(*command(tmp_path / "file", text))
    assert (code, error["field"]) == (3, "data")
