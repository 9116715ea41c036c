#include "services/schedule/core/compare/draw_schedules.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "common/figure/line_chart.h"

namespace widthlab::schedule {
namespace {

const char* TitleOf(DrawnQuantity quantity) {
  switch (quantity) {
    case DrawnQuantity::kFfnWidth:
      return "FFN width of every layer";
    case DrawnQuantity::kRelativeWidth:
      return "FFN width of every layer over its mean";
    case DrawnQuantity::kResidualWidth:
      return "Width of the residual stream in every layer";
  }
  return "";
}

const char* UnitOf(DrawnQuantity quantity) {
  switch (quantity) {
    case DrawnQuantity::kFfnWidth:
      return "hidden units";
    case DrawnQuantity::kRelativeWidth:
      return "multiple of the mean";
    case DrawnQuantity::kResidualWidth:
      return "coordinates";
  }
  return "";
}

std::vector<double> ValuesOf(const v1::Schedule& schedule, DrawnQuantity quantity) {
  if (quantity != DrawnQuantity::kResidualWidth) {
    return {schedule.ffn_widths().begin(), schedule.ffn_widths().end()};
  }
  if (schedule.residual_widths_size() > 0) {
    return {schedule.residual_widths().begin(), schedule.residual_widths().end()};
  }
  if (!schedule.architecture().has_hidden_size()) return {};
  return std::vector<double>(static_cast<size_t>(schedule.ffn_widths_size()),
                             schedule.architecture().hidden_size());
}

double MeanOf(const std::vector<double>& values) {
  double sum = 0;
  for (double value : values) sum += value;
  return values.empty() || sum == 0 ? 1 : sum / static_cast<double>(values.size());
}

figure::Series SeriesOf(const NamedSchedule& named, DrawnQuantity quantity, bool relative_depth) {
  figure::Series series{.name = named.label, .points = {}};
  const std::vector<double> values = ValuesOf(named.schedule, quantity);
  const double unit = quantity == DrawnQuantity::kRelativeWidth ? MeanOf(values) : 1;
  const bool bars = quantity != DrawnQuantity::kResidualWidth &&
                    named.schedule.width_intervals_size() == static_cast<int>(values.size());
  for (size_t l = 0; l < values.size(); ++l) {
    const double depth = relative_depth && values.size() > 1
                             ? static_cast<double>(l) / static_cast<double>(values.size() - 1)
                             : static_cast<double>(l);
    figure::Point point{.x = depth, .y = values[l] / unit};
    if (bars) {
      const v1::WidthInterval& interval = named.schedule.width_intervals(static_cast<int>(l));
      point.low = interval.low() / unit;
      point.high = interval.high() / unit;
    }
    series.points.push_back(point);
  }
  return series;
}

std::string Description(const std::vector<NamedSchedule>& schedules, const char* what) {
  std::string text = absl::StrCat(what, ", over depth, for");
  for (const NamedSchedule& named : schedules) {
    absl::StrAppend(&text, " ", named.label, &named == &schedules.back() ? "." : ",");
  }
  return text;
}

}  // namespace

std::string DrawSchedules(const std::vector<NamedSchedule>& schedules, const DrawnAs& how) {
  const bool same_depth =
      std::all_of(schedules.begin(), schedules.end(), [&](const NamedSchedule& named) {
        return named.schedule.ffn_widths_size() == schedules[0].schedule.ffn_widths_size();
      });
  figure::LineChart chart;
  chart.caption = {how.title.empty() ? TitleOf(how.quantity) : how.title,
                   Description(schedules, TitleOf(how.quantity))};
  chart.x = {.label = same_depth ? "layer" : "relative depth", .whole = same_depth};
  chart.y = {.label = UnitOf(how.quantity), .low = 0};
  chart.canvas = {.width = how.width, .height = how.height};
  for (const NamedSchedule& named : schedules) {
    chart.series.push_back(SeriesOf(named, how.quantity, !same_depth));
  }
  return figure::DrawLineChart(chart).svg;
}

}  // namespace widthlab::schedule
