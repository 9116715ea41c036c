"""The system's C++ libraries as Bazel targets, as pkg-config describes them.

Debian 12 and 13 split Abseil into differently named shared objects, so nothing is listed here:
every `absl_*` package that pkg-config knows becomes a target of that name, and the few others are
in _LIBRARIES. Headers are found by the compiler in /usr/include; Bazel allows that without a
declaration but does not watch it, therefore every target carries `system_versions.h`, a header
that holds the versions of compiler and libraries: objects in a shared disk cache are never
reused after an upgrade.
"""

# Target name -> pkg-config packages. The packages that carry them are in tools/packages.txt.
_LIBRARIES = {
    "gmock": ["gmock"],
    "grpc++": ["grpc++"],
    "gtest": ["gmock", "gtest"],
    # A test that includes gmock.h needs its library wherever the compiler inlines less.
    "gtest_main": ["gtest_main", "gmock"],
    "nlohmann_json": ["nlohmann_json"],
    "openssl_crypto": ["libcrypto"],
    "openssl_ssl": ["libssl"],
    "prometheus_cpp": ["prometheus-cpp-pull", "prometheus-cpp-core"],
    "protobuf": ["protobuf"],
    "sqlite3": ["sqlite3"],
    "zlib": ["zlib"],
}

# One line for each package: name, version, linker flags.
_ASK_PKG_CONFIG = """
set -eu
for p in "$@" $(pkg-config --list-all | sed -n 's/^\\(absl_[a-z0-9_]*\\) .*/\\1/p' | sort -u); do
  pkg-config --exists "$p" || { echo "$p missing"; continue; }
  echo "$p $(pkg-config --modversion "$p") $(pkg-config --libs-only-l "$p")"
done
"""

def _keep(flag):
    # gRPC's description names the archives of a static link as well; the shared one needs
    # only its own libraries and Abseil, which its headers use inline.
    for prefix in ["-laddress_sorting", "-lcares", "-lre2", "-lupb"]:
        if flag.startswith(prefix):
            return False
    return flag.startswith("-l")

def _library(name, flags, defines = [], hdrs = [], includes = []):
    return """cc_library(
    name = "{name}",
    hdrs = {hdrs},
    defines = {defines},
    includes = {includes},
    linkopts = {linkopts},
)
""".format(
        name = name,
        hdrs = ["system_versions.h"] + hdrs,
        defines = defines,
        includes = includes,
        linkopts = (["-Wl,--as-needed"] + flags) if flags else [],
    ) if not hdrs else """cc_library(
    name = "{name}",
    hdrs = glob({hdrs}) + ["system_versions.h"],
    includes = {includes},
)
""".format(name = name, hdrs = hdrs, includes = includes)

def _unique(flags):
    return {f: None for f in flags}.keys()

def _system_libraries_impl(ctx):
    wanted = _unique([p for packages in _LIBRARIES.values() for p in packages])
    answer = ctx.execute(["sh", "-c", _ASK_PKG_CONFIG, "sh"] + wanted)
    compiler = ctx.execute(["g++", "-dumpfullversion", "-dumpmachine"])
    protoc = ctx.execute(["protoc", "--version"])
    eigen = ctx.path("/usr/include/eigen3")
    if answer.return_code or compiler.return_code or protoc.return_code or not eigen.exists:
        fail("g++, protoc, pkg-config and Eigen are needed; `./run build` installs them: " +
             answer.stderr + compiler.stderr + protoc.stderr)

    flags = {}
    versions = ["g++ " + compiler.stdout.replace("\n", " "), protoc.stdout.strip()]
    missing = []
    for line in answer.stdout.strip().split("\n"):
        words = line.split(" ")
        if words[1] == "missing":
            missing.append(words[0])
            continue
        flags[words[0]] = _unique([w for w in words[2:] if _keep(w)])
        versions.append(words[0] + " " + words[1])
    if missing:
        fail("pkg-config does not know %s; `./run build` installs what is missing" % missing)

    ctx.symlink(eigen, "eigen3")
    comment = "\n".join(["// " + v for v in versions])
    ctx.file("system_versions.h", "#pragma once\n" + comment + "\n")

    targets = ["""package(default_visibility = ["//visibility:public"])

exports_files(["system_versions.h"])
"""]
    for package in sorted(flags.keys()):
        if package.startswith("absl_"):
            targets.append(_library(package, flags[package]))
    for name, packages in sorted(_LIBRARIES.items()):
        libs = _unique([f for p in packages for f in flags[p]])
        defines = ["GTEST_HAS_PTHREAD=1"] if name.startswith("g") and "mock" in name else []
        targets.append(_library(name, libs, defines))
        if name == "grpc++":
            own = ["-lgrpc++_reflection"] + libs
            targets.append(_library("grpc++_reflection", own))
    # It comes with prometheus-cpp and has no pkg-config file.
    targets.append(_library("civetweb", {"-lcivetweb": None}.keys()))
    targets.append(_library("eigen", [], hdrs = ["eigen3/**"], includes = ["eigen3"]))
    ctx.file("BUILD", "\n".join(targets))

system_libraries = repository_rule(
    implementation = _system_libraries_impl,
    configure = True,
    environ = ["PKG_CONFIG_PATH"],
    local = True,
    doc = "Makes @NAME//:absl_status, @NAME//:grpc++ and so on from what pkg-config knows.",
)
