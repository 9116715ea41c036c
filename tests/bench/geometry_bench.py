#!/usr/bin/env python3
"""Times geometry_bench beside the libraries that are used for the same measurements.

  ./run bench geometry [--only h1,w2,gw,starts,clouds] [--sizes 256,512,1024] [--repeat 3]

Inputs are generated from fixed seeds. Every peer computes on the same input in the same run, in a
process of its own; those that are not installed are left out and named. A row gives the wall time
of both, the processor time of both, which a busy machine disturbs less, our peak memory, and the
values found.

  h1      tori: Ripser (Debian's program, float32), GUDHI's Rips complex up to 300 points
  clouds  degree-1 persistence of the other inputs, at --points
  w2      GUDHI's exact solver (POT's network simplex), Hera at relative error 1e-6
  gw      POT's conditional gradient from the identity, distances given
  starts  our default starts beside POT's best from the identity, the product and 20 random
          permutations; the last column is ½·√loss

With --keep FILE a row that is in the file is printed from there, and others are added to it: a run
that was stopped goes on with the first row that is missing.
"""
import argparse
import json
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
from functools import partial

PEER = r'''
import json, sys, time
import numpy as np
name, repeat, files = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
if name == "w2_hera":
    import gudhi.hera
    x, y = (np.loadtxt(f, delimiter=",", ndmin=2) for f in files)
    run = lambda: gudhi.hera.wasserstein_distance(x, y, order=2, internal_p=2, delta=1e-6)
elif name == "w2_pot":
    import gudhi.wasserstein
    x, y = (np.loadtxt(f, delimiter=",", ndmin=2) for f in files)
    run = lambda: gudhi.wasserstein.wasserstein_distance(x, y, order=2, internal_p=2)
elif name == "gw_pot":
    import ot
    d, e = (np.load(f) for f in files)
    n = len(d)
    weights = np.full(n, 1 / n)
    def run():
        t = ot.gromov.gromov_wasserstein(d, e, weights, weights, "square_loss", G0=np.eye(n) / n)
        loss = (d**2).mean() + (e**2).mean() - 2 * np.sum((d @ t @ e) * t)
        return 0.5 * max(loss, 0) ** 0.5
elif name == "gw_pot_starts":
    import ot
    d, e = (np.load(f) for f in files)
    n = len(d)
    weights = np.full(n, 1 / n)
    random = np.random.default_rng(5)
    starts = [np.eye(n) / n, np.outer(weights, weights)]
    starts += [np.eye(n)[random.permutation(n)] / n for _ in range(20)]
    def run():
        least = np.inf
        for start in starts:
            t = ot.gromov.gromov_wasserstein(d, e, weights, weights, "square_loss", G0=start)
            least = min(least, (d**2).mean() + (e**2).mean() - 2 * np.sum((d @ t @ e) * t))
        return 0.5 * max(least, 0) ** 0.5
elif name == "h1_gudhi":
    import gudhi
    d = np.load(files[0])
    def run():
        tree = gudhi.RipsComplex(distance_matrix=d).create_simplex_tree(max_dimension=2)
        tree.compute_persistence()
        pairs = tree.persistence_intervals_in_dimension(1)
        return int(np.sum(pairs[:, 1] > pairs[:, 0]))
wall, processor = [], []
for _ in range(repeat):
    w, p = time.perf_counter(), time.process_time()
    value = run()
    wall.append(time.perf_counter() - w)
    processor.append(time.process_time() - p)
middle = repeat // 2
print(json.dumps({"value": value, "seconds": sorted(wall)[middle],
                  "processor_seconds": sorted(processor)[middle]}))
'''


def torus(np, n, seed):
    """A noisy six-torus in 256 dimensions on the unit sphere; the torus is the same for any seed."""
    shape = np.random.default_rng(0)
    combinations = shape.integers(-2, 3, (24, 6))
    phases = shape.uniform(0, 2 * np.pi, 24)
    gaussian_map = shape.normal(size=(256, 24)) / np.sqrt(24)
    points = np.random.default_rng(seed)
    angles = points.uniform(0, 2 * np.pi, (n, 6))
    cloud = np.cos(angles @ combinations.T + phases) @ gaussian_map.T
    cloud += 0.05 * points.normal(size=cloud.shape)
    return cloud / np.linalg.norm(cloud, axis=1, keepdims=True)


