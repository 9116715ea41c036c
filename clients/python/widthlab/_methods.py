"""The calls of the suite: path, request and answer of each."""

import dataclasses
from typing import Generic, TypeVar

from google.protobuf.message import Message

from widthlab._proto.widthlab.artifact.v1 import artifact_pb2, artifact_service_pb2
from widthlab._proto.widthlab.capture.v1 import capture_service_pb2
from widthlab._proto.widthlab.geometry.v1 import geometry_pb2, geometry_service_pb2
from widthlab._proto.widthlab.job.v1 import job_pb2, job_service_pb2
from widthlab._proto.widthlab.model.v1 import model_pb2
from widthlab._proto.widthlab.pipeline.v1 import pipeline_pb2, pipeline_service_pb2
from widthlab._proto.widthlab.schedule.v1 import schedule_pb2, schedule_service_pb2
from widthlab._proto.widthlab.training.v1 import training_service_pb2

Request = TypeVar("Request", bound=Message)
Response = TypeVar("Response", bound=Message)


@dataclasses.dataclass(frozen=True)
class Method(Generic[Request, Response]):
    """One RPC; `path` is "AREA.SERVICE/METHOD" below widthlab and without the version."""

    path: str
    request: type[Request]
    response: type[Response]

    @property
    def area(self) -> str:
        return self.path.partition(".")[0]

    @property
    def full_path(self) -> str:
        """As gRPC wants it: "/widthlab.job.v1.JobService/GetJob"."""
        area, _, rest = self.path.partition(".")
        return f"/widthlab.{area}.v1.{rest}"


class Unary(Method[Request, Response]):
    """One request, one answer."""


class ServerStream(Method[Request, Response]):
    """One request, a stream of answers."""


class ClientStream(Method[Request, Response]):
    """A stream of requests, one answer."""


_A, _S = artifact_pb2, artifact_service_pb2
GET_ARTIFACT = Unary("artifact.ArtifactService/GetArtifact", _S.GetArtifactRequest, _A.Artifact)
LIST_ARTIFACTS = Unary(
    "artifact.ArtifactService/ListArtifacts", _S.ListArtifactsRequest, _S.ListArtifactsResponse
)
GET_LINEAGE = Unary("artifact.ArtifactService/GetLineage", _S.GetLineageRequest, _A.Lineage)
UPDATE_LABELS = Unary("artifact.ArtifactService/UpdateLabels", _S.UpdateLabelsRequest, _A.Artifact)
FIND_MISSING_BLOBS = Unary(
    "artifact.ArtifactService/FindMissingBlobs",
    _S.FindMissingBlobsRequest,
    _S.FindMissingBlobsResponse,
)
READ_BLOB = ServerStream(
    "artifact.ArtifactService/ReadBlob", _S.ReadBlobRequest, _S.ReadBlobResponse
)
WRITE_BLOB = ClientStream(
    "artifact.ArtifactService/WriteBlob", _S.WriteBlobRequest, _S.WriteBlobResponse
)
QUERY_BLOB_UPLOAD = Unary(
    "artifact.ArtifactService/QueryBlobUpload",
    _S.QueryBlobUploadRequest,
    _S.QueryBlobUploadResponse,
)
IMPORT_TEXT = ClientStream("artifact.ArtifactService/ImportText", _S.ImportTextRequest, _A.Artifact)
VERIFY_ARTIFACT = Unary(
    "artifact.ArtifactService/VerifyArtifact", _S.VerifyArtifactRequest, _A.Verification
)
DELETE_ARTIFACT = Unary(
    "artifact.ArtifactService/DeleteArtifact", _S.DeleteArtifactRequest, _S.DeleteArtifactResponse
)

CAPTURE_ACTIVATIONS = Unary(
    "capture.CaptureService/CaptureActivations",
    capture_service_pb2.CaptureActivationsRequest,
    job_pb2.Job,
)
MEASURE_SENSITIVITY = Unary(
    "capture.CaptureService/MeasureSensitivity",
    capture_service_pb2.MeasureSensitivityRequest,
    job_pb2.Job,
)
DIAGNOSE = Unary(
    "capture.CaptureService/Diagnose", capture_service_pb2.DiagnoseRequest, job_pb2.Job
)
IMPORT_ACTIVATIONS = Unary(
    "capture.CaptureService/ImportActivations",
    capture_service_pb2.ImportActivationsRequest,
    artifact_pb2.Artifact,
)
IMPORT_TOKENS = Unary(
    "capture.CaptureService/ImportTokens",
    capture_service_pb2.ImportTokensRequest,
    artifact_pb2.Artifact,
)
INSPECT_MODEL = Unary(
    "capture.CaptureService/InspectModel",
    capture_service_pb2.InspectModelRequest,
    capture_service_pb2.ModelInspection,
)

