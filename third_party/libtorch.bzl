"""LibTorch as a Bazel target, from a directory that holds `include/` and `lib/`.

WIDTHLAB_LIBTORCH names the directory, for instance `.../site-packages/torch` of a Python
environment; unset, it is `libtorch` in widthlab's cache folder, where `./run` unpacks the pinned
wheel. The CPU library asks for CUPTI and the CUDA runtime even on a machine without a GPU; they
lie beside it or, in a Python environment, under `nvidia/`.
"""

_TORCH = ["libtorch_cpu.so", "libc10.so", "libgomp.so.1"]
_CUDA = ["libcupti.so.13", "libcudart.so.13"]

_BUILD = """package(default_visibility = ["//visibility:public"])

# All in one target, so that the libraries share a directory and find one another from there.
cc_library(
    name = "torch",
    srcs = {libraries},
    hdrs = glob([
        "include/ATen/**",
        "include/c10/**",
        "include/torch/**",
    ]),
    includes = [
        "include",
        "include/torch/csrc/api/include",
    ],
)
"""

def _libtorch_impl(ctx):
    env = ctx.os.environ
    cache = env.get("XDG_CACHE_HOME") or env["HOME"] + "/.cache"
    root = ctx.path(env.get("WIDTHLAB_LIBTORCH") or cache + "/widthlab/libtorch")
    if not root.get_child("include").exists:
        fail("no LibTorch in %s: run `./run build`, or set WIDTHLAB_LIBTORCH" % root)
    places = [
        root.get_child("lib"),
        root.dirname.get_child("nvidia").get_child("cu13").get_child("lib"),
    ]
    libraries = []
    for name in _TORCH + _CUDA:
        found = [p.get_child(name) for p in places if p.get_child(name).exists]
        if found:
            ctx.symlink(found[0], "lib/" + name)
            libraries.append("lib/" + name)
        elif name in _TORCH[:2]:
            fail("%s/lib has no %s" % (root, name))
    for area in ["ATen", "c10", "torch"]:
        ctx.symlink(root.get_child("include").get_child(area), "include/" + area)
    ctx.file("BUILD", _BUILD.format(libraries = libraries))

libtorch = repository_rule(
    implementation = _libtorch_impl,
    configure = True,
    environ = ["HOME", "WIDTHLAB_LIBTORCH", "XDG_CACHE_HOME"],
    local = True,
    doc = "Makes @NAME//:torch from the LibTorch that WIDTHLAB_LIBTORCH names.",
)
