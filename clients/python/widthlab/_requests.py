"""Requests from what a user writes; the same for both kinds of client."""

import os
import re
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from widthlab._errors import InvalidArgumentError, invalid
from widthlab._options import fill
from widthlab._proto.widthlab.model.v1 import model_pb2
from widthlab._proto.widthlab.pipeline.v1 import pipeline_service_pb2
from widthlab._proto.widthlab.schedule.v1 import schedule_pb2
from widthlab._suggest import did_you_mean
from widthlab._text import TextFiles, find_text

_TEMPLATES = pipeline_service_pb2.RunPipelineRequest.DESCRIPTOR.oneofs_by_name["pipeline"].fields
_FAMILIES = schedule_pb2.ScheduleSpec.DESCRIPTOR.oneofs_by_name["family"].fields


def new_request_id() -> str:
    """Under which a call may be made again without a second job."""
    return uuid.uuid4().hex


def run_request(
    template: str, options: Mapping[str, Any]
) -> pipeline_service_pb2.RunPipelineRequest:
    """`template` is "geometry_guided", or "steps" for a pipeline of one's own."""
    names = [field.name for field in _TEMPLATES]
    if template not in names:
        raise invalid("template", f"there is no '{template}'{did_you_mean(str(template), names)}")
    request = pipeline_service_pb2.RunPipelineRequest()
    message = getattr(request, template)
    message.SetInParent()
    fill(message, options)
    return request


def set_text(
    request: pipeline_service_pb2.RunPipelineRequest, template: str, artifact: str
) -> None:
    """The id of an imported text into the template's field `text`."""
    if template == "steps":
        raise invalid(
            "text", 'steps name a text each: {"train": {"text": lab.import_text(PATH)}}'
        )
    fill(getattr(request, template), {"text": artifact})


def schedule_spec(family: str, options: Mapping[str, Any]) -> schedule_pb2.ScheduleSpec:
    """An option is the family's, else the schedule's, else the architecture's."""
    names = [field.name for field in _FAMILIES]
    if family not in names:
        raise invalid("family", f"there is no '{family}'{did_you_mean(str(family), names)}")
    spec = schedule_pb2.ScheduleSpec()
    chosen = getattr(spec, family)
    chosen.SetInParent()
    shape = model_pb2.Architecture.DESCRIPTOR.fields_by_name
    for key, value in options.items():
        first = key.partition(".")[0]
        if first in chosen.DESCRIPTOR.fields_by_name:
            fill(chosen, {key: value}, family)
        elif first in spec.DESCRIPTOR.fields_by_name:
            fill(spec, {key: value})
        elif first in shape:
            fill(spec.architecture, {key: value}, "architecture")
        else:
            every = [*chosen.DESCRIPTOR.fields_by_name, "quantum", "floor", "cap", *shape]
            hint = did_you_mean(key, dict.fromkeys(every))
            raise InvalidArgumentError(
                f"{family} has no option '{key}'{hint}", reason="UNKNOWN_FIELD", field=key
            )
    return spec


def text_of(value: Any) -> str | TextFiles:
    """The id of a text, or the files to import as one.

    A string that is the path of something here means that; else one of 4 to 64 hexadecimal digits
    is an id; else it is a path that does not exist.
    """
    if hasattr(value, "id"):
        return str(value.id)
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)) and len(value) == 1:
        return text_of(value[0])
    if isinstance(value, str) and not os.path.exists(value):
        plain = value.removeprefix("artifacts/")
        if re.fullmatch(r"[0-9a-f]{4,64}", plain):
            return plain
        if value.startswith("step:"):
            return value
    if not isinstance(value, (str, os.PathLike, Sequence)) or isinstance(value, bytes):
        raise invalid("text", f"{value!r} must be paths of files or folders, or the id of a text")
    return find_text(value)
