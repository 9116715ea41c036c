#include "services/schedule/service/exchange.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/schedule/core/build_schedule.h"
#include "services/schedule/core/export/formats.h"
#include "services/schedule/core/families/hourglass_families.h"
#include "services/schedule/service/schedule_model.h"

namespace widthlab::schedule {
namespace {

using Widths = google::protobuf::RepeatedField<int32_t>;

absl::StatusOr<const ExportFormat*> FormatOf(v1::ScheduleFormat value) {
  std::string names;
  const std::string prefix = "SCHEDULE_FORMAT_";
  for (const ExportFormat& format : AllFormats()) {
    std::string name(format.name);
    absl::StrAppend(&names, names.empty() ? "" : ", ", name);
    std::transform(name.begin(), name.end(), name.begin(), [](char c) {
      return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    if (v1::ScheduleFormat_Name(value) == prefix + name) return &format;
  }
  return InvalidField("format", absl::StrCat(static_cast<int>(value)),
                      absl::StrCat("one of ", names));
}

bool IsUniform(const v1::Schedule& schedule) {
  const Widths& widths = schedule.residual_widths();
  return schedule.has_architecture() && schedule.architecture().has_hidden_size() &&
         std::all_of(widths.begin(), widths.end(),
                     [&](int32_t width) { return width == schedule.architecture().hidden_size(); });
}

absl::StatusOr<ExportSubject> SubjectOf(const v1::Schedule& schedule) {
  RETURN_IF_ERROR(CheckWidths(schedule));
  if (schedule.attention_widths_size() > 0 && schedule.residual_widths_size() > 0 &&
      !IsUniform(schedule)) {
    return InvalidField("attention_widths", "given", "empty beside residual_widths");
  }
  ExportSubject subject;
  subject.ffn_widths.assign(schedule.ffn_widths().begin(), schedule.ffn_widths().end());
  if (schedule.residual_widths_size() > 0 && !IsUniform(schedule)) {
    subject.residual_widths.assign(schedule.residual_widths().begin(),
                                   schedule.residual_widths().end());
  }
  subject.attention_widths.assign(schedule.attention_widths().begin(),
                                  schedule.attention_widths().end());
  if (!schedule.has_architecture()) return subject;
  ASSIGN_OR_RETURN(ScheduledModel scheduled, ModelOf(schedule));
  subject.model = std::move(scheduled.model);
  subject.model->residual_widths = subject.residual_widths;
  if (schedule.has_hourglass()) {
    subject.hourglass = HourglassOf(schedule.architecture(), schedule.hourglass());
    if (schedule.family() == "hourglass_arithmetic") {
      subject.hourglass->curve = HourglassCurve::kArithmetic;
    }
  }
  return subject;
}

void SetWidths(const std::vector<int64_t>& widths, Widths& out) {
  for (int64_t width : widths) out.Add(static_cast<int32_t>(width));
}

}  // namespace

absl::StatusOr<v1::ExportScheduleResponse> ExportSchedule(const v1::ExportScheduleRequest& request,
                                                          artifact::ArtifactStore& store) {
  ASSIGN_OR_RETURN(const ExportFormat* const format, FormatOf(request.format()));
  v1::Schedule schedule = request.schedule();
  if (request.source_case() == v1::ExportScheduleRequest::kArtifact) {
    ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, store.Get(request.artifact()));
    if (artifact.manifest().kind() != artifact::v1::ARTIFACT_KIND_SCHEDULE) {
      return InvalidField("artifact", request.artifact(), "the id of a schedule");
    }
    ASSIGN_OR_RETURN(schedule, ReadSchedule(store, artifact));
  } else if (request.source_case() == v1::ExportScheduleRequest::SOURCE_NOT_SET) {
    return InvalidField("artifact", "left out", "the id of a schedule, or a schedule instead");
  }
  ASSIGN_OR_RETURN(const ExportSubject subject, SubjectOf(schedule));
  ASSIGN_OR_RETURN(const Export out, ExportAs(*format, subject));
  v1::ExportScheduleResponse response;
  for (const ExportedFile& file : out.files) {
    v1::ExportedFile& copy = *response.add_files();
    copy.set_name(file.name);
    copy.set_text(file.text);
  }
  SetWidths(out.realised.ffn_widths, *response.mutable_ffn_widths());
  SetWidths(out.realised.residual_widths, *response.mutable_residual_widths());
  SetWidths(out.realised.attention_widths, *response.mutable_attention_widths());
  response.set_parameters(out.parameters);
  response.set_parameter_drift(out.parameter_drift);
  return response;
}

absl::StatusOr<v1::ImportScheduleResponse> ImportSchedule(
    const v1::ImportScheduleRequest& request) {
  ASSIGN_OR_RETURN(const ExportFormat* const format, FormatOf(request.format()));
  ASSIGN_OR_RETURN(const ImportedWidths widths, format->read(request.text()));
  v1::ImportScheduleResponse response;
  SetWidths(widths.ffn_widths, *response.mutable_ffn_widths());
  SetWidths(widths.residual_widths, *response.mutable_residual_widths());
  SetWidths(widths.attention_widths, *response.mutable_attention_widths());
  response.set_hidden_size(static_cast<int32_t>(widths.hidden_size));
  return response;
}

}  // namespace widthlab::schedule
