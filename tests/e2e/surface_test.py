"""What a server shows of itself: reflection, health, metrics, help."""

import shutil
import subprocess

import pytest
from suite import AREAS, Suite, program

SERVICES = {
    f"widthlab.{area}.v1.{name}Service"
    for area, name in [
        ("artifact", "Artifact"),
        ("capture", "Capture"),
        ("geometry", "Geometry"),
        ("job", "Job"),
        ("pipeline", "Pipeline"),
        ("schedule", "Schedule"),
        ("training", "Training"),
    ]
}


def check_metrics(text):
    if shutil.which("promtool") is None:
        pytest.skip("no promtool")
    done = subprocess.run(
        ["promtool", "check", "metrics"], input=text, text=True, capture_output=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_reflection_lists_every_service(one_process):
    assert SERVICES <= set(one_process.api.services())
    assert "grpc.health.v1.Health" in one_process.api.services()


def test_every_service_is_healthy_under_its_name(one_process):
    for service in ["", *SERVICES]:
        answer = one_process.api.call("grpc.health.v1.Health/Check", {"service": service})
        assert answer["status"] == "SERVING", service


def test_every_method_of_reflection_can_be_called(one_process):
    api = one_process.api
    for service in SERVICES:
        assert api.methods(service)
    api.call("widthlab.artifact.v1.ArtifactService/ListArtifacts")
    api.call("widthlab.job.v1.JobService/ListJobs")
    api.call("widthlab.pipeline.v1.PipelineService/ListRuns")
    families = api.call("widthlab.schedule.v1.ScheduleService/ListFamilies")["families"]
    assert "geometry_guided" in {family["name"] for family in families}


def test_metrics_pass_promtool(one_process, finished):
    text = one_process.servers[0].metrics()
    check_metrics(text)
    assert "widthlab" in text


def test_five_processes_have_their_services_and_good_metrics(tmp_path):
    with Suite.in_five_processes(tmp_path) as suite:
        for server in suite.servers:
            check_metrics(server.metrics())


@pytest.mark.parametrize(
    "name", ["widthlabd", "widthlab-orchestrator", *[f"widthlab-{area}" for area in AREAS]]
)
def test_help_teaches(name):
    done = subprocess.run([program(name), "--help"], text=True, capture_output=True, timeout=20)
    assert done.returncode == 0
    for flag in ["--data", "--listen", "--metrics-listen", "--threads"]:
        assert flag in done.stdout
    # Only where a model's layers run can they run on a GPU.
    assert ("--device" in done.stdout) == (name in ["widthlabd", "widthlab-capture"])
