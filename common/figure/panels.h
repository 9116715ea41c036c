// Several charts in one figure, below each other.
//
//   DrawPanels({"Work by layer", "..."}, {DrawLineChart(shift), DrawLineChart(distortion)});
#ifndef WIDTHLAB_COMMON_FIGURE_PANELS_H_
#define WIDTHLAB_COMMON_FIGURE_PANELS_H_

#include <string>
#include <vector>

#include "common/figure/frame.h"

namespace widthlab::figure {

struct Panel {
  std::string title;
  Drawing drawing;  // bare
};

// As wide as the widest panel.
Drawing DrawPanels(const Caption& caption, const std::vector<Panel>& panels);

}  // namespace widthlab::figure

#endif  // WIDTHLAB_COMMON_FIGURE_PANELS_H_
