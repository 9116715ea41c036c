#include "clients/cli/correlate_request.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "clients/cli/parse.h"
#include "clients/cli/run_request.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

absl::StatusOr<pipeline::v1::ModelMeasurements> ParseModel(const std::string& word) {
  const size_t equals = word.find('=');
  const bool named = equals != std::string::npos;
  const std::vector<std::string> ids = absl::StrSplit(named ? word.substr(equals + 1) : word, ',');
  const std::string name = named ? word.substr(0, equals) : ids[0];
  if (name.empty() || ids[0].empty() || ids.size() > 2 || ids.back().empty()) {
    return UsageError("MODEL", absl::StrCat("'", word, "' must be [NAME=]PROFILE[,SENSITIVITY]"));
  }
  pipeline::v1::ModelMeasurements model;
  model.set_name(name);
  model.set_profile(ids[0]);
  if (ids.size() == 2) model.set_sensitivity(ids[1]);
  return model;
}

}  // namespace

absl::StatusOr<pipeline::v1::RunDiagnosticsRequest> BuildDiagnosticsRequest(
    const std::vector<std::string>& models, const std::vector<std::string>& settings) {
  pipeline::v1::RunDiagnosticsRequest request;
  for (const std::string& word : models) {
    ASSIGN_OR_RETURN(*request.mutable_diagnostics()->add_models(), ParseModel(word));
  }
  RETURN_IF_ERROR(ApplySettings(settings, *request.mutable_diagnostics()));
  return request;
}

}  // namespace widthlab::cli
