#include "common/figure/frame.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "common/figure/number_text.h"
#include "common/figure/theme.h"

namespace widthlab::figure {
namespace {

constexpr double kMargin = 16;
constexpr double kLineHeight = 18;
constexpr double kTickRoom = 20;

}  // namespace

bool Drawable(const Axis& axis, double value) {
  return std::isfinite(value) && (!axis.logarithmic || value > 0);
}

Scale MakeScale(const Axis& axis, const std::vector<double>& values, PixelRange pixels) {
  double low = HUGE_VAL;
  double high = -HUGE_VAL;
  for (double value : values) {
    if (!Drawable(axis, value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  if (low > high) {
    low = axis.logarithmic ? 1 : 0;
    high = axis.logarithmic ? 10 : 1;
  }
  if (!axis.whole && !axis.logarithmic) {
    const double room = 0.05 * (high - low);
    low -= room;
    high += room;
  }
  low = axis.low.value_or(low);
  high = axis.high.value_or(high);
  return axis.logarithmic ? Scale::Logarithmic(low, high, pixels)
                          : Scale::Linear(low, high, pixels, axis.whole);
}

double LabelRoom(const Scale& scale) {
  double widest = 0;
  for (const Tick& tick : scale.ticks()) {
    widest = std::max(widest, TextWidth(tick.label, kFontSize));
  }
  return widest + 2 * kLineHeight;
}

Frame::Frame(const Caption& caption, const Size& size, const std::vector<std::string>& legend,
             double left_room, bool has_x_label)
    : size_(size) {
  svg_.Open("svg", {{"xmlns", "http://www.w3.org/2000/svg"},
                    {"viewBox", absl::StrCat("0 0 ", CoordinateText(size.width), " ",
                                             CoordinateText(size.height))},
                    {"width", size.width},
                    {"height", size.height},
                    {"role", "img"}});
  svg_.Text("title", {}, caption.title);
  svg_.Text("desc", {}, caption.description);
  WriteStyle(svg_);
  svg_.Leaf("rect", {{"class", "wf-bg"}, {"width", size.width}, {"height", size.height}});
  svg_.Text("text", {{"class", "wf-title"}, {"x", kMargin}, {"y", kMargin + 8}}, caption.title);
  plot_.left = kMargin + left_room;
  plot_.right = size.width - kMargin;
  plot_.top = DrawLegend(legend, kMargin + kTitleSize + 4) + 8;
  plot_.bottom = size.height - kMargin - kTickRoom - (has_x_label ? kLineHeight : 0);
}

// Entries left to right, as many lines as they need. Returns where the last line ends.
double Frame::DrawLegend(const std::vector<std::string>& legend, double top) {
  double x = kMargin;
  double y = top;
  for (size_t i = 0; i < legend.size(); ++i) {
    const double width = 28 + TextWidth(legend[i], kFontSize) + 14;
    if (x > kMargin && x + width > size_.width - kMargin) {
      x = kMargin;
      y += kLineHeight;
    }
    svg_.Open("g", {{"class", SeriesClass(i)}});
    svg_.Leaf("line", {{"class", "wf-line"},
                       {"stroke-dasharray", SeriesDash(i)},
                       {"x1", x},
                       {"y1", y + 9},
                       {"x2", x + 22},
                       {"y2", y + 9}});
    DrawMarker(svg_, i, x + 11, y + 9);
    svg_.Text("text", {{"class", "wf-text"}, {"x", x + 28}, {"y", y + 13}}, legend[i]);
    svg_.Close();
    x += width;
  }
  return legend.empty() ? y : y + kLineHeight;
}

void Frame::DrawXAxis(const Axis& axis, const Scale& scale) {
  for (const Tick& tick : scale.ticks()) {
    const double x = scale.At(tick.value);
    svg_.Leaf(
        "line",
        {{"class", "wf-grid"}, {"x1", x}, {"y1", plot_.top}, {"x2", x}, {"y2", plot_.bottom}});
    svg_.Text("text",
              {{"class", "wf-text"},
               {"text-anchor", "middle"},
               {"x", x},
               {"y", plot_.bottom + kTickRoom - 4}},
              tick.label);
  }
  svg_.Leaf("line", {{"class", "wf-axis"},
                     {"x1", plot_.left},
                     {"y1", plot_.bottom},
                     {"x2", plot_.right},
                     {"y2", plot_.bottom}});
  DrawXLabel(axis.label);
}

void Frame::DrawXLabel(const std::string& label) {
  if (label.empty()) return;
  svg_.Text("text",
            {{"class", "wf-text"},
             {"text-anchor", "middle"},
             {"x", (plot_.left + plot_.right) / 2},
             {"y", plot_.bottom + kTickRoom + kLineHeight - 2}},
            label);
}

void Frame::DrawYAxis(const Axis& axis, const Scale& scale) {
  for (const Tick& tick : scale.ticks()) {
    const double y = scale.At(tick.value);
    svg_.Leaf(
        "line",
        {{"class", "wf-grid"}, {"x1", plot_.left}, {"y1", y}, {"x2", plot_.right}, {"y2", y}});
    svg_.Text("text",
              {{"class", "wf-text"}, {"text-anchor", "end"}, {"x", plot_.left - 8}, {"y", y + 4}},
              tick.label);
  }
  if (axis.label.empty()) return;
  const double x = kMargin - 2;
  const double y = (plot_.top + plot_.bottom) / 2;
  svg_.Text("text",
            {{"class", "wf-text"},
             {"text-anchor", "middle"},
             {"transform", absl::StrCat("translate(", CoordinateText(x), " ", CoordinateText(y),
                                        ") rotate(-90)")}},
            axis.label);
}

void Frame::DrawNote(const std::string& text) {
  svg_.Text("text",
            {{"class", "wf-text wf-note"},
             {"text-anchor", "middle"},
             {"x", (plot_.left + plot_.right) / 2},
             {"y", (plot_.top + plot_.bottom) / 2}},
            text);
}

std::string Frame::Finish() {
  svg_.Close();
  return svg_.Take();
}

}  // namespace widthlab::figure
