"""The client for asynchronous programs: what streams, and what it takes to start it.

    async with await widthlab.connect_async("127.0.0.1:7070") as lab:
        run = await lab.run("geometry_guided", text="corpus/")
        async for state in run.updates():
            ...
        result = await run.result()
        comparison = await lab.compare_clouds(X, Y, geometry="spherical")

Files are read and arrays checked in a thread, so the event loop goes on meanwhile. The rest of what
is answered at once (one schedule, artifacts, figures) is the ordinary client's.
"""

import asyncio
import os
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any

from google.protobuf.message import Message

from widthlab._address import Addresses
from widthlab._artifacts import Artifact, id_of, is_whole_id
from widthlab._async_jobs import AsyncJob
from widthlab._async_schedules import AsyncScheduleCalls
from widthlab._async_transport import AsyncTransport
from widthlab._blobs import Upload
from widthlab._errors import NotFoundError
from widthlab._imports import ImportedResults, cloud_upload, import_request, results_request
from widthlab._lab import warn_of_version
from widthlab._lab_arrays import compare_input, dimension_input
from widthlab._measurements import CloudComparison, CloudDimension
from widthlab._methods import (
    COMPARE_CLOUDS,
    DIAGNOSE,
    ESTIMATE_DIMENSION,
    FIND_MISSING_BLOBS,
    GET_ARTIFACT,
    GET_JOB,
    IMPORT_ACTIVATIONS,
    IMPORT_TEXT,
    IMPORT_TOKENS,
    IMPORT_TRAINING_RESULTS,
    LIST_JOBS,
    MEASURE_SENSITIVITY,
    QUERY_BLOB_UPLOAD,
    RUN_PIPELINE,
    WRITE_BLOB,
    Unary,
)
from widthlab._options import fill
from widthlab._plan import Plan
from widthlab._proto.widthlab.artifact.v1 import artifact_service_pb2
from widthlab._proto.widthlab.job.v1 import job_service_pb2
from widthlab._proto.widthlab.pipeline.v1 import pipeline_service_pb2
from widthlab._requests import new_request_id, run_request, set_text, text_of
from widthlab._results import RunResult, StepResult, any_result
from widthlab._rules import references
from widthlab._tensor import compare_requests, dimension_requests
from widthlab._text import TextFiles, text_requests
from widthlab._tokens import tokens_request, tokens_upload


