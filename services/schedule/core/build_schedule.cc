#include "services/schedule/core/build_schedule.h"

#include "absl/status/status.h"
#include "common/artifact/artifact_builder.h"
#include "common/spec/canonical_json.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/schedule/core/base_schedule.h"
#include "services/schedule/core/families/registry.h"
#include "services/schedule/core/make_schedule.h"
#include "widthlab/capture/v1/sensitivity.pb.h"
#include "widthlab/geometry/v1/geometry.pb.h"

namespace widthlab::schedule {
namespace {

constexpr char kProfileFile[] = "profile.json";
constexpr char kSensitivityFile[] = "sensitivity.json";
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

// Does nothing for an empty id.
template <typename Message>
absl::Status ReadInput(artifact::ArtifactStore& store, const std::string& id, const char* file,
                       Message& message) {
  if (id.empty()) return absl::OkStatus();
  ASSIGN_OR_RETURN(const artifact::v1::Artifact input, store.Get(id));
  ASSIGN_OR_RETURN(message, ReadMessage<Message>(store, input, file));
  return absl::OkStatus();
}

}  // namespace

job::Step BuildScheduleStep() {
  job::Step header{.kind = "schedule.BuildSchedule",
                   .algorithm_version = "schedule.BuildSchedule/2"};
  header.finish_spec = [](google::protobuf::Message& spec, artifact::ArtifactStore& store) {
    auto& schedule_spec = static_cast<v1::ScheduleSpec&>(spec);
    const absl::Status found = FindBase(schedule_spec, store);
    return found.ok() ? CheckSpec(schedule_spec) : found;
  };
  return job::MakeStep<v1::ScheduleSpec>(std::move(header), BuildSchedule);
}

absl::StatusOr<std::string> BuildSchedule(const v1::ScheduleSpec& spec,
                                          const job::StepContext& context) {
  geometry::v1::Profile profile;
  capture::v1::Sensitivity sensitivity;
  v1::Schedule base;
  const std::string profile_id = InputOf(spec, "profile");
  const std::string sensitivity_id = InputOf(spec, "sensitivity");
  const std::string base_id = BaseScheduleOf(spec);
  RETURN_IF_ERROR(ReadInput(context.store, profile_id, kProfileFile, profile));
  RETURN_IF_ERROR(ReadInput(context.store, sensitivity_id, kSensitivityFile, sensitivity));
  RETURN_IF_ERROR(ReadInput(context.store, base_id, kScheduleFile, base));
  ASSIGN_OR_RETURN(
      const v1::Schedule schedule,
      MakeSchedule(spec, {.profile = profile_id.empty() ? nullptr : &profile,
                          .sensitivity = sensitivity_id.empty() ? nullptr : &sensitivity,
                          .base = base_id.empty() ? nullptr : &base}));
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
