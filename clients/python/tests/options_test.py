"""Options become fields: what is taken, what is refused, and how the refusal helps."""

import math

import numpy as np
import pytest
import widthlab
from widthlab._options import fill
from widthlab._plain import to_dict
from widthlab._proto.widthlab.geometry.v1 import geometry_pb2
from widthlab._proto.widthlab.pipeline.v1 import pipeline_pb2
from widthlab._proto.widthlab.schedule.v1 import schedule_pb2
from widthlab._requests import run_request, schedule_spec
from widthlab._rules import references, rule_of


def template(**options):
    message = pipeline_pb2.GeometryGuidedTemplate()
    fill(message, options)
    return message


def refused(**options):
    with pytest.raises(widthlab.InvalidArgumentError) as caught:
        template(**options)
    return caught.value


def test_dicts_and_dots_reach_fields_below():
    one = template(train={"steps": 7}, measure={"geometries": ["spherical", "GEOMETRY_RAW"]})
    other = template(**{"train.steps": 7, "measure.geometries": ["Spherical", "raw"]})
    assert one == other
    assert one.train.steps == 7
    assert list(one.measure.geometries) == [2, 1]


def test_numbers_of_numpy_are_numbers():
    message = template(quantum=np.int32(8), alpha=np.float32(0.25), seeds=np.arange(3))
    assert (message.quantum, message.alpha, list(message.seeds)) == (8, 0.25, [0, 1, 2])


def test_a_whole_float_is_a_whole_number_and_another_is_not():
    assert template(quantum=64.0).quantum == 64
    assert refused(quantum=64.5).field == "quantum"


def test_long_whole_numbers_may_be_as_json_writes_them():
    assert list(template(seeds=["1", str(2**63)]).seeds) == [1, 2**63]
    assert refused(seeds=["1x"]).field == "seeds[0]"


def test_a_single_value_stands_for_a_list():
    assert list(template(seeds=5).seeds) == [5]
    assert list(template(arms="uniform").arms) == ["uniform"]


def test_none_leaves_a_field_out():
    assert not template(quantum=None, train=None).HasField("train")


def test_an_empty_dict_is_a_message_that_is_there():
    assert template(train={}).HasField("train")


def test_an_object_with_an_id_stands_for_it():
    class Made:
        id = "ab" * 32

    assert template(text=Made()).text == "ab" * 32


@pytest.mark.parametrize(
    "options, field, words",
    [
        ({"quantun": 8}, "quantun", "did you mean 'quantum'"),
        ({"steps": 8}, "steps", "did you mean 'train.steps'"),
        ({"random_start": 8}, "random_start", "did you mean 'measure.random_starts'"),
        ({"train": {"stpes": 8}}, "train.stpes", "did you mean 'steps'"),
        ({"xyzzy": 8}, "xyzzy", "there are text, architecture"),
        ({"train": 8}, "train", "must be a dict"),
        ({"quantum": "8"}, "quantum", "must be a whole number"),
        ({"quantum": True}, "quantum", "must be a whole number"),
        ({"quantum": 2**31}, "quantum", "must be in"),
        ({"seeds": [1, -1]}, "seeds[1]", "must be in"),
        ({"seeds": [1, 2**64]}, "seeds[1]", "must be in"),
        ({"seeds": np.zeros((2, 2), int)}, "seeds", "not an array of shape [2, 2]"),
        ({"alpha": "0.05"}, "alpha", "must be a number"),
        ({"alpha": math.nan}, "alpha", "NaN"),
        ({"measure": {"geometries": ["speric"]}}, "measure.geometries[0]", "'spherical'"),
        ({"measure": {"geometries": [3]}}, "measure.geometries[0]", "one of raw, spherical"),
        ({"architecture": {"tied_embeddings": 1}}, "architecture.tied_embeddings", "True or"),
        ({"text": 5}, "text", "must be a string"),
        ({"text": b"abcd"}, "text", "must be a string"),
    ],
)
def test_what_does_not_fit_is_refused_by_its_path(options, field, words):
    error = refused(**options)
    assert error.field == field
    assert words in error.message


def test_wrong_types_are_type_errors():
    assert isinstance(refused(quantum="8"), TypeError)
    assert isinstance(refused(quantum=2**31), ValueError)


def test_only_one_family_can_be_chosen():
    spec = schedule_pb2.ScheduleSpec()
    with pytest.raises(widthlab.InvalidArgumentError, match="'uniform' is given already"):
        fill(spec, {"uniform": {}, "cosine_taper": {}})


def test_unknown_templates_and_families_name_the_near_one():
    with pytest.raises(widthlab.InvalidArgumentError, match="did you mean 'geometry_guided'"):
        run_request("geometry_guide", {})
    with pytest.raises(widthlab.InvalidArgumentError, match="did you mean 'cosine_taper'"):
        schedule_spec("cosine_tapper", {})


def test_an_option_is_the_familys_before_it_is_the_schedules_or_the_architectures():
    spec = schedule_spec("hourglass", {"quantum": 16, "layers": 4, "floor": 8})
    assert (spec.hourglass.quantum, spec.architecture.layers, spec.floor) == (16, 4, 8)
    assert not spec.HasField("quantum")


def test_an_option_that_no_part_of_a_schedule_has_names_the_near_one():
    with pytest.raises(widthlab.InvalidArgumentError, match="did you mean 'layers'"):
        schedule_spec("uniform", {"layer": 4})


def test_a_steps_pipeline_is_taken_as_it_is():
    request = run_request("steps", {"steps": [{"id": "m", "train": {"text": "abcd"}}]})
    assert request.steps.steps[0].train.text == "abcd"


def test_rules_come_from_the_options_on_fields():
    fields = geometry_pb2.MeasureSpec.DESCRIPTOR.fields_by_name
    assert rule_of(fields["hyperbolic_radius"]).default == "0.9"
    assert not rule_of(geometry_pb2.Profile.DESCRIPTOR.fields_by_name["layers"]).default


def test_fields_that_name_artifacts_are_found_wherever_they_are():
    steps = [
        {"id": "a", "train": {"text": "t", "schedule": "s"}},
        {"id": "b", "compare": {"arms": [{"name": "x", "runs": ["r", "q"]}]}},
    ]
    request = run_request("steps", {"steps": steps})
    paths = [path for _, _, path in references(request.steps)]
    assert paths == [
        "steps[0].train.text",
        "steps[0].train.schedule",
        "steps[1].compare.arms[0].runs",
    ]


def test_messages_become_plain_values():
    message = schedule_pb2.Schedule(family="uniform", ffn_widths=[8, 8], budget_parameters=2**40)
    message.explanations.add(layer=1, work=math.nan, bound="WIDTH_BOUND_FLOOR")
    plain = to_dict(message)
    assert plain["ffn_widths"] == [8, 8]
    assert plain["budget_parameters"] == 2**40
    assert plain["explanations"][0]["bound"] == "floor"
    assert math.isnan(plain["explanations"][0]["work"])
    assert "problem" not in plain
