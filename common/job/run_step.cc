// RunStep.
#include <exception>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "common/job/step.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::job {
namespace {

// Libraries below a step may throw; that must not end the server.
absl::StatusOr<std::string> RunGuarded(const Step& step, const google::protobuf::Message& spec,
                                       const StepContext& context) {
  try {
    return step.run(spec, context);
  } catch (const std::bad_alloc&) {
    return MakeError(absl::StatusCode::kResourceExhausted, {.reason = "OUT_OF_MEMORY"},
                     absl::StrCat(step.kind, ": not enough memory"));
  } catch (const std::exception& error) {
    return MakeError(absl::StatusCode::kInternal, {.reason = "EXCEPTION"},
                     absl::StrCat(step.kind, ": unexpected exception: ", error.what()));
  }
}

}  // namespace

absl::StatusOr<v1::StepResult> RunStep(const Step& step, const PreparedStep& prepared,
                                       artifact::ArtifactStore& store, numeric::ThreadPool& pool,
                                       ProgressSink& progress, const CancelToken& cancel,
                                       const StepOptions& options) {
  v1::StepResult result;
  artifact::StepIdentity identity = prepared.identity;
  if (options.ignore_cache) {
    // What is made now must not take the place of what the cache holds.
    identity.cache_key.clear();
  } else {
    ASSIGN_OR_RETURN(const std::optional<artifact::v1::Artifact> cached,
                     store.FindByCacheKey(identity.cache_key));
    if (cached.has_value()) {
      result.set_artifact(cached->id());
      result.set_cached(true);
      return result;
    }
  }
  RETURN_IF_ERROR(cancel.Check());
  const StepContext context{store, pool, progress, cancel, std::move(identity), options.scratch};
  ASSIGN_OR_RETURN(*result.mutable_artifact(), RunGuarded(step, *prepared.spec, context));
  return result;
}

}  // namespace widthlab::job
