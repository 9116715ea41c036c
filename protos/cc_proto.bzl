"""C++ from .proto files, by the system's protoc.

In protos/BUILD, for `protos/widthlab/geometry/v1/{geometry,geometry_service}.proto`:

    load(":cc_proto.bzl", "cc_grpc", "cc_proto")

    cc_proto(
        name = "geometry_proto",                          # messages only, no gRPC
        srcs = ["widthlab/geometry/v1/geometry.proto"],
        deps = [":job_proto", ":options_proto"],          # what the file imports, cc_proto targets
    )

    cc_grpc(
        name = "geometry_service",                        # an area's RPCs
        srcs = ["widthlab/geometry/v1/geometry_service.proto"],
        deps = [":geometry_proto"],
    )

Includes are `#include "widthlab/geometry/v1/geometry.pb.h"` and
`#include "widthlab/geometry/v1/geometry_service.grpc.pb.h"`; imports in .proto files are written
from protos/ (`import "widthlab/job/v1/job.proto"`). google/protobuf/*.proto come with protoc and
need no dep. Each target also makes a filegroup NAME_sources: its .proto files and those it imports.
Only this package's BUILD uses these macros.
"""

def _outputs(srcs, suffixes):
    return [s[:-len(".proto")] + suffix for s in srcs for suffix in suffixes]

def _generate(name, srcs, deps, suffixes, flags):
    native.filegroup(
        name = name + "_sources",
        srcs = srcs + [d + "_sources" for d in deps],
        visibility = ["//protos:__pkg__", "//tools:__subpackages__"],
    )
    native.genrule(
        name = name + "_generated",
        # The header of versions makes the command depend on which protoc it is.
        srcs = [name + "_sources", "@system//:system_versions.h"],
        outs = _outputs(srcs, suffixes),
        cmd = " ".join(["protoc -Iprotos"] + flags + ["protos/" + s for s in srcs]),
        message = "Generating C++ of",
        visibility = ["//visibility:private"],
    )

def _library(name, srcs, deps, header, source, visibility):
    native.cc_library(
        name = name,
        srcs = _outputs(srcs, source),
        hdrs = _outputs(srcs, header),
        # Generated code is not held to our warnings: neither here nor where it is included.
        copts = ["-w"],
        includes = ["."],
        visibility = visibility,
        deps = deps,
    )

def cc_proto(name, srcs, deps = [], visibility = ["//visibility:public"]):
    """Messages: one cc_library of all srcs."""
    _generate(name, srcs, deps, [".pb.h", ".pb.cc"], ["--cpp_out=$(RULEDIR)"])
    _library(name, srcs, deps + ["@system//:protobuf"], [".pb.h"], [".pb.cc"], visibility)

def cc_grpc(name, srcs, deps = [], visibility = ["//visibility:public"]):
    """Services: stubs, and service classes to derive from, with gRPC's mocks."""
    _generate(
        name,
        srcs,
        deps,
        [".pb.h", ".pb.cc", ".grpc.pb.h", ".grpc.pb.cc"],
        [
            "--cpp_out=$(RULEDIR)",
            "--plugin=protoc-gen-grpc=$$(command -v grpc_cpp_plugin)",
            "--grpc_out=$(RULEDIR)",
        ],
    )
    _library(
        name,
        srcs,
        deps + ["@system//:grpc++", "@system//:protobuf"],
        [".pb.h", ".grpc.pb.h"],
        [".pb.cc", ".grpc.pb.cc"],
        visibility,
    )
