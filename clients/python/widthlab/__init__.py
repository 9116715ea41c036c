"""Finds how wide each layer of a transformer should be: the client of widthlab's services.

    import widthlab

    lab = widthlab.connect("127.0.0.1:7070")
    run = lab.run("geometry_guided", text=["corpus/"], seeds=[1, 2, 3])
    result = run.watch()
    lab.schedule(result["schedule/geometry_guided"]).to_dict()
    X, Y = lab.cloud(result["activations"], layer=3)
    lab.compare_clouds(X, Y, geometry="spherical").shift
"""

try:
    import widthlab._proto.pool
except ModuleNotFoundError as error:
    if not (error.name or "").startswith("widthlab._proto"):
        raise
    raise ImportError(
        "this is the source of widthlab, whose messages are made at installation: "
        "pip install ./clients/python"
    ) from None

from widthlab._artifacts import Artifact, File, Lineage
from widthlab._async_jobs import AsyncJob
from widthlab._async_lab import AsyncLab, connect_async
from widthlab._comparison import Arm, Comparison, Difference
from widthlab._correlations import Correlations
from widthlab._diagnostics import Additivity, Diagnostics
from widthlab._errors import (
    AbortedError,
    AlreadyExistsError,
    CancelledError,
    DataLossError,
    DeadlineExceededError,
    FailedPreconditionError,
    InternalError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    OutOfRangeError,
    PermissionDeniedError,
    ResourceExhaustedError,
    UnauthenticatedError,
    UnavailableError,
    UnimplementedError,
    WidthlabError,
)
from widthlab._families import Families, Family, Option
from widthlab._imports import ImportedResults
from widthlab._jobs import Job
from widthlab._lab import Lab, VersionWarning, connect
from widthlab._measurements import CloudComparison, CloudDimension
from widthlab._pages import Figure, Report
from widthlab._plan import Plan
from widthlab._profile import Curve, Profile
from widthlab._results import Reproduction, RunResult, StepResult
from widthlab._scaling import Estimate, ScalingCurve, ScalingLaws, ScalingRatio
from widthlab._schedule import Schedule
from widthlab._schedule_sets import ComparedSchedule, ScheduleComparison, ScheduleDistance
from widthlab._sensitivity import LossRises, Sensitivity
from widthlab._solution import WidthSolution
from widthlab._states import JobState, Progress, StepState
from widthlab._training import TrainingRun
from widthlab._version import __version__

__all__ = [
    "AbortedError",
    "Additivity",
    "AlreadyExistsError",
    "Arm",
    "Artifact",
    "AsyncJob",
    "AsyncLab",
    "CancelledError",
    "CloudComparison",
    "CloudDimension",
    "ComparedSchedule",
    "Comparison",
    "Correlations",
    "Curve",
    "DataLossError",
    "DeadlineExceededError",
    "Diagnostics",
    "Difference",
    "Estimate",
    "FailedPreconditionError",
    "Families",
    "Family",
    "Figure",
    "File",
    "ImportedResults",
    "InternalError",
    "InvalidArgumentError",
    "InvalidTypeError",
    "Job",
    "JobState",
    "Lab",
    "Lineage",
    "LossRises",
    "NotFoundError",
    "Option",
    "OutOfRangeError",
    "PermissionDeniedError",
    "Plan",
    "Profile",
    "Progress",
    "Report",
    "Reproduction",
    "ResourceExhaustedError",
    "RunResult",
    "ScalingCurve",
    "ScalingLaws",
    "ScalingRatio",
    "Schedule",
    "ScheduleComparison",
    "ScheduleDistance",
    "Sensitivity",
    "StepResult",
    "StepState",
    "TrainingRun",
    "UnauthenticatedError",
    "UnavailableError",
    "UnimplementedError",
    "VersionWarning",
    "WidthSolution",
    "WidthlabError",
    "__version__",
    "connect",
    "connect_async",
]

# Tracebacks and pickles say where a class is to be had, not where it is written.
for _name in __all__:
    if isinstance(globals()[_name], type):
        globals()[_name].__module__ = __name__
del _name
