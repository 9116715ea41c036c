#include "common/artifact/manifest_check.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "common/artifact/digest.h"
#include "common/artifact/file_name.h"
#include "common/spec/json_string.h"
#include "common/spec/json_value.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::artifact {
namespace {

constexpr char kDigits[] = "64 lower-case hexadecimal digits";

std::string Shown(const std::string& text) { return text.empty() ? "empty" : text.substr(0, 80); }

absl::Status CheckFile(const v1::ArtifactFile& file, const std::string& path) {
  if (!IsFileName(file.name())) {
    return InvalidField(path + ".name", Shown(file.name()),
                        "a relative path without \".\" or \"..\" parts");
  }
  if (!IsDigest(file.digest()))
    return InvalidField(path + ".digest", Shown(file.digest()), kDigits);
  if (file.size_bytes() < 0) {
    return InvalidField(path + ".size_bytes", absl::StrCat(file.size_bytes()), "at least 0");
  }
  if (file.media_type().empty() || !spec::IsUtf8(file.media_type())) {
    return InvalidField(path + ".media_type", Shown(file.media_type()),
                        "a media type, for instance application/json");
  }
  return absl::OkStatus();
}

absl::Status CheckFiles(const v1::Manifest& manifest) {
  if (manifest.files_size() == 0) {
    return InvalidField("manifest.files", "empty", "at least one file");
  }
  for (int i = 0; i < manifest.files_size(); ++i) {
    const std::string path = absl::StrCat("manifest.files[", i, "]");
    RETURN_IF_ERROR(CheckFile(manifest.files(i), path));
    if (i > 0 && manifest.files(i - 1).name() >= manifest.files(i).name()) {
      return InvalidField(
          path + ".name", manifest.files(i).name(),
          absl::StrCat("after ", manifest.files(i - 1).name(), ": names ascend, each once"));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckInputs(const v1::Manifest& manifest) {
  for (int i = 0; i < manifest.inputs_size(); ++i) {
    const std::string path = absl::StrCat("manifest.inputs[", i, "]");
    if (!IsDigest(manifest.inputs(i)))
      return InvalidField(path, Shown(manifest.inputs(i)), kDigits);
    if (i > 0 && manifest.inputs(i - 1) >= manifest.inputs(i)) {
      return InvalidField(path, manifest.inputs(i),
                          "after the one before it: ids ascend, each once");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckSpec(const v1::Manifest& manifest) {
  if (manifest.spec_type().empty() || !spec::IsUtf8(manifest.spec_type())) {
    return InvalidField("manifest.spec_type", Shown(manifest.spec_type()),
                        "the full name of the spec's message");
  }
  const auto json = spec::ReadJson(manifest.spec_json());
  if (!json.ok() || json->kind != spec::JsonValue::Kind::kObject) {
    return InvalidFieldBecause("manifest.spec_json", json.ok()
                                                         ? "is not an object"
                                                         : std::string(json.status().message()));
  }
  if (manifest.algorithm_version().empty() || !spec::IsUtf8(manifest.algorithm_version())) {
    return InvalidField("manifest.algorithm_version", Shown(manifest.algorithm_version()),
                        "a name and version, for instance geometry.MeasureWork/1");
  }
  return absl::OkStatus();
}

bool IsLabelKey(const std::string& key) {
  return !key.empty() && key.size() <= 63 && std::all_of(key.begin(), key.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.' ||
           c == '/';
  });
}

}  // namespace

absl::Status CheckManifest(const v1::Manifest& manifest) {
  if (manifest.kind() == v1::ARTIFACT_KIND_UNSPECIFIED ||
      !v1::ArtifactKind_IsValid(manifest.kind())) {
    return InvalidField("manifest.kind", absl::StrCat(manifest.kind()), "one of the known kinds");
  }
  if (manifest.schema_version() < 1) {
    return InvalidField("manifest.schema_version", absl::StrCat(manifest.schema_version()),
                        "at least 1");
  }
  RETURN_IF_ERROR(CheckFiles(manifest));
  RETURN_IF_ERROR(CheckSpec(manifest));
  return CheckInputs(manifest);
}

absl::Status CheckCacheKey(std::string_view key) {
  if (key.empty() || IsDigest(key)) return absl::OkStatus();
  return InvalidField("cache_key", Shown(std::string(key)), kDigits);
}

absl::Status CheckLabels(const std::map<std::string, std::string>& labels) {
  if (labels.size() > 64) {
    return InvalidField("labels", absl::StrCat(labels.size(), " labels"), "at most 64");
  }
  for (const auto& [key, value] : labels) {
    if (!IsLabelKey(key)) {
      return InvalidField("labels", Shown(key),
                          "keys of 1 to 63 letters, digits, '_', '-', '.' and '/'");
    }
    if (value.size() > 4096 || !spec::IsUtf8(value)) {
      return InvalidFieldBecause(absl::StrCat("labels.", key),
                                 "a value is UTF-8 of at most 4096 bytes");
    }
  }
  return absl::OkStatus();
}

}  // namespace widthlab::artifact
