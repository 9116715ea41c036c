"""Runs, single steps and jobs."""

from typing import Any

from google.protobuf.message import Message

from widthlab._calls import Calls
from widthlab._comparison import Comparison
from widthlab._correlations import model_list
from widthlab._errors import invalid
from widthlab._imports import ImportedResults, compare_step
from widthlab._jobs import Job
from widthlab._lists import jobs_filter, pages
from widthlab._methods import (
    CAPTURE_ACTIVATIONS,
    DIAGNOSE,
    GET_COMPARISON,
    GET_JOB,
    LIST_JOBS,
    MEASURE_SENSITIVITY,
    MEASURE_WORK,
    REPRODUCE_ARTIFACT,
    RUN_DIAGNOSTICS,
    RUN_PIPELINE,
    TRAIN,
    Unary,
)
from widthlab._options import fill
from widthlab._plan import Plan
from widthlab._proto.widthlab.job.v1 import job_pb2, job_service_pb2
from widthlab._proto.widthlab.pipeline.v1 import pipeline_service_pb2
from widthlab._requests import new_request_id, run_request, set_text
from widthlab._results import Reproduction, RunResult, StepResult, any_result


class RunCalls(Calls):
    def run(
        self,
        template: str = "geometry_guided",
        /,
        *,
        text: Any = None,
        request_id: str = "",
        **options: Any,
    ) -> Job[RunResult]:
        """Starts a pipeline and returns at once.

        `text` is files and folders of this machine, which are uploaded, or the id of a text.
        `options` are the fields of the template, for instance
        run("geometry_guided", text="corpus/", seeds=[1, 2, 3], train={"steps": 400}); "steps"
        takes a pipeline of one's own: run("steps", steps=[{"id": "model", "train": {...}}]).
        A `request_id` of one's own makes a run that was asked for before come back.
        """
        request = self._run_request(template, text, options)
        request.request_id = request_id or new_request_id()
        return Job(self._transport, self._transport.call(RUN_PIPELINE, request), RunResult.of)

    def dry_run(
        self, template: str = "geometry_guided", /, *, text: Any = None, **options: Any
    ) -> Plan:
        """What `run` would do: the steps, what the cache holds of them, and what they would cost.

        A text is uploaded all the same, so that the steps that read it can be checked.
        """
        request = self._run_request(template, text, options)
        request.validate_only = True
        return Plan(self._transport.call(RUN_PIPELINE, request))

    def profile_model(
        self, *models: Any, text: Any, request_id: str = "", **options: Any
    ) -> Job[RunResult]:
        """Profiles models that exist, in one run: work, dimension, worth, widths, a report.

        A model is an id, a path on the server, or the org/name of a model in its Hugging Face cache.
        `options` are the fields of the template profile_model. Of one model the result has
        "profile", "sensitivity", "schedule/geometry_guided", "report" and others; of several these
        stand below "model1/", "model2/", ...
        """
        names = [getattr(model, "id", model) for model in models]
        return self.run(
            "profile_model", text=text, request_id=request_id, models=names, **options
        )

    def train(self, *, text: Any, request_id: str = "", **options: Any) -> Job[StepResult]:
        """Trains one model: train(text="corpus/", architecture={"layers": 4}, steps=100)."""
        return self._step(TRAIN, {"text": self.import_text(text), **options}, request_id)

    def capture(
        self, model: Any, *, text: Any, request_id: str = "", **options: Any
    ) -> Job[StepResult]:
        """Captures the clouds of a model or training run on a text."""
        options = {"model": model, "text": self.import_text(text), **options}
        return self._step(CAPTURE_ACTIVATIONS, options, request_id)

    def measure(
        self, activations: Any, *, request_id: str = "", **options: Any
    ) -> Job[StepResult]:
        """Measures the geometric work of every layer on captured or imported clouds."""
        return self._step(MEASURE_WORK, {"activations": activations, **options}, request_id)

    def measure_sensitivity(
        self, model: Any, *, text: Any, request_id: str = "", **options: Any
    ) -> Job[StepResult]:
        """Measures what each layer is worth to the loss of a model or training run on a text."""
        options = {"model": model, "text": self.import_text(text), **options}
        return self._step(MEASURE_SENSITIVITY, options, request_id)

    def run_diagnostics(
        self, models: Any, *, request_id: str = "", **options: Any
    ) -> Job[RunResult]:
        """Correlates profiles with sensitivity, with the norm of the states, and between models.

        `models` is a dict: name -> profile, or name -> {"profile": ..., "sensitivity": ...}.
        state_factors=[0.5, 2] and remove_norm_growth=True measure the profiles again on scaled
        states first. lab.correlations(run.result()["correlations"]) has the numbers.
        """
        request = RUN_DIAGNOSTICS.request()
        fill(request.diagnostics, {"models": model_list(models), **options})
        self._complete(request.diagnostics)
        request.request_id = request_id or new_request_id()
        return Job(self._transport, self._transport.call(RUN_DIAGNOSTICS, request), RunResult.of)

    def diagnose(
        self, model: Any, *, text: Any, request_id: str = "", **options: Any
    ) -> Job[StepResult]:
        """Finds out whether a profile of a model or training run may be trusted, on a text."""
        options = {"model": model, "text": self.import_text(text), **options}
        return self._step(DIAGNOSE, options, request_id)

    def compare(
        self,
        arms: Any,
        seeds: Any = None,
        *,
        baseline: str | None = None,
        alpha: float | None = None,
        negligible_difference: float | None = None,
    ) -> Comparison:
        """Compares training runs, paired by seed.

        `arms` is what `import_results` returned, or a dict: name -> {seed: training run}, or
        name -> list of training runs in the order of `seeds`. The first is the baseline unless
        `baseline` names another. `negligible_difference` (in nats) is named beforehand, and only
        with it can the verdict be "no difference".
        """
        if isinstance(arms, ImportedResults):
            arms = arms.arms
        step = compare_step(arms, seeds, baseline)
        step |= {"alpha": alpha, "negligible_difference": negligible_difference}
        run = self.run("steps", steps=[{"id": "comparison", "compare": step}])
        return self.comparison(run.result()["comparison"])

    def comparison(self, artifact: Any) -> Comparison:
        """The comparison that an artifact holds."""
        name = self._id(artifact)
        request = pipeline_service_pb2.GetComparisonRequest(name=name)
        return Comparison(self._transport.call(GET_COMPARISON, request), name)

    def reproduce(self, artifact: Any) -> Job[Reproduction]:
        """Makes an artifact again without the cache, and says whether every byte is equal."""
        request = pipeline_service_pb2.ReproduceArtifactRequest(
            name=self._id(artifact), request_id=new_request_id()
        )
        answer = self._transport.call(REPRODUCE_ARTIFACT, request)
        return Job(self._transport, answer, Reproduction.of)

    def job(self, name: str) -> Job[Any]:
        """The job or run of a name, for instance one that another program started."""
        if not isinstance(name, str) or not name:
            raise invalid("name", f"{name!r} must be the name of a job: lab.jobs() lists them")
        full = name if name.startswith("jobs/") else f"jobs/{name}"
        request = job_service_pb2.GetJobRequest(name=full)
        return Job(self._transport, self._transport.call(GET_JOB, request), any_result)

    def jobs(
        self, *, state: str | None = None, kind: str | None = None, limit: int = 50
    ) -> list[Job[Any]]:
        """The newest jobs and runs; kinds are for instance "pipeline.RunPipeline"."""
        request = job_service_pb2.ListJobsRequest(filter=jobs_filter(state, kind))

        def ask(size: int, token: str) -> tuple[Any, str]:
            request.page_size, request.page_token = size, token
            answer = self._transport.call(LIST_JOBS, request)
            return answer.jobs, answer.next_page_token

        return [Job(self._transport, job, any_result) for job in pages(ask, limit)]

    def _run_request(
        self, template: str, text: Any, options: dict[str, Any]
    ) -> pipeline_service_pb2.RunPipelineRequest:
        # The options first: what is wrong with them is known before anything is uploaded.
        request = run_request(template, options)
        if text is not None:
            set_text(request, template, self.import_text(text))
        self._complete(getattr(request, template))
        return request

    def _step(
        self, method: Unary[Any, job_pb2.Job], options: dict[str, Any], request_id: str
    ) -> Job[StepResult]:
        request: Any = method.request()
        spec: Message = request.spec
        spec.SetInParent()
        fill(spec, options)
        self._complete(spec)
        request.request_id = request_id or new_request_id()
        return Job(self._transport, self._transport.call(method, request), StepResult.of)
