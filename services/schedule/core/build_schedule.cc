#include "services/schedule/core/build_schedule.h"

#include <optional>

#include "absl/status/status.h"
#include "common/artifact/artifact_builder.h"
#include "common/spec/canonical_json.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/schedule/core/base_schedule.h"
#include "services/schedule/core/families/registry.h"
#include "services/schedule/core/make_schedule.h"
#include "widthlab/geometry/v1/geometry.pb.h"

namespace widthlab::schedule {
namespace {

constexpr char kProfileFile[] = "profile.json";
constexpr int kSchemaVersion = 1;

template <typename Message>
absl::StatusOr<Message> ReadMessage(artifact::ArtifactStore& store,
                                    const artifact::v1::Artifact& artifact, const char* file) {
  ASSIGN_OR_RETURN(const std::string json, artifact::ReadFile(store, artifact, file));
  Message message;
  if (const absl::Status status = spec::ParseJson(json, message); !status.ok()) {
    return CorruptFile(file, std::string(status.message()));
  }
  return message;
}

}  // namespace

job::Step BuildScheduleStep() {
  job::Step header{.kind = "schedule.BuildSchedule",
                   .algorithm_version = "schedule.BuildSchedule/1"};
  header.finish_spec = [](google::protobuf::Message& spec, artifact::ArtifactStore& store) {
    auto& schedule_spec = static_cast<v1::ScheduleSpec&>(spec);
    const absl::Status found = FindBase(schedule_spec, store);
    return found.ok() ? CheckSpec(schedule_spec) : found;
  };
  return job::MakeStep<v1::ScheduleSpec>(std::move(header), BuildSchedule);
}

absl::StatusOr<std::string> BuildSchedule(const v1::ScheduleSpec& spec,
                                          const job::StepContext& context) {
  std::optional<geometry::v1::Profile> profile;
  if (const std::string id = ProfileOf(spec); !id.empty()) {
    ASSIGN_OR_RETURN(const artifact::v1::Artifact input, context.store.Get(id));
    ASSIGN_OR_RETURN(profile,
                     ReadMessage<geometry::v1::Profile>(context.store, input, kProfileFile));
  }
  std::optional<v1::Schedule> base;
  if (const std::string id = BaseScheduleOf(spec); !id.empty()) {
    ASSIGN_OR_RETURN(const artifact::v1::Artifact input, context.store.Get(id));
    ASSIGN_OR_RETURN(base, ReadSchedule(context.store, input));
  }
  ASSIGN_OR_RETURN(const v1::Schedule schedule,
                   MakeSchedule(spec, profile.has_value() ? &*profile : nullptr,
                                base.has_value() ? &*base : nullptr));
  artifact::ArtifactBuilder builder(context.store, artifact::v1::ARTIFACT_KIND_SCHEDULE,
                                    kSchemaVersion);
  RETURN_IF_ERROR(
      builder.AddFile(kScheduleFile, "application/json", spec::CanonicalJson(schedule)));
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, builder.Commit(context.identity));
  return artifact.id();
}

absl::StatusOr<v1::Schedule> ReadSchedule(artifact::ArtifactStore& store,
                                          const artifact::v1::Artifact& artifact) {
  return ReadMessage<v1::Schedule>(store, artifact, kScheduleFile);
}

}  // namespace widthlab::schedule
