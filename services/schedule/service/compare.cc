#include "services/schedule/service/compare.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "common/numeric/moments.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "services/schedule/core/build_schedule.h"
#include "services/schedule/core/compare/draw_schedules.h"
#include "services/schedule/core/compare/schedule_distance.h"
#include "services/schedule/service/schedule_model.h"

namespace widthlab::schedule {
namespace {

using Sources = google::protobuf::RepeatedPtrField<v1::ScheduleSource>;

constexpr int kMostSchedules = 64;
constexpr int kLeastPixels = 200;
constexpr int kMostPixels = 4000;

absl::StatusOr<v1::Schedule> ScheduleOf(const v1::ScheduleSource& source,
                                        artifact::ArtifactStore& store) {
  if (source.source_case() == v1::ScheduleSource::kSchedule) return source.schedule();
  if (source.source_case() == v1::ScheduleSource::SOURCE_NOT_SET) {
    return InvalidField("artifact", "left out", "the id of a schedule, or a schedule instead");
  }
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, store.Get(source.artifact()));
  if (artifact.manifest().kind() != artifact::v1::ARTIFACT_KIND_SCHEDULE) {
    return InvalidField("artifact", source.artifact(), "the id of a schedule");
  }
  return ReadSchedule(store, artifact);
}

// All of them, with names; errors say which one.
absl::StatusOr<std::vector<NamedSchedule>> ReadAll(const Sources& sources,
                                                   artifact::ArtifactStore& store) {
  if (sources.empty() || sources.size() > kMostSchedules) {
    return InvalidField("schedules", absl::StrCat(sources.size(), " schedules"),
                        absl::StrCat("in [1, ", kMostSchedules, "]"));
  }
  std::vector<NamedSchedule> named;
  for (int i = 0; i < sources.size(); ++i) {
    const std::string path = absl::StrCat("schedules[", i, "]");
    absl::StatusOr<v1::Schedule> schedule = ScheduleOf(sources[i], store);
    if (!schedule.ok()) return UnderField(schedule.status(), path);
    RETURN_IF_ERROR(UnderField(CheckWidths(*schedule), path));
    std::string label = sources[i].label();
    if (label.empty()) label = schedule->family();
    if (label.empty()) label = absl::StrCat("schedule ", i + 1);
    named.push_back({std::move(label), *std::move(schedule)});
  }
  return named;
}

std::vector<double> FfnWidths(const v1::Schedule& schedule) {
  return {schedule.ffn_widths().begin(), schedule.ffn_widths().end()};
}

absl::Status Count(const v1::Schedule& schedule, int64_t sequence_length,
                   v1::ComparedSchedule& out) {
  if (!schedule.has_architecture()) return absl::OkStatus();
  ASSIGN_OR_RETURN(const ScheduledModel scheduled, ModelOf(schedule));
  const int64_t longest = scheduled.model.max_positions;
  if (sequence_length < 0 || sequence_length > longest) {
    return InvalidField("sequence_length", absl::StrCat(sequence_length),
                        absl::StrCat("in [0, ", longest, "], the model's positions"));
  }
  const ModelAccounts cost =
      CountModel(scheduled, sequence_length == 0 ? longest : sequence_length);
  *out.mutable_accounts() = cost.accounts;
  *out.mutable_memory() = cost.memory;
  return absl::OkStatus();
}

absl::StatusOr<v1::ComparedSchedule> Describe(const NamedSchedule& named, int64_t sequence) {
  const v1::Schedule& schedule = named.schedule;
  v1::ComparedSchedule out;
  out.set_label(named.label);
  out.set_family(schedule.family());
  *out.mutable_ffn_widths() = schedule.ffn_widths();
  *out.mutable_residual_widths() = schedule.residual_widths();
  out.set_drift(schedule.drift());
  RETURN_IF_ERROR(Count(schedule, sequence, out));
  const std::vector<double> widths = FfnWidths(schedule);
  const double mean = numeric::Mean(widths);
  double squares = 0;
  for (double width : widths) squares += (width - mean) * (width - mean);
  out.set_mean_width(mean);
  out.set_spread(mean == 0 ? 0 : std::sqrt(squares / static_cast<double>(widths.size())) / mean);
  if (schedule.has_rounding()) out.set_gap_bound(schedule.rounding().gap_bound());
  return out;
}

// Of counts as they come, whole or not.
template <typename Number>
double Ratio(Number number, Number first) {
  return static_cast<double>(number) / static_cast<double>(first);
}

void SetRatios(const v1::ComparedSchedule& first, v1::ComparedSchedule& out) {
  if (!first.has_accounts() || !out.has_accounts()) return;
  const model::v1::Accounts &base = first.accounts(), &own = out.accounts();
  out.set_parameters_ratio(Ratio(own.total_parameters(), base.total_parameters()));
  out.set_flops_ratio(Ratio(own.forward_flops_per_token(), base.forward_flops_per_token()));
  out.set_kv_bytes_ratio(Ratio(own.kv_bytes_per_token(), base.kv_bytes_per_token()));
  out.set_activation_bytes_ratio(Ratio(out.memory().activation_bytes_per_token(),
                                       first.memory().activation_bytes_per_token()));
}

v1::ScheduleDistance DistanceBetween(const std::vector<NamedSchedule>& named, int first,
                                     int second) {
  const WidthDistance distance = DistanceOf(FfnWidths(named[static_cast<size_t>(first)].schedule),
                                            FfnWidths(named[static_cast<size_t>(second)].schedule));
  v1::ScheduleDistance out;
  out.set_first(first);
  out.set_second(second);
  out.set_mean_difference(distance.mean_difference);
  out.set_largest_difference(distance.largest_difference);
  out.set_moved_share(distance.moved_share);
  out.set_pearson(distance.pearson);
  out.set_spearman(distance.spearman);
  out.set_undefined_reason(distance.undefined_reason);
  return out;
}

absl::Status CheckPixels(const char* field, int pixels) {
  if (pixels == 0 || (pixels >= kLeastPixels && pixels <= kMostPixels)) return absl::OkStatus();
  return InvalidField(field, absl::StrCat(pixels),
                      absl::StrCat("0, or in [", kLeastPixels, ", ", kMostPixels, "] pixels"));
}

absl::StatusOr<DrawnQuantity> QuantityOf(v1::ScheduleQuantity quantity) {
  switch (quantity) {
    case v1::SCHEDULE_QUANTITY_UNSPECIFIED:
    case v1::SCHEDULE_QUANTITY_FFN_WIDTH:
      return DrawnQuantity::kFfnWidth;
    case v1::SCHEDULE_QUANTITY_RELATIVE_WIDTH:
      return DrawnQuantity::kRelativeWidth;
    case v1::SCHEDULE_QUANTITY_RESIDUAL_WIDTH:
      return DrawnQuantity::kResidualWidth;
    default:
      return InvalidField("quantity", absl::StrCat(static_cast<int>(quantity)),
                          "FFN_WIDTH, RELATIVE_WIDTH or RESIDUAL_WIDTH");
  }
}

}  // namespace

