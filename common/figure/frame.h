// What every chart has around its marks: background, title, description, legend, axes, grid.
//
//   Frame frame({.title = "Widths", .description = "..."}, {720, 360});
//   frame.SetLegend({"uniform", "cosine"});
//   frame.SetScales(x, y);      // after reading frame.plot()
//   ...draw on frame.svg()...
//   return frame.Finish();
#ifndef WIDTHLAB_COMMON_FIGURE_FRAME_H_
#define WIDTHLAB_COMMON_FIGURE_FRAME_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/figure/scale.h"
#include "common/figure/svg_writer.h"

namespace widthlab::figure {

struct Size {
  double width = 720;
  double height = 360;
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

class Frame {
 public:
  // `left_room` is for labels left of the plot, in pixels.
  Frame(const Caption& caption, const Size& size, const std::vector<std::string>& legend,
        double left_room, bool has_x_label);

  const Box& plot() const { return plot_; }
  SvgWriter& svg() { return svg_; }

  void DrawXAxis(const Axis& axis, const Scale& scale);
  void DrawYAxis(const Axis& axis, const Scale& scale);
  void DrawXLabel(const std::string& label);

  // In the middle of the plot, where there is nothing to draw.
  void DrawNote(const std::string& text);

  std::string Finish();

 private:
  double DrawLegend(const std::vector<std::string>& legend, double top);

  Size size_;
  Box plot_;
  SvgWriter svg_;
};

// Pixels that the tick labels and the label of a vertical axis need.
double LabelRoom(const Scale& scale);

}  // namespace widthlab::figure

#endif  // WIDTHLAB_COMMON_FIGURE_FRAME_H_