MEASURE_WORK = Unary(
    "geometry.GeometryService/MeasureWork", geometry_service_pb2.MeasureWorkRequest, job_pb2.Job
)
COMPARE_CLOUDS = ClientStream(
    "geometry.GeometryService/CompareClouds",
    geometry_service_pb2.CompareCloudsRequest,
    geometry_pb2.CloudComparison,
)
ESTIMATE_DIMENSION = ClientStream(
    "geometry.GeometryService/EstimateDimension",
    geometry_service_pb2.EstimateDimensionRequest,
    geometry_pb2.CloudDimension,
)

_J = job_service_pb2
GET_JOB = Unary("job.JobService/GetJob", _J.GetJobRequest, job_pb2.Job)
LIST_JOBS = Unary("job.JobService/ListJobs", _J.ListJobsRequest, _J.ListJobsResponse)
WATCH_JOB = ServerStream("job.JobService/WatchJob", _J.WatchJobRequest, job_pb2.Job)
CANCEL_JOB = Unary("job.JobService/CancelJob", _J.CancelJobRequest, job_pb2.Job)

_P = pipeline_service_pb2
RUN_PIPELINE = Unary("pipeline.PipelineService/RunPipeline", _P.RunPipelineRequest, job_pb2.Job)
RUN_DIAGNOSTICS = Unary(
    "pipeline.PipelineService/RunDiagnostics", _P.RunDiagnosticsRequest, job_pb2.Job
)
LIST_RUNS = Unary("pipeline.PipelineService/ListRuns", _P.ListRunsRequest, _P.ListRunsResponse)
REPRODUCE_ARTIFACT = Unary(
    "pipeline.PipelineService/ReproduceArtifact", _P.ReproduceArtifactRequest, job_pb2.Job
)
GET_COMPARISON = Unary(
    "pipeline.PipelineService/GetComparison", _P.GetComparisonRequest, pipeline_pb2.Comparison
)
RENDER_FIGURE = Unary(
    "pipeline.PipelineService/RenderFigure", _P.RenderFigureRequest, _P.RenderFigureResponse
)

_W = schedule_service_pb2
BUILD_SCHEDULE = Unary(
    "schedule.ScheduleService/BuildSchedule", _W.BuildScheduleRequest, _W.BuildScheduleResponse
)
SOLVE_WIDTHS = Unary(
    "schedule.ScheduleService/SolveWidths", _W.SolveWidthsRequest, schedule_pb2.WidthSolution
)
COUNT_PARAMETERS = Unary(
    "schedule.ScheduleService/CountParameters", _W.CountParametersRequest, model_pb2.Accounts
)
EXPORT_SCHEDULE = Unary(
    "schedule.ScheduleService/ExportSchedule", _W.ExportScheduleRequest, _W.ExportScheduleResponse
)
COMPARE_SCHEDULES = Unary(
    "schedule.ScheduleService/CompareSchedules",
    _W.CompareSchedulesRequest,
    _W.CompareSchedulesResponse,
)
RENDER_SCHEDULES = Unary(
    "schedule.ScheduleService/RenderSchedules",
    _W.RenderSchedulesRequest,
    _W.RenderSchedulesResponse,
)
FIT_SCALING_LAW = Unary(
    "schedule.ScheduleService/FitScalingLaw", _W.FitScalingLawRequest, _W.ScalingLawFits
)
LIST_FAMILIES = Unary(
    "schedule.ScheduleService/ListFamilies", _W.ListFamiliesRequest, _W.ListFamiliesResponse
)

_T = training_service_pb2
TRAIN = Unary("training.TrainingService/Train", _T.TrainRequest, job_pb2.Job)
STREAM_METRICS = ServerStream(
    "training.TrainingService/StreamMetrics", _T.StreamMetricsRequest, _T.StreamMetricsResponse
)
IMPORT_TRAINING_RESULTS = Unary(
    "training.TrainingService/ImportTrainingResults",
    _T.ImportTrainingResultsRequest,
    _T.ImportTrainingResultsResponse,
)
