#include "common/figure/panels.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "common/figure/number_text.h"
#include "common/figure/theme.h"

namespace widthlab::figure {
namespace {

constexpr double kTitleRoom = 26;
constexpr double kGap = 10;

}  // namespace

Drawing DrawPanels(const Caption& caption, const std::vector<Panel>& panels) {
  Canvas canvas{.width = 300, .height = 24};
  for (const Panel& panel : panels) {
    canvas.width = std::max(canvas.width, panel.drawing.width);
    canvas.height += kTitleRoom + panel.drawing.height + kGap;
  }
  Frame frame(caption, canvas, {});
  SvgWriter& svg = frame.svg();
  double top = frame.plot().top;
  for (const Panel& panel : panels) {
    svg.Text("text", {{"class", "wf-text wf-panel"}, {"x", 16}, {"y", top + 14}}, panel.title);
    svg.Open("g", {{"transform",
                    absl::StrCat("translate(0 ", CoordinateText(top + kTitleRoom - 6), ")")}});
    svg.Verbatim(panel.drawing.svg);
    svg.Close();
    top += kTitleRoom + panel.drawing.height + kGap;
  }
  return frame.Finish();
}

}  // namespace widthlab::figure
