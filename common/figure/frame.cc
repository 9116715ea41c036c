#include "common/figure/frame.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "common/figure/number_text.h"
#include "common/figure/text_layout.h"
#include "common/figure/theme.h"

namespace widthlab::figure {
namespace {

constexpr double kMargin = 16;
constexpr double kLineHeight = 18;
constexpr double kTickRoom = 20;
constexpr double kTitleHeight = 20;
constexpr double kKeyWidth = 28;
constexpr double kPlotGap = 8;
constexpr double kBareTop = 4;
constexpr double kBareSide = 4;

std::vector<std::string> TitleLines(const Caption& caption, double width) {
  return WrapText(caption.title, 1.05 * kTitleSize, width - 2 * kMargin);
}

double TitleHeight(const Caption& caption, double width) {
  return kMargin + kTitleHeight * static_cast<double>(TitleLines(caption, width).size());
}

struct LegendPlace {
  double x;
  double y;
};

std::string FittedName(const LegendEntry& entry, double width) {
  return FitName(entry.name, kFontSize, width - 2 * kMargin - kKeyWidth);
}

// Left to right, as many lines as they need.
std::vector<LegendPlace> PlaceLegend(const std::vector<LegendEntry>& legend, double width) {
  std::vector<LegendPlace> places;
  double x = kMargin;
  double y = 0;
  for (const LegendEntry& entry : legend) {
    const double taken = kKeyWidth + TextWidth(FittedName(entry, width), kFontSize) + 12;
    if (x > kMargin && x + taken > width - kMargin + 12) {
      x = kMargin;
      y += kLineHeight;
    }
    places.push_back({x, y});
    x += taken;
  }
  return places;
}

double LegendHeight(const std::vector<LegendEntry>& legend, double width) {
  return legend.empty() ? 0 : PlaceLegend(legend, width).back().y + kLineHeight;
}

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

double LabelRoom(const Scale& scale, const std::string& label) {
  double widest = 0;
  for (const Tick& tick : scale.ticks()) {
    widest = std::max(widest, TextWidth(tick.label, kFontSize));
  }
  return widest + 10 + (label.empty() ? 0 : kLineHeight);
}

double HeightAround(const Canvas& canvas, bool has_x_label) {
  const double sides = canvas.bare ? kBareTop + kBareSide : 2 * kMargin;
  return sides + kPlotGap + kTickRoom + (has_x_label ? kLineHeight : 0);
}

std::string ClassOf(size_t style, Emphasis emphasis) {
  switch (emphasis) {
    case Emphasis::kNormal:
      break;
    case Emphasis::kMuted:
      return "wf-muted";
    case Emphasis::kReference:
      return "wf-reference";
  }
  return SeriesClass(style);
}

std::string DashOf(size_t style, Emphasis emphasis) {
  return emphasis == Emphasis::kReference ? "3 3" : SeriesDash(style);
}

Frame::Frame(const Caption& caption, const Canvas& canvas, const FrameOptions& options)
    : width_(canvas.width) {
  const double top = canvas.bare ? kBareTop : TitleHeight(caption, canvas.width);
  const double legend = LegendHeight(options.legend, canvas.width);
  height_ = canvas.height + (canvas.bare ? 0 : top - kMargin) + legend;
  Begin(caption, canvas);
  if (!canvas.bare) DrawTitle(caption);
  DrawLegend(options.legend, top);
  const double side = canvas.bare ? kBareSide : kMargin;
  plot_.left = side + options.left_room;
  plot_.right = width_ - kMargin;
  plot_.top = top + legend + kPlotGap;
  plot_.bottom = height_ - side - kTickRoom - (options.has_x_label ? kLineHeight : 0);
}

void Frame::Begin(const Caption& caption, const Canvas& canvas) {
  svg_.Open("svg", {{"xmlns", "http://www.w3.org/2000/svg"},
                    {"viewBox",
                     absl::StrCat("0 0 ", CoordinateText(width_), " ", CoordinateText(height_))},
                    {"width", width_},
                    {"height", height_},
                    {"role", "img"}});
  svg_.Text("title", {}, caption.title);
  svg_.Text("desc", {}, caption.description);
  if (canvas.bare) return;
  svg_.Verbatim(absl::StrCat("  <style>", StyleSheet(), "</style>\n"));
  svg_.Leaf("rect", {{"class", "wf-bg"}, {"width", width_}, {"height", height_}});
}

void Frame::DrawTitle(const Caption& caption) {
  double y = kMargin + 8;
  for (const std::string& line : TitleLines(caption, width_)) {
    svg_.Text("text", {{"class", "wf-title"}, {"x", kMargin}, {"y", y}}, line);
    y += kTitleHeight;
  }
}

void Frame::DrawKey(const LegendEntry& entry, double x, double middle) {
  if (entry.bar) {
    svg_.Leaf(
        "rect",
        {{"class", "wf-bar"}, {"x", x + 4}, {"y", middle - 5}, {"width", 18}, {"height", 10}});
    return;
  }
  svg_.Leaf("line", {{"class", "wf-line"},
                     {"stroke-dasharray", DashOf(entry.style, entry.emphasis)},
                     {"x1", x},
                     {"y1", middle},
                     {"x2", x + 22},
                     {"y2", middle}});
  if (entry.emphasis == Emphasis::kNormal) DrawMarker(svg_, entry.style, x + 11, middle);
}

void Frame::DrawLegend(const std::vector<LegendEntry>& legend, double top) {
  const std::vector<LegendPlace> places = PlaceLegend(legend, width_);
  for (size_t i = 0; i < legend.size(); ++i) {
    const LegendEntry& entry = legend[i];
    const double x = places[i].x;
    const double y = top + places[i].y;
    svg_.Open("g", {{"class", ClassOf(entry.style, entry.emphasis)}});
    DrawKey(entry, x, y + 9);
    svg_.Text("text", {{"class", "wf-text"}, {"x", x + kKeyWidth}, {"y", y + 13}},
              FittedName(entry, width_));
    svg_.Close();
  }
}

void Frame::DrawXAxis(const Axis& axis, const Scale& scale) {
  for (const Tick& tick : scale.ticks()) {
    const double x = scale.At(tick.value);
    svg_.Leaf(
        "line",
        {{"class", "wf-grid"}, {"x1", x}, {"y1", plot_.top}, {"x2", x}, {"y2", plot_.bottom}});
  }
  DrawXTicks(scale);
  svg_.Leaf("line", {{"class", "wf-axis"},
                     {"x1", plot_.left},
                     {"y1", plot_.bottom},
                     {"x2", plot_.right},
                     {"y2", plot_.bottom}});
  DrawXLabel(axis.label);
}

// A label that would touch the one before it is left out.
void Frame::DrawXTicks(const Scale& scale) {
  double taken = -HUGE_VAL;
  for (const Tick& tick : scale.ticks()) {
    const double x = scale.At(tick.value);
    const double half = TextWidth(tick.label, kFontSize) / 2;
    if (x - half < taken + 4) continue;
    taken = x + half;
    svg_.Text("text",
              {{"class", "wf-text"},
               {"text-anchor", "middle"},
               {"x", x},
               {"y", plot_.bottom + kTickRoom - 4}},
              tick.label);
  }
}

void Frame::DrawXLabel(const std::string& label) {
  if (label.empty()) return;
  svg_.Text("text",
            {{"class", "wf-text"},
             {"text-anchor", "middle"},
             {"x", (plot_.left + plot_.right) / 2},
             {"y", plot_.bottom + kTickRoom + kLineHeight - 4}},
            FitText(label, kFontSize, plot_.right - plot_.left + 30));
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
  const double x = plot_.left - LabelRoom(scale, axis.label) + 10;
  const double y = (plot_.top + plot_.bottom) / 2;
  svg_.Text("text",
            {{"class", "wf-text"},
             {"text-anchor", "middle"},
             {"transform", absl::StrCat("translate(", CoordinateText(x), " ", CoordinateText(y),
                                        ") rotate(-90)")}},
            FitText(axis.label, kFontSize, plot_.bottom - plot_.top + 20));
}

void Frame::DrawNote(const std::string& text) {
  svg_.Text("text",
            {{"class", "wf-text wf-note"},
             {"text-anchor", "middle"},
             {"x", (plot_.left + plot_.right) / 2},
             {"y", (plot_.top + plot_.bottom) / 2}},
            text);
}

Drawing Frame::Finish() {
  svg_.Close();
  return {svg_.Take(), width_, height_};
}

}  // namespace widthlab::figure
