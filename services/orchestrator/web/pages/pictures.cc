#include "services/orchestrator/web/pages/pictures.h"

#include "common/figure/graph_chart.h"
#include "common/figure/line_chart.h"

namespace widthlab::web {

Html FigureHtml(const std::string& svg) {
  // What stands before the element itself has no place inside a page.
  const size_t begin = svg.find("<svg");
  if (begin == std::string::npos) return Html();
  return Element("figure", {{"tabindex", "0"}}, Html::Trusted(svg.substr(begin))) +
         Html::Trusted("\n");
}

Html GraphPicture(const std::string& title, const std::string& description,
                  const std::vector<PictureNode>& nodes, const std::vector<PictureEdge>& edges) {
  figure::GraphChart chart;
  chart.caption = {title, description};
  for (const PictureNode& node : nodes) {
    chart.nodes.push_back({.title = node.title, .subtitle = node.subtitle});
  }
  for (const PictureEdge& edge : edges) chart.edges.push_back({edge.from, edge.to});
  const figure::Drawing drawing = figure::DrawGraphChart(chart);
  return Element("div", {{"class", "graph"}}, FigureHtml(drawing.svg));
}

Html WidthsPicture(const std::vector<NamedSchedule>& schedules) {
  figure::LineChart chart;
  chart.caption = {"FFN width by layer", "One line for each schedule; the table has the numbers"};
  chart.x = {.label = "layer", .whole = true};
  chart.y = {.label = "FFN width", .low = 0};
  for (const NamedSchedule& named : schedules) {
    figure::Series series;
    series.name = named.name;
    for (int l = 0; l < named.schedule.ffn_widths_size(); ++l) {
      series.points.push_back(
          {static_cast<double>(l), static_cast<double>(named.schedule.ffn_widths(l))});
    }
    chart.series.push_back(std::move(series));
  }
  return FigureHtml(figure::DrawLineChart(chart).svg);
}

}  // namespace widthlab::web
