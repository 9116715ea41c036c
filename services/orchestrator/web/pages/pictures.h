// Pictures inside a page.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_PICTURES_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_PICTURES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "services/orchestrator/web/pages/html.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::web {

struct PictureNode {
  std::string title = {};
  std::string subtitle = {};
};

struct PictureEdge {
  size_t from = 0;
  size_t to = 0;
};

// Boxes and arrows. As large as it needs to be; a page that is narrower scrolls it.
Html GraphPicture(const std::string& title, const std::string& description,
                  const std::vector<PictureNode>& nodes, const std::vector<PictureEdge>& edges);

struct NamedSchedule {
  std::string name = {};
  schedule::v1::Schedule schedule = {};
};

// FFN widths over depth, one line for each.
Html WidthsPicture(const std::vector<NamedSchedule>& schedules);

// <figure> around an SVG file of ours.
Html FigureHtml(const std::string& svg);

}  // namespace widthlab::web

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_PICTURES_H_