class AsyncLab(AsyncScheduleCalls):
    """Calls to one suite from one event loop; `Lab` says what each does."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @property
    def address(self) -> str:
        return self._transport.addresses.server

    @property
    def server_version(self) -> str:
        return self._transport.server_version

    async def _on_text(
        self,
        method: Unary[Any, Any],
        model: Any,
        text: Any,
        request_id: str,
        options: dict[str, Any],
    ) -> AsyncJob[StepResult]:
        request = method.request()
        request.spec.SetInParent()
        fill(request.spec, {"model": model, **options})
        fill(request.spec, {"text": await self.import_text(text)})
        await self._complete(request.spec)
        request.request_id = request_id or new_request_id()
        answer = await self._transport.call(method, request)
        return AsyncJob(self._transport, answer, StepResult.of)

    async def run(
        self,
        template: str = "geometry_guided",
        /,
        *,
        text: Any = None,
        request_id: str = "",
        **options: Any,
    ) -> AsyncJob[RunResult]:
        request = await self._run_request(template, text, options)
        request.request_id = request_id or new_request_id()
        answer = await self._transport.call(RUN_PIPELINE, request)
        return AsyncJob(self._transport, answer, RunResult.of)

    async def dry_run(
        self, template: str = "geometry_guided", /, *, text: Any = None, **options: Any
    ) -> Plan:
        request = await self._run_request(template, text, options)
        request.validate_only = True
        return Plan(await self._transport.call(RUN_PIPELINE, request))

    async def profile_model(
        self, *models: Any, text: Any, request_id: str = "", **options: Any
    ) -> AsyncJob[RunResult]:
        names = [getattr(model, "id", model) for model in models]
        return await self.run(
            "profile_model", text=text, request_id=request_id, models=names, **options
        )

    async def measure_sensitivity(
        self, model: Any, *, text: Any, request_id: str = "", **options: Any
    ) -> AsyncJob[StepResult]:
        return await self._on_text(MEASURE_SENSITIVITY, model, text, request_id, options)

    async def diagnose(
        self, model: Any, *, text: Any, request_id: str = "", **options: Any
    ) -> AsyncJob[StepResult]:
        return await self._on_text(DIAGNOSE, model, text, request_id, options)

    async def job(self, name: str) -> AsyncJob[Any]:
        full = name if name.startswith("jobs/") else f"jobs/{name}"
        request = job_service_pb2.GetJobRequest(name=full)
        answer = await self._transport.call(GET_JOB, request)
        return AsyncJob(self._transport, answer, any_result)

    async def artifact(self, artifact: Any) -> Artifact:
        request = artifact_service_pb2.GetArtifactRequest(name=id_of(artifact))
        return Artifact(await self._transport.call(GET_ARTIFACT, request))

    async def import_text(self, text: Any, *, source: str = "") -> str:
        found = await asyncio.to_thread(text_of, text)
        if not isinstance(found, TextFiles):
            return found
        found.source = source or found.source

        async def requests() -> Iterator[artifact_service_pb2.ImportTextRequest]:
            return text_requests(found)

        return (await self._transport.send(IMPORT_TEXT, requests)).id

    async def compare_clouds(
        self,
        x: Any,
        y: Any,
        *,
        geometry: str = "raw",
        timeout: float | None = None,
        **options: Any,
    ) -> CloudComparison:
        options["geometry"] = geometry
        spec, one, other = await asyncio.to_thread(compare_input, x, y, options)

        async def requests() -> Iterator[Any]:
            return compare_requests(spec, one, other)

        answer = await self._transport.send(COMPARE_CLOUDS, requests, timeout=timeout)
        return CloudComparison(answer)

    async def estimate_dimension(
        self, x: Any, *, geometry: str = "raw", timeout: float | None = None, **options: Any
    ) -> CloudDimension:
        options["geometry"] = geometry
        spec, cloud = await asyncio.to_thread(dimension_input, x, options)

        async def requests() -> Iterator[Any]:
            return dimension_requests(spec, cloud)

        answer = await self._transport.send(ESTIMATE_DIMENSION, requests, timeout=timeout)
        return CloudDimension(answer)

    async def import_clouds(
        self,
        clouds: Any,
        *,
        source: str = "",
        subsamples: int = 0,
        architecture: Any = None,
        tokens: Mapping[str, Any] | None = None,
    ) -> Artifact:
        upload = await asyncio.to_thread(cloud_upload, clouds, tokens)
        request = import_request(upload, clouds, source, subsamples, architecture)
        await self._store(upload)
        return Artifact(await self._transport.call(IMPORT_ACTIVATIONS, request, timeout=None))

    async def import_tokens(
        self,
        path: str | os.PathLike[str],
        *,
        format: str = "",
        source: str = "",
        upload: bool = False,
    ) -> Artifact:
        if not upload:
            request = tokens_request(path, format, source)
        else:
            request, uploads = await asyncio.to_thread(tokens_upload, path, format, source)
            for part in uploads:
                await self._store(part)
        return Artifact(await self._transport.call(IMPORT_TOKENS, request, timeout=None))

    async def import_results(
        self,
        results: Any,
        *,
        source: str = "",
        architectures: Mapping[str, Any] | None = None,
    ) -> ImportedResults:
        request = await asyncio.to_thread(results_request, results, source, architectures)
        return ImportedResults(await self._transport.call(IMPORT_TRAINING_RESULTS, request))

    async def close(self) -> None:
        await self._transport.close()

    async def __aenter__(self) -> "AsyncLab":
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"<widthlab at {self.address}, asynchronous>"

    async def _run_request(
        self, template: str, text: Any, options: dict[str, Any]
    ) -> pipeline_service_pb2.RunPipelineRequest:
        request = run_request(template, options)
        if text is not None:
            set_text(request, template, await self.import_text(text))
        await self._complete(getattr(request, template))
        return request

    async def _complete(self, message: Message) -> None:
        for owner, field, path in references(message):
            value = getattr(owner, field.name)
            if not field.is_repeated:
                setattr(owner, field.name, await self._reference(value, path))
                continue
            for index, item in enumerate(value):
                value[index] = await self._reference(item, f"{path}[{index}]")

    async def _reference(self, text: str, path: str) -> str:
        if text.startswith("step:") or is_whole_id(text):
            return text
        try:
            return (await self.artifact(id_of(text, path))).id
        except NotFoundError as error:
            error.field = path
            raise

    async def _store(self, upload: Upload) -> None:
        asked = artifact_service_pb2.FindMissingBlobsRequest(digests=[upload.digest])
        if not (await self._transport.call(FIND_MISSING_BLOBS, asked)).missing:
            return
        attempts = 0

        async def requests() -> Iterator[artifact_service_pb2.WriteBlobRequest]:
            nonlocal attempts
            attempts += 1
            if attempts == 1 or not upload.upload_id:
                return upload.requests()
            query = artifact_service_pb2.QueryBlobUploadRequest(upload_id=upload.upload_id)
            answer = await self._transport.call(QUERY_BLOB_UPLOAD, query, repeat=False)
            return upload.requests(answer.committed_bytes)

        await self._transport.send(WRITE_BLOB, requests)


async def connect_async(
    address: str = "127.0.0.1:7070",
    *,
    capture: str | None = None,
    geometry: str | None = None,
    schedule: str | None = None,
    training: str | None = None,
    timeout: float = 3.0,
) -> AsyncLab:
    """As `connect`, for the event loop that runs."""
    transport = AsyncTransport(Addresses(address, capture, geometry, schedule, training))
    try:
        await transport.wait_until_ready(timeout)
        await transport.call(LIST_JOBS, job_service_pb2.ListJobsRequest(page_size=1))
    except BaseException:
        await transport.close()
        raise
    warn_of_version(address, transport.server_version)
    return AsyncLab(transport)
