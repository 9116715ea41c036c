// What every chart has around its marks: background, title, description, legend, axes, grid.
//
//   Frame frame({.title = "Widths", .description = "..."}, {}, {.legend = {...}, .left_room = 40});
//   frame.DrawXAxis(x, x_scale);      // after reading frame.plot()
//   ...draw on frame.svg()...
//   return frame.Finish();
#ifndef WIDTHLAB_COMMON_FIGURE_FRAME_H_
#define WIDTHLAB_COMMON_FIGURE_FRAME_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "common/figure/scale.h"
#include "common/figure/svg_writer.h"

namespace widthlab::figure {

struct Canvas {
  double width = 720;
  double height = 360;  // without the legend, which adds what it needs
  // For a page that has a style sheet, a heading and a background of its own: without them.
  bool bare = false;
};

// A finished figure and the pixels it takes.
struct Drawing {
  std::string svg;
  double width = 0;
  double height = 0;
};

struct Caption {
  std::string title;
  std::string description;  // for people who cannot see the figure
};

struct Axis {
  std::string label;
  bool logarithmic = false;  // values at or below 0 are left out
  bool whole = false;        // ticks are whole numbers: layers, seeds
  // Ends; where left out, those of the data, with a little room.
  std::optional<double> low = {};
  std::optional<double> high = {};
};

// Finite (and, on a logarithmic axis, positive).
bool Drawable(const Axis& axis, double value);

// The scale of an axis over the drawable ones of `values`, or 0 to 1 (1 to 10) without any.
Scale MakeScale(const Axis& axis, const std::vector<double>& values, PixelRange pixels);

struct Box {
  double left, top, right, bottom;
};

// How a series is drawn: as one of those that matter, as one of many, or as a line to read the
// others by.
enum class Emphasis { kNormal, kMuted, kReference };

struct LegendEntry {
  std::string name;
  size_t style = 0;
  Emphasis emphasis = Emphasis::kNormal;
  bool bar = false;  // the key is a small bar in place of a line with its marker
};

// Class of what belongs to a series, and the dashes of its line.
std::string ClassOf(size_t style, Emphasis emphasis);
std::string DashOf(size_t style, Emphasis emphasis);

struct FrameOptions {
  std::vector<LegendEntry> legend = {};
  double left_room = 0;  // for labels left of the plot, in pixels
  bool has_x_label = false;
};

class Frame {
 public:
  Frame(const Caption& caption, const Canvas& canvas, const FrameOptions& options);

  const Box& plot() const { return plot_; }
  SvgWriter& svg() { return svg_; }

  void DrawXAxis(const Axis& axis, const Scale& scale);
  void DrawYAxis(const Axis& axis, const Scale& scale);
  // Of the x axis only the numbers, or only the words.
  void DrawXTicks(const Scale& scale);
  void DrawXLabel(const std::string& label);

  // In the middle of the plot, where there is nothing to draw.
  void DrawNote(const std::string& text);

  Drawing Finish();

 private:
  void Begin(const Caption& caption, const Canvas& canvas);
  void DrawTitle(const Caption& caption);
  void DrawLegend(const std::vector<LegendEntry>& legend, double top);
  void DrawKey(const LegendEntry& entry, double x, double middle);

  double width_;
  double height_;
  Box plot_;
  SvgWriter svg_;
};

// What a canvas' height has besides the plot: for charts whose plot is as high as its rows.
double HeightAround(const Canvas& canvas, bool has_x_label);

// Pixels that the tick labels and the label of a vertical axis need.
double LabelRoom(const Scale& scale, const std::string& label);

}  // namespace widthlab::figure

#endif  // WIDTHLAB_COMMON_FIGURE_FRAME_H_
