"""The width solver against SciPy, CVXPY and exhaustive search, through `widthctl schedule solve`.

`./run test` installs both (tools/requirements/parity.txt). WIDTHLAB_PARITY_PROBLEMS sets the number
of random problems (10,000).
"""

import itertools
import json
import os
import subprocess

import cvxpy
import numpy as np
import pytest
from scipy import optimize
from suite import Suite, program

PROBLEMS = int(os.environ.get("WIDTHLAB_PARITY_PROBLEMS", "10000"))


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Suite.in_one_process(tmp_path_factory.mktemp("parity")) as suite:
        yield suite.front.address


def solve(server, folder, problems):
    path = folder / "problems.jsonl"
    path.write_text("".join(json.dumps(p) + "\n" for p in problems))
    command = [
        program("widthctl"), "schedule", "solve", "--file", path, "--json", "--server", server
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=3000)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(problems)
    return answers


def random_problem(rng):
    """Unequal costs, floors and caps that some layers hit, work over six orders of magnitude."""
    layers = int(rng.integers(1, 201))
    cost = 3.0 * rng.integers(64, 2048, layers)
    floor = rng.uniform(0, 200, layers) * (rng.random(layers) < 0.7)
    cap = np.where(rng.random(layers) < 0.5, rng.uniform(400, 4000, layers), 1e7)
    low, high = float(cost @ np.maximum(floor, 1)), float(cost @ np.minimum(cap, 4000))
    return {
        "work": (10 ** rng.uniform(-3, 3, layers)).tolist(),
        "sensitivity": (10 ** rng.uniform(-1, 1, layers)).tolist(),
        "exponent": rng.uniform(0.05, 2, layers).tolist(),
        "unit_cost": cost.tolist(),
        "floor": floor.tolist(),
        "cap": cap.tolist(),
        "budget": low + float(rng.uniform(0.02, 0.98)) * (high - low),
    }


class Reference:
    """One problem as arrays, with w in place of the logarithms that the solver works in."""

    def __init__(self, problem):
        self.weight = np.array(problem["work"]) * np.array(problem.get("sensitivity", 1.0))
        layers = len(self.weight)
        self.exponent, self.cost, self.floor, self.cap = (
            np.broadcast_to(np.array(problem.get(key, default), float), layers)
            for key, default in
            [("exponent", None), ("unit_cost", None), ("floor", 0.0), ("cap", np.inf)]
        )  # fmt: skip
        self.budget = problem["budget"]
        self.mean = problem.get("reference_width", self.budget / self.cost.sum())

    def objective(self, widths):
        return float(np.sum(self.weight * (np.asarray(widths) / self.mean) ** -self.exponent))

    def widths(self, multiplier):
        gain = self.exponent * self.weight / (self.mean * self.cost * multiplier)
        return np.clip(self.mean * gain ** (1 / (self.exponent + 1)), self.floor, self.cap)

    def by_root(self):
        """SciPy's Brent on the multiplier."""
        excess = lambda x: float(self.cost @ self.widths(np.exp(x))) / self.budget - 1  # noqa: E731
        root = optimize.brentq(excess, -300, 300, xtol=1e-15, rtol=1e-15, maxiter=2000)
        return self.widths(np.exp(root))

    def by_slsqp(self):
        """A general solver that is told nothing but the objective, its gradient and the bounds."""
        start = np.clip(np.full(len(self.weight), self.mean), self.floor + 1e-6, self.cap)
        found = optimize.minimize(
            lambda w: self.objective(w) / self.objective(start),
            start,
            jac=lambda w: -self.exponent * self.weight / self.mean
            * (w / self.mean) ** (-self.exponent - 1) / self.objective(start),
            bounds=list(zip(np.maximum(self.floor, 1e-9), self.cap)),
            constraints={"type": "eq", "fun": lambda w: self.cost @ w / self.budget - 1,
                         "jac": lambda w: self.cost / self.budget},
            method="SLSQP", options={"maxiter": 500, "ftol": 1e-14},
        )  # fmt: skip
        return found.x if found.success else None


def relative(a, b):
    return (a - b) / abs(b)


def test_certificates_hold_and_no_reference_does_better(server, tmp_path):
    rng = np.random.default_rng(1)
    problems = [random_problem(rng) for _ in range(PROBLEMS)]
    answers = solve(server, tmp_path, problems)
    worst = {"budget": 0.0, "stationarity": 0.0, "complementarity": 0.0, "root": -1.0, "slsqp": -1.0}
    slsqp_runs = 0
    for i, (problem, answer) in enumerate(zip(problems, answers)):
        reference = Reference(problem)
        for name in ("budget", "stationarity", "complementarity"):
            worst[name] = max(worst[name], answer[name + "_residual"])
        widths = np.array(answer["widths"])
        assert np.all(widths >= reference.floor) and np.all(widths <= reference.cap), i
        assert abs(relative(reference.cost @ widths, reference.budget)) < 1e-11, i
        ours = reference.objective(widths)
        assert abs(relative(answer["objective"], ours)) < 1e-11, i
        root = reference.objective(reference.by_root())
        worst["root"] = max(worst["root"], relative(ours, root))
        if i % 4 == 0 and len(widths) <= 15:  # SLSQP needs minutes for a hundred layers
            found = reference.by_slsqp()
            if found is not None and abs(relative(reference.cost @ found, reference.budget)) < 1e-12:
                slsqp_runs += 1
                worst["slsqp"] = max(worst["slsqp"], relative(ours, reference.objective(found)))
    print(json.dumps({"problems": len(problems), "slsqp_runs": slsqp_runs, **worst}))
    for name in ("budget", "stationarity", "complementarity"):
        assert worst[name] < 1e-10, worst
    assert worst["root"] < 1e-9 and worst["slsqp"] < 1e-9, worst
    assert slsqp_runs > 0


