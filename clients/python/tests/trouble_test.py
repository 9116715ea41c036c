"""Servers that are not there, of another version, or go away under way."""

import asyncio
import concurrent.futures
import threading
import time
import warnings

import grpc
import pytest
import widthlab
from suite import Suite, free_port
from widthlab._proto.widthlab.job.v1 import job_pb2, job_service_pb2
from widthlab._proto.widthlab.pipeline.v1 import pipeline_service_pb2


def test_a_server_that_is_not_there_is_named_soon(tmp_path):
    address = f"127.0.0.1:{free_port()}"
    begun = time.monotonic()
    with pytest.raises(widthlab.UnavailableError) as caught:
        widthlab.connect(address, timeout=0.5)
    assert time.monotonic() - begun < 10
    assert (caught.value.reason, caught.value.field) == ("SERVER_UNREACHABLE", "server")
    assert address in str(caught.value)
    assert "./run serve" in str(caught.value)
    with pytest.raises(widthlab.UnavailableError, match=address):
        asyncio.run(widthlab.connect_async(address, timeout=0.5))


class OtherServer(grpc.GenericRpcHandler):
    """Knows ListJobs and no other call, as a server of another version might."""

    def __init__(self, version=None):
        self.version = version

    def service(self, details):
        if not details.method.endswith("/ListJobs"):
            return None
        return grpc.unary_unary_rpc_method_handler(
            self._list,
            request_deserializer=job_service_pb2.ListJobsRequest.FromString,
            response_serializer=job_service_pb2.ListJobsResponse.SerializeToString,
        )

    def _list(self, request, context):
        if self.version is not None:
            context.send_initial_metadata([("widthlab-version", self.version)])
        return job_service_pb2.ListJobsResponse()


@pytest.fixture
def serve():
    """serve(handler) gives the address of a server with it."""
    servers = []

    def start(*handlers):
        server = grpc.server(concurrent.futures.ThreadPoolExecutor(4))
        server.add_generic_rpc_handlers(handlers)
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        servers.append(server)
        return f"127.0.0.1:{port}"

    yield start
    for server in servers:
        server.stop(None)


def test_a_server_of_another_version_is_warned_of(serve):
    with pytest.warns(widthlab.VersionWarning, match=r"version 9\.9\.9"):
        lab = widthlab.connect(serve(OtherServer("9.9.9")))
    assert lab.server_version == "9.9.9"
    with pytest.raises(widthlab.UnimplementedError, match=r"9\.9\.9") as caught:
        lab.families()
    assert caught.value.reason == "UNKNOWN_CALL"


def test_a_server_of_this_version_is_not(serve):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        widthlab.connect(serve(OtherServer(widthlab.__version__)))
        asyncio.run(widthlab.connect_async(serve(OtherServer())))


def test_a_server_of_something_else_is_found_out_at_once(serve):
    with pytest.raises(widthlab.UnimplementedError, match="no widthlab server"):
        widthlab.connect(serve())


class Flaky(OtherServer):
    """A watch that breaks `breaks` times, each time after one state, then ends well."""

    def __init__(self, breaks, code=grpc.StatusCode.UNAVAILABLE):
        super().__init__()
        self.breaks, self.code, self.watches = breaks, code, 0

    def service(self, details):
        if details.method.endswith("/WatchJob"):
            return grpc.unary_stream_rpc_method_handler(
                self._watch,
                request_deserializer=job_service_pb2.WatchJobRequest.FromString,
                response_serializer=job_pb2.Job.SerializeToString,
            )
        if details.method.endswith("/GetJob"):
            return grpc.unary_unary_rpc_method_handler(
                lambda request, context: job_pb2.Job(name=request.name, state="JOB_STATE_QUEUED"),
                request_deserializer=job_service_pb2.GetJobRequest.FromString,
                response_serializer=job_pb2.Job.SerializeToString,
            )
        return super().service(details)

    def _watch(self, request, context):
        self.watches += 1
        yield job_pb2.Job(name=request.name, state="JOB_STATE_RUNNING")
        if self.watches <= self.breaks:
            if self.code is None:
                return  # in good order, as a server that drains
            context.abort(self.code, "going away")
        job = job_pb2.Job(name=request.name, state="JOB_STATE_SUCCEEDED")
        job.result.Pack(job_pb2.StepResult(artifact="ab" * 32))
        yield job


