"""Schedules, answered at once."""

import os
import pathlib
from collections.abc import Iterable
from typing import Any

from widthlab._families import Families
from widthlab._lab_values import ValueCalls
from widthlab._methods import (
    BUILD_SCHEDULE,
    COMPARE_SCHEDULES,
    COUNT_PARAMETERS,
    EXPORT_SCHEDULE,
    FIT_SCALING_LAW,
    LIST_FAMILIES,
    RENDER_SCHEDULES,
    SOLVE_WIDTHS,
)
from widthlab._options import fill
from widthlab._pages import Figure
from widthlab._plain import to_dict
from widthlab._proto.widthlab.schedule.v1 import schedule_service_pb2
from widthlab._requests import schedule_spec
from widthlab._scaling import ScalingLaws, scaling_request
from widthlab._schedule import Schedule
from widthlab._schedule_sets import (
    ScheduleComparison,
    compare_request,
    drawn,
    references_of,
    render_request,
)
from widthlab._solution import WidthSolution


class ScheduleCalls(ValueCalls):
    def build_schedule(self, family: str, /, **options: Any) -> Schedule:
        """The widths of one family, made or found in the cache.

            lab.build_schedule("cosine_taper", layers=24, hidden_size=1024, ffn_width=4096, end=0.6)
            lab.build_schedule("geometry_guided", profile=ID)

        Options are the family's (lab.families() lists them), quantum, floor and cap, and fields of
        the architecture. Where no field of it is given, a profile's architecture is taken.
        """
        spec = schedule_spec(family, options)
        self._complete(spec)
        profile = getattr(getattr(spec, family), "profile", "")
        if profile and not spec.HasField("architecture"):
            spec.architecture.CopyFrom(self.profile(profile)._message.architecture)
        request = schedule_service_pb2.BuildScheduleRequest(spec=spec)
        answer = self._transport.call(BUILD_SCHEDULE, request)
        return Schedule(answer.schedule, answer.artifact.id, answer.cached)

    def solve_widths(self, work: Any, /, **options: Any) -> WidthSolution:
        """The optimum of one problem, with its certificate.

            lab.solve_widths([1, 2, 3], exponent=0.5, unit_cost=384, budget=393216, quantum=64)

        `work` has a number for each layer; sensitivity, exponent, unit_cost, floor and cap have
        one for each layer or one for all.
        """
        request = schedule_service_pb2.SolveWidthsRequest()
        fill(request.problem, {"work": work, **options})
        return WidthSolution(self._transport.call(SOLVE_WIDTHS, request))

    def families(self) -> Families:
        """Every family of schedules, with its options, their defaults and ranges."""
        request = schedule_service_pb2.ListFamiliesRequest()
        return Families(self._transport.call(LIST_FAMILIES, request))

    def count_parameters(self, *, sequence_length: int = 0, **architecture: Any) -> dict[str, Any]:
        """What an architecture costs: count_parameters(layers=12, hidden_size=768, heads=12)."""
        request = schedule_service_pb2.CountParametersRequest(sequence_length=sequence_length)
        fill(request.architecture, architecture)
        return to_dict(self._transport.call(COUNT_PARAMETERS, request))

    def export_schedule(
        self, schedule: Any, format: str, folder: str | os.PathLike[str] | None = None
    ) -> dict[str, str]:
        """A schedule as the files of another framework, by name; written to `folder` if given.

        Formats: hugging_face, openelm, decilm, nemotron, megatron, lm_engine, csv, json.
        """
        request = schedule_service_pb2.ExportScheduleRequest()
        if isinstance(schedule, Schedule) and not schedule.id:
            request.schedule.CopyFrom(schedule._message)
        else:
            request.artifact = self._id(schedule)
        fill(request, {"format": format})
        files = {f.name: f.text for f in self._transport.call(EXPORT_SCHEDULE, request).files}
        if folder is not None:
            pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
            for name, text in files.items():
                pathlib.Path(folder, pathlib.Path(name).name).write_text(text, encoding="utf-8")
        return files



    def compare_schedules(self, schedules: Any, *, sequence_length: int = 0) -> ScheduleComparison:
        """What each schedule costs over the first, and how far every two are apart.

            lab.compare_schedules({"flat": UNIFORM, "guided": ID})["guided"].flops_ratio

        `schedules` is a list of schedules or ids, or a dict label -> schedule. FLOPs are of
        sequences of `sequence_length` tokens; 0 means each model's positions.
        """
        request = compare_request(schedules, sequence_length)
        for source, path in references_of(request):
            source.artifact = self._reference(source.artifact, path)
        return ScheduleComparison(self._transport.call(COMPARE_SCHEDULES, request))

    def render_schedules(self, schedules: Any, **options: Any) -> Figure:
        """A picture of any set of schedules; a notebook shows it.

            lab.render_schedules([ID, OTHER], quantity="relative_width").save("widths.svg")

        Options: quantity ("ffn_width", "relative_width" or "residual_width"), title, and width
        and height in pixels.
        """
        request = render_request(schedules, options)
        for source, path in references_of(request):
            source.artifact = self._reference(source.artifact, path)
        return drawn(request, self._transport.call(RENDER_SCHEDULES, request))

    def fit_scaling_law(
        self, runs: Any, *, losses: Iterable[float] = (), **options: Any
    ) -> ScalingLaws:
        """loss = E + A x^-alpha for the runs of every family, with intervals.

            laws = lab.fit_scaling_law({"uniform": [{"parameters": 1e7, "loss": 3.4}, ...]})
            laws.curve("uniform", "parameters").exponent.value

        `runs` is a dict family -> runs, or rows or a DataFrame with a column `family`; the first
        family is the baseline of the ratios, at `losses` or at its own last. Options:
        irreducible_loss, huber_delta, draws, level, seed.
        """
        request = scaling_request(runs, losses, options)
        return ScalingLaws(self._transport.call(FIT_SCALING_LAW, request))