def test_an_exact_cone_solver_does_no_better(server, tmp_path):
    rng = np.random.default_rng(2)
    problems = [p for p in (random_problem(rng) for _ in range(400)) if len(p["work"]) <= 20]
    worst, solved = -1.0, 0
    for problem, answer in zip(problems, solve(server, tmp_path, problems)):
        reference = Reference(problem)
        ratio = cvxpy.Variable(len(reference.weight), pos=True)  # w / mean
        terms = [
            weight * cvxpy.power(ratio[l], -float(a), approx=False)
            for l, (weight, a) in enumerate(zip(reference.weight, reference.exponent))
        ]
        cost = reference.cost * reference.mean / reference.budget
        program_ = cvxpy.Problem(
            cvxpy.Minimize(cvxpy.sum(cvxpy.hstack(terms)) / answer["objective"]),
            [cost @ ratio <= 1, ratio >= reference.floor / reference.mean,
             ratio <= reference.cap / reference.mean],
        )  # fmt: skip
        try:
            program_.solve(solver=cvxpy.CLARABEL)
        except cvxpy.SolverError:
            continue
        if program_.status != cvxpy.OPTIMAL:
            continue
        found = np.clip(ratio.value * reference.mean, reference.floor, reference.cap)
        found *= min(1.0, reference.budget / (reference.cost @ found))  # never beyond the budget
        solved += 1
        worst = max(worst, relative(answer["objective"], reference.objective(found)))
    print(json.dumps({"solved": solved, "worst": worst}))
    assert solved > 0 and worst < 1e-9


def small_problem(rng, kind):
    layers = int(rng.integers(1, 5))
    quantum = int(rng.choice([1, 2, 5, 64]))
    if kind == "equal":
        cost = np.full(layers, float(rng.integers(1, 20)))
    elif kind == "unequal":
        cost = rng.integers(1, 12, layers).astype(float)
    else:
        cost = rng.uniform(1, 12, layers)
    least = rng.integers(1, 3, layers)
    most = least + rng.integers(0, 8, layers)
    most[0] += 1  # rounding of real costs may push a budget without any room out of its interval
    low, high = quantum * float(cost @ least), quantum * float(cost @ most)
    return {
        "work": (10 ** rng.uniform(-1, 1, layers)).tolist(),
        "exponent": rng.uniform(0.1, 1.5, layers).tolist(),
        "unit_cost": cost.tolist(),
        "floor": (quantum * least).astype(float).tolist(),
        "cap": (quantum * most).astype(float).tolist(),
        "budget": low + float(rng.uniform(0.05, 0.95)) * (high - low),
        "quantum": quantum,
    }


def best_on_grid(problem):
    reference, quantum = Reference(problem), problem["quantum"]
    ranges = [
        range(int(round(f / quantum)), int(round(c / quantum)) + 1)
        for f, c in zip(problem["floor"], problem["cap"])
    ]
    grid = quantum * np.array(list(itertools.product(*ranges)), float)
    grid = grid[grid @ reference.cost <= reference.budget * (1 + 1e-12)]
    return float(
        np.min(np.sum(reference.weight * (grid / reference.mean) ** -reference.exponent, axis=1))
    )


@pytest.mark.parametrize("kind", ["equal", "unequal", "fractional"])
def test_integers_are_those_of_exhaustive_search(server, tmp_path, kind):
    rng = np.random.default_rng(3)
    problems = [small_problem(rng, kind) for _ in range(500)]
    exact = 0
    for i, (problem, answer) in enumerate(zip(problems, solve(server, tmp_path, problems))):
        best = best_on_grid(problem)
        widths = np.array(answer["integer_widths"], float)
        used = np.array(problem["unit_cost"]) @ widths
        assert used <= problem["budget"] * (1 + 1e-12), i
        assert np.all(widths % problem["quantum"] == 0), i
        assert abs(relative(Reference(problem).objective(widths), answer["integer_objective"])) < 1e-11
        above = answer["integer_objective"] - best
        assert above >= -1e-11 * best, i
        assert above <= answer["integer_gap_bound"] + 1e-11 * best, i
        exact += answer["integer_gap_bound"] == 0
    if kind != "fractional":
        assert exact == len(problems)
