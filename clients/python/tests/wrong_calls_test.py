"""What a server refuses is an exception that names the field."""

import math

import pytest
import widthlab


PLACE = "schedules[0].artifact"


@pytest.mark.parametrize(
    "call, error, field",
    [
        (lambda lab, r: lab.run(text=r["profile"]), widthlab.InvalidArgumentError, "text"),
        (lambda lab, r: lab.run(text="0" * 64), widthlab.NotFoundError, "text"),
        (lambda lab, r: lab.run(text="abcdef"), widthlab.NotFoundError, "text"),
        (lambda lab, r: lab.run(text="no/such"), widthlab.InvalidArgumentError, "text"),
        (lambda lab, r: lab.schedule(r["profile"]), widthlab.InvalidArgumentError, "artifact"),
        (lambda lab, r: lab.artifact("zz"), widthlab.InvalidArgumentError, "artifact"),
        (lambda lab, r: lab.read(r["profile"], "profile.jsn"), widthlab.NotFoundError, "file"),
        (lambda lab, r: lab.artifacts("schedul"), widthlab.InvalidArgumentError, "kind"),
        (lambda lab, r: lab.jobs(state="done"), widthlab.InvalidArgumentError, "state"),
        (lambda lab, r: lab.lineage(r["text"], "up"), widthlab.NotFoundError, "step"),
        (lambda lab, r: lab.lineage(r["report"], "up"), widthlab.InvalidArgumentError, "direction"),
        (lambda lab, r: lab.solve_widths([1, math.nan]), widthlab.InvalidArgumentError, "work[1]"),
        (lambda lab, r: lab.build_schedule("uniform", cap=0), widthlab.InvalidArgumentError, "cap"),
        (lambda lab, r: lab.compare({}), widthlab.InvalidArgumentError, "arms"),
        (lambda lab, r: lab.compare_schedules("x"), widthlab.InvalidTypeError, "schedules"),
        (lambda lab, r: lab.compare_schedules([]), widthlab.InvalidArgumentError, "schedules"),
        (lambda lab, r: lab.compare_schedules(["abcd"]), widthlab.NotFoundError, PLACE),
        (lambda lab, r: lab.render_schedules([r["profile"]]), widthlab.InvalidArgumentError, PLACE),
        (lambda lab, r: lab.fit_scaling_law([{}]), widthlab.InvalidArgumentError, "runs[0]"),
        (lambda lab, r: lab.fit_scaling_law({"a": 3}), widthlab.InvalidTypeError, "runs"),
        (lambda lab, r: lab.fit_scaling_law({}), widthlab.InvalidArgumentError, "families"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_an_exception_with_a_field(lab, result, call, error, field):
    with pytest.raises(error) as caught:
        call(lab, result)
    assert caught.value.field == field
    assert caught.value.message
