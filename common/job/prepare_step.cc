// PrepareStep and DescribeStep.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/artifact/identity.h"
#include "common/job/step.h"
#include "common/spec/canonical_json.h"
#include "common/spec/resolve.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::job {
namespace {

// An error about the artifact that `field` names says so.
absl::Status AboutField(const absl::Status& status, const std::string& field) {
  std::optional<ErrorFacts> facts = FactsOf(status);
  if (!facts.has_value()) return WithContext(status, field);
  facts->field = field;
  return MakeError(status.code(), *facts, absl::StrCat(field, ": ", std::string(status.message())));
}

std::string NameOfKind(int kind) {
  constexpr std::string_view kPrefix = "ARTIFACT_KIND_";
  std::string name = artifact::v1::ArtifactKind_Name(static_cast<artifact::v1::ArtifactKind>(kind));
  return name.rfind(kPrefix, 0) == 0 ? name.substr(kPrefix.size()) : name;
}

// The full id of an input, if it exists and is of a kind that its field takes.
absl::StatusOr<std::string> CheckInput(const spec::InputReference& input,
                                       artifact::ArtifactStore& store) {
  const absl::StatusOr<artifact::v1::Artifact> found = store.Get(input.id);
  if (!found.ok()) return AboutField(found.status(), input.field);
  const artifact::v1::ArtifactKind kind = found->manifest().kind();
  if (std::find(input.kinds.begin(), input.kinds.end(), kind) == input.kinds.end()) {
    return InvalidField(
        input.field, absl::StrCat("an artifact of kind ", NameOfKind(kind)),
        absl::StrCat("one of kind ",
                     absl::StrJoin(input.kinds, " or ", [](std::string* out, auto allowed) {
                       out->append(NameOfKind(allowed));
                     })));
  }
  return found->id();
}

std::vector<std::string> SortedInputs(const google::protobuf::Message& message) {
  std::vector<std::string> ids;
  for (const spec::InputReference& input : spec::InputsOf(message)) ids.push_back(input.id);
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

}  // namespace

absl::StatusOr<PreparedStep> PrepareStep(const Step& step, const google::protobuf::Message& spec,
                                         artifact::ArtifactStore& store) {
  PreparedStep prepared{.spec = step.new_spec()};
  if (prepared.spec->GetDescriptor() != spec.GetDescriptor()) {
    return absl::InternalError(absl::StrCat(step.kind, " takes a ", prepared.spec->GetTypeName(),
                                            ", not a ", spec.GetTypeName()));
  }
  prepared.spec->CopyFrom(spec);
  RETURN_IF_ERROR(spec::Resolve(*prepared.spec));
  RETURN_IF_ERROR(spec::ReplaceInputs(*prepared.spec, [&store](const spec::InputReference& input) {
    return CheckInput(input, store);
  }));
  if (step.finish_spec) RETURN_IF_ERROR(step.finish_spec(*prepared.spec, store));

  artifact::StepIdentity& identity = prepared.identity;
  identity.spec_type = prepared.spec->GetTypeName();
  identity.spec_json = spec::CanonicalJson(*prepared.spec);
  identity.inputs = SortedInputs(*prepared.spec);
  identity.algorithm_version = step.algorithm_version;
  identity.cache_key = artifact::CacheKey(identity.spec_type, identity.spec_json, identity.inputs,
                                          identity.algorithm_version);
  return prepared;
}

absl::StatusOr<v1::StepMetadata> DescribeStep(const Step& step, const PreparedStep& prepared,
                                              artifact::ArtifactStore& store) {
  v1::StepMetadata metadata;
  metadata.mutable_spec()->PackFrom(*prepared.spec);
  metadata.set_cache_key(prepared.identity.cache_key);
  ASSIGN_OR_RETURN(const std::optional<artifact::v1::Artifact> cached,
                   store.FindByCacheKey(prepared.identity.cache_key));
  if (cached.has_value()) metadata.set_cached_artifact(cached->id());
  if (step.estimate) {
    ASSIGN_OR_RETURN(*metadata.mutable_estimate(), step.estimate(*prepared.spec, store));
  }
  return metadata;
}

}  // namespace widthlab::job