def clouds(np, n):
    """The other inputs of degree-1 persistence."""
    g = np.random.default_rng(3)
    angle = g.uniform(0, 2 * np.pi, (n, 3))
    gaussian = g.normal(size=(n, 64))
    side = int(np.ceil(np.sqrt(n)))
    return {
        "Gaussian noise, d = 64": gaussian,
        "circle": np.stack([np.cos(angle[:, 0]), np.sin(angle[:, 0])], 1),
        "square": g.uniform(size=(n, 2)),
        "3-torus": np.concatenate([np.cos(angle), np.sin(angle)], 1),
        "clusters": g.normal(size=(8, 16))[g.integers(0, 8, n)] * 4 + gaussian[:, :16],
        "half duplicates": np.concatenate([gaussian[: n - n // 2, :16], gaussian[: n // 2, :16]]),
        "integer grid": np.stack([np.arange(n) // side, np.arange(n) % side], 1).astype(float),
    }


def distances(np, x):
    squares = (x * x).sum(1)
    d = np.sqrt(np.maximum(squares[:, None] + squares - 2 * (x @ x.T), 0))
    d = (d + d.T) / 2
    np.fill_diagonal(d, 0)
    return d


PARTS = ["h1", "w2", "gw", "starts", "clouds"]


class Bench:
    def __init__(self, binary, pythons, repeat, folder, keep):
        self.binary, self.pythons, self.repeat, self.folder = binary, pythons, repeat, folder
        self.missing = set()
        self.keep = keep
        self.kept = keep.read_text().splitlines() if keep and keep.exists() else []

    def kept_row(self, what, peer_name):
        """The row of an earlier run, or None."""
        beginning = f"| {what} | {peer_name}"
        for line in self.kept:
            if line.startswith((beginning + " |", beginning + ", ")):
                return line
        return None

    def rows(self, what, ours, peers):
        """A row for each of `peers`, name -> measurement, that is not kept and not missing.

        `ours` and the peers are called when they are needed, ours once. It may return a remark for
        the names beside its measurement.
        """
        measured = None
        for peer_name, measure in peers.items():
            if line := self.kept_row(what, peer_name):
                print(line, flush=True)
            elif peer := measure():
                measured = measured or ours()
                remark = measured.get("remark")
                self.row(what, measured, f"{peer_name}, {remark}" if remark else peer_name, peer)

    def ours(self, *arguments):
        out = subprocess.run(
            [self.binary, "--geometry", "raw", "--repeat", str(self.repeat), "--threads", "2",
             *arguments],
            check=True, capture_output=True, text=True).stdout
        return json.loads(out.splitlines()[0])

    def peer(self, python, name, *files):
        """One measurement in a process of its own; None where the library is not there."""
        label, executable = python
        done = subprocess.run(
            [executable, "-W", "ignore", "-c", PEER, name, str(self.repeat), *files],
            capture_output=True, text=True)
        if done.returncode != 0:
            self.missing.add(f"{name} of {label}: {done.stderr.strip().splitlines()[-1:]}")
            return None
        return json.loads(done.stdout.splitlines()[-1])

    def ripser(self, np, d):
        """Ripser as its command line is used, reading its text included: about 0.2 µs a distance."""
        program = shutil.which("ripser")
        if program is None:
            self.missing.add("ripser: not installed")
            return None
        path = self.folder / "ripser.txt"
        with path.open("w") as file:
            for i in range(len(d)):
                file.write(",".join(map("{:.9g}".format, d[i, :i])) + "\n")
        before = os.times()
        out = subprocess.run([program, "--format", "lower-distance", "--dim", "1", path], check=True,
                             capture_output=True, text=True).stdout
        after = os.times()
        pairs = out.split("dim 1:")[1].count("[")
        return {"value": pairs, "seconds": after.elapsed - before.elapsed,
                "processor_seconds": after.children_user + after.children_system
                - before.children_user - before.children_system}

    def row(self, what, ours, peer_name, peer):
        line = (f"| {what} | {peer_name} | {ours['seconds']:.3f} | {peer['seconds']:.3f} "
                f"| **{peer['seconds'] / ours['seconds']:.1f}** | {ours['processor_seconds']:.3f} "
                f"| {peer['processor_seconds']:.3f} "
                f"| {peer['processor_seconds'] / ours['processor_seconds']:.1f} "
                f"| {ours['peak_rss_bytes'] / 2**20:.0f} "
                f"| {ours['value']:.9g} / {peer['value']:.9g} |")
        print(line, flush=True)
        if self.keep:
            with self.keep.open("a") as file:
                file.write(line + "\n")

    def persistence(self, np, what, x):
        d = distances(np, x)
        path = self.folder / "d.npy"
        np.save(path, d)
        peers = {"Ripser, Debian": lambda: self.ripser(np, d)}
        if len(x) <= 300:
            for python in self.pythons:
                peers[f"GUDHI, {python[0]}"] = partial(self.peer, python, "h1_gudhi", path)
        self.rows(f"H1, {what}", lambda: self.ours("--distances", path, "--statistic", "h1"), peers)

    def transport(self, np, n, x, y):
        files = [self.folder / name for name in ("x.npy", "y.npy")]
        diagrams = [self.folder / name for name in ("x.csv", "y.csv")]
        for cloud, file, diagram in zip((x, y), files, diagrams):
            np.save(file, cloud)
            self.ours("--x", file, "--statistic", "h1", "--dump-diagram", diagram)

        def ours():
            found = self.ours("--x", files[0], "--y", files[1], "--statistic", "w2")
            details = found["details"]
            return found | {"seconds": details["transport_seconds"],
                            "processor_seconds": details["transport_processor_seconds"],
                            "remark": f"{details['pairs_x']} and {details['pairs_y']} pairs"}

        peers = {}
        for python in self.pythons:
            for name, peer in (("GUDHI with POT", "w2_pot"), ("Hera 1e-6", "w2_hera")):
                peers[f"{name}, {python[0]}"] = partial(self.peer, python, peer, *diagrams)
        self.rows(f"W2, tori of {n} points", ours, peers)

    def gromov(self, np, what, x, y, all_starts=False):
        files = [self.folder / name for name in ("dx.npy", "dy.npy")]
        for cloud, file in zip((x, y), files):
            np.save(file, distances(np, cloud))
        peer = "gw_pot_starts" if all_starts else "gw_pot"
        self.rows(f"GW from {'several starts' if all_starts else 'the identity'}, {what}",
                  lambda: self.ours("--distances", files[0], "--distances-y", files[1],
                                    "--statistic", "gw", "--gw-starts",
                                    "default" if all_starts else "identity"),
                  {f"POT, {python[0]}": partial(self.peer, python, peer, *files)
                   for python in self.pythons})


def describe(pythons):
    print(f"{os.cpu_count()} cores, {platform.machine()}, load {os.getloadavg()[0]:.1f} at the start")
    for label, executable in pythons:
        versions = subprocess.run(
            [executable, "-W", "ignore", "-c",
             "import gudhi, ot; print('gudhi', gudhi.__version__, 'POT', ot.__version__)"],
            capture_output=True, text=True)
        print(f"{label}: {versions.stdout.strip() or 'not installed'}")
    print("\n| what | beside | seconds | theirs | ratio | processor seconds | theirs | ratio | MiB | values |")
    print("|---|---|---|---|---|---|---|---|---|---|")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--sizes", default="256,512,1024", help="points of the tori")
    parser.add_argument("--points", type=int, default=1024, help="of the other clouds")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--only", default=",".join(PARTS), help="parts of the table, of " + ",".join(PARTS))
    parser.add_argument("--keep", type=pathlib.Path, metavar="FILE",
                        help="rows of earlier runs, and where new ones go")
    parser.add_argument("--python", action="append", default=[], metavar="LABEL=EXECUTABLE",
                        help="a Python that may have gudhi and POT; may be given again")
    arguments = parser.parse_args()
    parts = arguments.only.split(",")
    if unknown := set(parts) - set(PARTS):
        parser.error(f"--only {','.join(sorted(unknown))}: the parts are {','.join(PARTS)}")
    import numpy as np

    pythons = [tuple(p.split("=", 1)) for p in arguments.python] or [("PyPI", sys.executable)]
    describe(pythons)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(arguments.binary, pythons, arguments.repeat, pathlib.Path(folder),
                      arguments.keep)
        for n in map(int, arguments.sizes.split(",")):
            x, y = torus(np, n, 1), torus(np, n, 2)
            near = x + 0.005 * np.random.default_rng(4).normal(size=x.shape)
            if "h1" in parts:
                bench.persistence(np, f"torus of {n} points", x)
            if "w2" in parts:
                bench.transport(np, n, x, y)
            for part, all_starts in (("gw", False), ("starts", True)):
                if part in parts:
                    bench.gromov(np, f"another torus of {n} points", x, y, all_starts)
                    bench.gromov(np, f"a torus of {n} points, moved a little", x, near, all_starts)
        if "clouds" in parts:
            for name, cloud in clouds(np, arguments.points).items():
                bench.persistence(np, f"{name}, {arguments.points} points", cloud)
    for missing in sorted(bench.missing):
        print(f"left out: {missing}")


if __name__ == "__main__":
    main()
