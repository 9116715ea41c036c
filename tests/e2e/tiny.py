"""A text and a pipeline so small that a whole run takes seconds."""

import base64
import time

FINAL = {"JOB_STATE_SUCCEEDED", "JOB_STATE_FAILED", "JOB_STATE_CANCELLED"}
PIPELINE = "widthlab.pipeline.v1.PipelineService"
ARTIFACTS = "widthlab.artifact.v1.ArtifactService"
JOBS = "widthlab.job.v1.JobService"

_WORDS = (
    "the width of a layer follows the work that it does on the cloud of tokens while "
    "every other layer waits and a small model learns to read what was written before"
).split()


def document(number):
    """About two kilobytes of words in an order that depends on the number."""
    words = []
    state = number * 2654435761 + 1
    for _ in range(380):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        words.append(_WORDS[(state >> 33) % len(_WORDS)])
    return " ".join(words) + ".\n"


def import_text(api, documents=14):
    """Id of the text."""
    requests = [
        {"path": f"doc{n:02}.txt", "data": in_base64(document(n).encode())} for n in range(documents)
    ]
    requests[0]["source"] = "tiny"
    return api.send(f"{ARTIFACTS}/ImportText", requests)["id"]


def in_base64(data):
    return base64.b64encode(data).decode()


def template(text, **changes):
    """A geometry_guided template; `changes` replace top-level fields."""
    fields = {
        "text": text,
        "architecture": {"layers": 3, "hidden_size": 16, "heads": 2, "ffn_width": 32},
        "train": {
            "steps": 8,
            "batch_size": 4,
            "sequence_length": 32,
            "validation_tokens": "1024",
            "evaluation_interval": 4,
        },
        "capture": {
            "subsamples": 2,
            "tokens_per_subsample": 24,
            "sequences": 8,
            "sequence_length": 32,
        },
        "measure": {"random_starts": 1},
        "seeds": ["1", "2"],
        "quantum": 8,
    }
    fields.update(changes)
    return fields


def start(api, fields, request_id=""):
    return api.call(
        f"{PIPELINE}/RunPipeline", {"geometry_guided": fields, "request_id": request_id}
    )


def wait(api, name, seconds=180):
    """The run in its final state."""
    deadline = time.monotonic() + seconds
    while True:
        job = api.call(f"{PIPELINE}/GetRun", {"name": name})
        if job["state"] in FINAL:
            return job
        assert time.monotonic() < deadline, f"{name} does not end: {job}"
        time.sleep(0.1)


def artifacts(job):
    """Artifact ids by step of a run that succeeded."""
    assert job["state"] == "JOB_STATE_SUCCEEDED", job.get("error")
    return job["result"]["artifacts"]


def steps(job):
    """Status by step id."""
    return {step["id"]: step for step in job["metadata"]["steps"]}


def run(api, fields, request_id=""):
    return wait(api, start(api, fields, request_id)["name"])


def data_of(chunk):
    """The bytes of a ReadBlobResponse."""
    return base64.b64decode(chunk["data"])