absl::StatusOr<v1::CompareSchedulesResponse> CompareSchedules(
    const v1::CompareSchedulesRequest& request, artifact::ArtifactStore& store) {
  ASSIGN_OR_RETURN(const std::vector<NamedSchedule> named, ReadAll(request.schedules(), store));
  v1::CompareSchedulesResponse response;
  for (int i = 0; i < request.schedules_size(); ++i) {
    absl::StatusOr<v1::ComparedSchedule> compared =
        Describe(named[static_cast<size_t>(i)], request.sequence_length());
    if (!compared.ok()) return UnderField(compared.status(), absl::StrCat("schedules[", i, "]"));
    compared->set_artifact(request.schedules(i).artifact());
    *response.add_schedules() = *std::move(compared);
    SetRatios(response.schedules(0), *response.mutable_schedules(i));
  }
  for (int first = 0; first < response.schedules_size(); ++first) {
    for (int second = first + 1; second < response.schedules_size(); ++second) {
      *response.add_distances() = DistanceBetween(named, first, second);
    }
  }
  return response;
}

absl::StatusOr<v1::RenderSchedulesResponse> RenderSchedules(
    const v1::RenderSchedulesRequest& request, artifact::ArtifactStore& store) {
  DrawnAs how{.title = request.title()};
  ASSIGN_OR_RETURN(how.quantity, QuantityOf(request.quantity()));
  RETURN_IF_ERROR(CheckPixels("width", request.width()));
  RETURN_IF_ERROR(CheckPixels("height", request.height()));
  if (request.width() > 0) how.width = request.width();
  if (request.height() > 0) how.height = request.height();
  ASSIGN_OR_RETURN(const std::vector<NamedSchedule> named, ReadAll(request.schedules(), store));
  v1::RenderSchedulesResponse response;
  response.set_svg(DrawSchedules(named, how));
  return response;
}

}  // namespace widthlab::schedule
