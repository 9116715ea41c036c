"""The notebook runs from top to bottom on the demonstration's text, and says what it should."""

import glob
import os
import pathlib

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOK = pathlib.Path(__file__).resolve().parents[3] / "docs/notebooks/geometry_guided.ipynb"


def test_the_notebook_is_stored_without_outputs():
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None


@pytest.fixture(scope="module")
def executed(server, package):
    """The notebook with its outputs."""
    if not glob.glob("/usr/share/perl/5.*.*/pod/*.pod"):
        pytest.skip("perl-doc is not installed")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    environment = {**os.environ, "WIDTHLAB_SERVER": server.address, "PYTHONPATH": str(package)}
    environment["IPYTHONDIR"] = str(server.data.parent / "ipython")
    client = NotebookClient(
        notebook, timeout=1800, kernel_name="python3", resources={"metadata": {"path": "/"}}
    )
    with client.setup_kernel(env=environment):
        for index, cell in enumerate(notebook.cells):
            client.execute_cell(cell, index)
    return notebook


def outputs(notebook, source):
    """What the cell shows whose code contains `source`, as one text."""
    [cell] = [c for c in notebook.cells if c.cell_type == "code" and source in c.source]
    shown = []
    for output in cell.outputs:
        assert output.output_type != "error"
        shown += [output.text] if output.output_type == "stream" else output.data.values()
    return "\n".join(map(str, shown))


def test_the_run_is_watched_to_its_end(executed):
    shown = outputs(executed, "run.watch()")
    assert "succeeded" in shown
    assert "100%" in shown


def test_clouds_and_measures_are_shown(executed):
    assert "(192, 64), dtype('float32')" in outputs(executed, 'lab.cloud(result["activations"]')
    assert "topological_change" in outputs(executed, 'compare_clouds(X, Y, geometry="spherical")')
    assert "undefined" not in outputs(executed, "lab.estimate_dimension(X)")


def test_figures_are_pictures(executed):
    for name in ["work", "dimension", "widths", "loss", "lineage"]:
        assert "<svg" in outputs(executed, f'"{name}")')


def test_results_from_elsewhere_get_a_verdict(executed):
    assert "better" in outputs(executed, "import_results")


def test_the_verdict_of_one_seed_is_inconclusive(executed):
    assert "1 seed cannot tell an effect from chance" in outputs(executed, "lab.comparison(")


def test_a_broken_array_is_refused_by_its_row(executed):
    assert "X[17]" in outputs(executed, "broken[17, 1]")


def test_the_profile_is_made_again_bit_for_bit(executed):
    assert "equal=True" in outputs(executed, "lab.reproduce")


def test_the_report_is_shown_in_a_frame(executed):
    assert "<iframe srcdoc=" in outputs(executed, "lab.report(")
