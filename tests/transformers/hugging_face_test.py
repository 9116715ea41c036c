"""Exports for Hugging Face, built in `transformers` itself.

It is not among what the tests install (torch with its CUDA packages is 5 GB):

    ./run test --transformers

puts the newest release and the last one of series 4 into the cache and runs these tests; without it
they are skipped by name.
"""

import json
import os
import pathlib
import shutil
import subprocess

import numpy as np
import pytest
import tiny
from suite import Suite, program

HERE = pathlib.Path(__file__).parent
FOLDER = os.environ.get("WIDTHLAB_TRANSFORMERS", "")
SHAPE = {
    "layers": 4, "hidden_size": 32, "heads": 4, "kv_heads": 2, "ffn_width": 64, "rope_theta": 20000
}  # fmt: skip
WIDTHS = [96, 0, 40, 120]
IDS = [256, *b"the width of a layer follows the work that it does"]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    if not FOLDER:
        pytest.skip("transformers is not asked for: ./run test --transformers")
    with Suite.in_one_process(tmp_path_factory.mktemp("transformers")) as suite:
        yield suite


SCHEDULES = "widthlab.schedule.v1.ScheduleService"


def export(server, folder, **family):
    """The schedule of a family for SHAPE, and what ExportSchedule says; the files go to `folder`."""
    spec = {"architecture": SHAPE, "quantum": 8, **family}
    built = server.api.call(f"{SCHEDULES}/BuildSchedule", {"spec": spec})
    said = server.api.call(
        f"{SCHEDULES}/ExportSchedule",
        {"artifact": built["artifact"]["id"], "format": "SCHEDULE_FORMAT_HUGGING_FACE"},
    )
    folder.mkdir()
    for file in said["files"]:
        (folder / file["name"]).write_text(file["text"])
    return built["schedule"], said


def download(server, artifact, folder):
    """The files of an artifact."""
    found = server.api.call(f"{tiny.ARTIFACTS}/GetArtifact", {"name": artifact})
    for file in found["manifest"]["files"]:
        chunks = server.api.stream(f"{tiny.ARTIFACTS}/ReadBlob", {"digest": file["digest"]})
        (folder / file["name"]).write_bytes(b"".join(map(tiny.data_of, chunks)))


def build(release, folder):
    """What transformers makes of a folder."""
    environment = dict(os.environ, HF_HUB_OFFLINE="1", HF_MODULES_CACHE=str(folder / "modules"))
    if release == "4":
        environment["PYTHONPATH"] = f"{FOLDER}-4"
    command = [pathlib.Path(FOLDER) / "bin" / "python", HERE / "load_export.py", folder]
    done = subprocess.run(
        [*command, *map(str, IDS)], capture_output=True, text=True, env=environment, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr
    answer = json.loads(done.stdout.splitlines()[-1])
    assert answer["transformers"].split(".")[0] == release
    assert answer["missing"] == [] and answer["unexpected"] == []
    return answer


def our_logits(folder):
    """By the decoder that training and capture use."""
    command = [program("checkpoint_logits"), folder, *map(str, IDS)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return np.array([line.split() for line in done.stdout.splitlines()], float)


@pytest.fixture(scope="module")
def trained(server, tmp_path_factory):
    """Folder of an exported model with trained weights, and what the export said."""
    text = tiny.import_text(server.api)
    folder = tmp_path_factory.mktemp("export") / "model"
    _, said = export(server, folder, explicit={"ffn_widths": WIDTHS})
    spec = {
        "text": text, "architecture": SHAPE | {"ffn_widths": WIDTHS}, "steps": 30,
        "batch_size": 4, "sequence_length": 32, "learning_rate": 0.01,
    }  # fmt: skip
    started = server.api.call("widthlab.training.v1.TrainingService/Train", {"spec": spec})
    done = wait(server, started["name"])
    checkpoint = tmp_path_factory.mktemp("checkpoint")
    download(server, done["result"]["artifact"], checkpoint)
    shutil.copy(checkpoint / "model.safetensors", folder)
    return folder, checkpoint, said


def wait(server, name):
    *_, job = server.api.stream("widthlab.job.v1.JobService/WatchJob", {"name": name})
    assert job["state"] == "JOB_STATE_SUCCEEDED", job
    return job


def relative_error(found, expected):
    return float(np.linalg.norm(found - expected) / np.linalg.norm(expected))


@pytest.mark.parametrize("release", ["5", "4"])
def test_a_trained_model_has_its_widths_and_our_logits(trained, release):
    folder, checkpoint, said = trained
    answer = build(release, folder)
    assert answer["ffn_widths"] == said["ffn_widths"] == WIDTHS
    assert answer["parameters"] == int(said["parameters"])
    ours = our_logits(checkpoint)
    error = relative_error(np.array(answer["logits"]), ours)
    cached = relative_error(np.array(answer["cached_logits"]), ours)
    spread = float(np.std(ours))
    print(json.dumps({
        "transformers": answer["transformers"], "relative_error": error,
        "through_the_cache": cached, "deviation_of_logits": spread,
    }))  # fmt: skip
    assert error < 1e-5 and cached < 1e-5
    assert spread > 0.1  # the weights are not those of the beginning


@pytest.mark.parametrize("release", ["5", "4"])
def test_blocks_narrower_than_the_stream_are_built(server, tmp_path, release):
    options = {"vocabulary": 257, "fixed_residual": True, "quantum": 8, "ratio": 0.5}
    folder = tmp_path / "model"
    built, said = export(server, folder, hourglass=options)
    write_weights(release, folder)
    answer = build(release, folder)
    assert len(set(built["attention_widths"])) > 1
    assert answer["attention_widths"] == built["attention_widths"] == said["attention_widths"]
    assert answer["ffn_widths"] == built["ffn_widths"]
    assert answer["parameters"] == int(said["parameters"])
    assert said["parameters"] == built["accounts"]["total_parameters"]
    both = np.array(answer["logits"]), np.array(answer["cached_logits"])
    assert relative_error(*both) < 1e-5


def write_weights(release, folder):
    """Random weights from the config, saved as transformers saves them."""
    code = (
        "import sys, torch, transformers as t; torch.manual_seed(1); "
        "c = t.AutoConfig.from_pretrained(sys.argv[1], trust_remote_code=True); "
        "m = t.AutoModelForCausalLM.from_config(c, trust_remote_code=True); "
        "from safetensors.torch import save_file; "
        "save_file({k: v.contiguous() for k, v in m.state_dict().items()}, "
        "sys.argv[1] + '/model.safetensors', {'format': 'pt'})"
    )
    environment = dict(os.environ, HF_HUB_OFFLINE="1", HF_MODULES_CACHE=str(folder / "modules"))
    if release == "4":
        environment["PYTHONPATH"] = f"{FOLDER}-4"
    command = [pathlib.Path(FOLDER) / "bin" / "python", "-c", code, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=600)
    assert done.returncode == 0, done.stderr