class Forgetful(OtherServer):
    """Takes a run, and loses its first answers."""

    def __init__(self, losses):
        super().__init__()
        self.losses, self.ids = losses, []

    def service(self, details):
        if details.method.endswith("/RunPipeline"):
            return grpc.unary_unary_rpc_method_handler(
                self._run,
                request_deserializer=pipeline_service_pb2.RunPipelineRequest.FromString,
                response_serializer=job_pb2.Job.SerializeToString,
            )
        return super().service(details)

    def _run(self, request, context):
        self.ids.append(request.request_id)
        if len(self.ids) <= self.losses:
            context.abort(grpc.StatusCode.UNAVAILABLE, "lost")
        return job_pb2.Job(name="jobs/pipeline-1")


def test_a_run_whose_answer_was_lost_is_asked_for_again_under_its_id(serve):
    server = Forgetful(2)
    run = widthlab.connect(serve(server)).run(text="0" * 64)
    assert run.name == "jobs/pipeline-1"
    assert len(server.ids) == 3
    assert len(set(server.ids)) == 1
    assert server.ids[0]


def test_a_server_that_stays_away_is_given_up_after_a_few_attempts(serve):
    server = Forgetful(10**6)
    with pytest.raises(widthlab.UnavailableError, match="no server answers"):
        widthlab.connect(serve(server)).run(text="0" * 64)
    assert len(server.ids) == 5


class Recorder:
    def __init__(self):
        self.states, self.troubles, self.closed = [], [], 0

    def show(self, job):
        self.states.append(job.state)

    def trouble(self, text):
        self.troubles.append(text)

    def close(self):
        self.closed += 1


@pytest.mark.parametrize("code", [grpc.StatusCode.UNAVAILABLE, None])
@pytest.mark.parametrize("kind", ["sync", "async"])
def test_a_watch_goes_on_through_broken_streams(serve, code, kind):
    address, view = serve(Flaky(7, code)), Recorder()
    if kind == "sync":
        result = widthlab.connect(address).job("jobs/training-1").watch(view=view)
    else:

        async def watch():
            async with await widthlab.connect_async(address) as lab:
                return await (await lab.job("jobs/training-1")).watch(view=view)

        result = asyncio.run(watch())
    assert result.id == "ab" * 32
    assert view.states == ["running"] * 8 + ["succeeded"]
    assert len(view.troubles) == 7
    assert view.closed == 1


def test_a_watch_that_is_refused_ends(serve):
    job = widthlab.connect(serve(Flaky(1, grpc.StatusCode.NOT_FOUND))).job("jobs/training-1")
    with pytest.raises(widthlab.NotFoundError):
        job.result()


def test_a_watch_gives_up_when_nobody_answers_for_long(serve):
    lab = widthlab.connect(serve(Flaky(10**6)))
    job = lab.job("jobs/training-1")
    object.__setattr__(lab._transport.retry, "watch_seconds", -1)
    try:
        with pytest.raises(widthlab.UnavailableError):
            job.result()
    finally:
        object.__setattr__(lab._transport.retry, "watch_seconds", 60.0)


def test_areas_with_processes_of_their_own_are_reached_at_their_addresses(tmp_path):
    cloud = [[0.0, 0.0], [1.0, 0.0], [0.0, 2.0]]
    with Suite.in_five_processes(tmp_path) as suite:
        front = suite.front.address
        own = {server.name.removeprefix("widthlab-"): server.address for server in suite.servers}
        del own["orchestrator"]
        with widthlab.connect(front, **own) as lab:
            assert lab.compare_clouds(cloud, cloud).shift == 0
            assert "uniform" in lab.families()
        with widthlab.connect(front) as lab:
            with pytest.raises(widthlab.UnimplementedError, match="geometry='HOST:PORT'"):
                lab.compare_clouds(cloud, cloud)
            assert lab.jobs() == []


class Killer(Recorder):
    """Kills the server when the first step has ended, and starts it again a while later."""

    def __init__(self, server):
        super().__init__()
        self.server, self.thread = server, None

    def show(self, job):
        super().show(job)
        if self.thread is None and any(step.state == "succeeded" for step in job.steps):
            self.server.kill()
            self.thread = threading.Timer(0.5, self.server.start)
            self.thread.start()


def test_a_run_goes_on_though_its_server_is_killed(tmp_path, corpus, small):
    with Suite.in_one_process(tmp_path) as suite:
        lab = widthlab.connect(suite.front.address)
        options = {**small, "train": {**small["train"], "steps": 60}}
        run = lab.run(text=corpus, **options)
        view = Killer(suite.front)
        result = run.watch(view=view)
        view.thread.join()
        suite.front.wait_until_serving()
        assert "report" in result
        assert view.troubles
        # Under its request id the same call finds the same run.
        assert lab.job(run.name).state == "succeeded"
