"""Build hook: puts the generated modules into wheels, and the .proto files into source archives.

A checkout has the .proto files two folders up, a source archive beside this file. Nothing is
written into the checkout, except for an editable install, which can look nowhere else.
"""

import pathlib
import shutil
import sys
import tempfile

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ProtoHook(BuildHookInterface):
    PLUGIN_NAME = "custom"

    def initialize(self, version, build_data):
        root = pathlib.Path(self.root)
        protos = _find_protos(root)
        if self.target_name == "sdist":
            build_data["force_include"][str(protos)] = "protos"
            return
        sys.path.insert(0, self.root)
        try:
            from generate_protos import generate
        finally:
            sys.path.remove(self.root)
        if version == "editable":
            generate(protos, root / "widthlab" / "_proto")
            return
        self._scratch = tempfile.mkdtemp(prefix="widthlab-protos-")
        made = pathlib.Path(self._scratch, "_proto")
        generate(protos, made)
        build_data["force_include"][str(made)] = "widthlab/_proto"

    def finalize(self, version, build_data, artifact_path):
        if hasattr(self, "_scratch"):
            shutil.rmtree(self._scratch)


def _find_protos(root):
    for folder in (root / "protos", root.parents[1] / "protos"):
        if (folder / "widthlab").is_dir():
            return folder
    raise RuntimeError(
        f"no .proto files: neither {root / 'protos'} nor {root.parents[1] / 'protos'} has them; "
        "install from a whole checkout (pip install ./clients/python) or from a source archive"
    )
