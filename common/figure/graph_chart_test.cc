#include "common/figure/graph_chart.h"

#include <string>

#include "common/figure/graph_lanes.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::figure {
namespace {

using testing::HasSubstr;

TEST(GraphLayoutTest, EveryEdgePointsRight) {
  // 0 -> 1 -> 2 and 0 -> 2.
  const auto places = LayOutGraph(3, {{0, 1}, {1, 2}, {0, 2}});
  EXPECT_EQ(places[0].column, 0u);
  EXPECT_EQ(places[1].column, 1u);
  EXPECT_EQ(places[2].column, 2u);
}

// A late input stands just before what needs it: 0 -> 1 -> 2 and 3 -> 2.
TEST(GraphLayoutTest, NodesStandAsFarRightAsTheyCan) {
  EXPECT_EQ(LayOutGraph(4, {{0, 1}, {1, 2}, {3, 2}})[3].column, 1u);
}

TEST(GraphLayoutTest, NodesStayBesideWhatTheyFollowFrom) {
  // Two sources; node 2 follows from the second, node 3 from the first.
  const auto places = LayOutGraph(4, {{1, 2}, {0, 3}});
  EXPECT_EQ(places[3].row, 0u);
  EXPECT_EQ(places[2].row, 1u);
}

TEST(GraphLayoutTest, ACycleEnds) {
  EXPECT_EQ(LayOutGraph(2, {{0, 1}, {1, 0}}).size(), 2u);
  EXPECT_TRUE(LayOutGraph(0, {}).empty());
}

// 0 -> 1 -> 2 -> 3 with 0 -> 3 and 0 -> 2: both long edges take the lane beside node 1.
TEST(GraphLanesTest, NoEdgePassesOverAColumn) {
  const LanedGraph laned = AddLanes(4, {{0, 1}, {1, 2}, {2, 3}, {0, 3}, {0, 2}});
  EXPECT_EQ(laned.nodes, 6u);
  EXPECT_EQ(laned.edges.size(), 7u);
  const auto places = LayOutGraph(laned.nodes, laned.edges);
  for (size_t node = 0; node < 4; ++node) EXPECT_EQ(places[node].column, node);
  for (const GraphEdge& edge : laned.edges) {
    EXPECT_EQ(places[edge.to].column, places[edge.from].column + 1);
  }
}

TEST(GraphLanesTest, ShortEdgesAndCyclesStayAsTheyAre) {
  EXPECT_EQ(AddLanes(3, {{0, 1}, {1, 2}}).nodes, 3u);
  EXPECT_EQ(AddLanes(2, {{0, 1}, {1, 0}}).edges.size(), 2u);
}

TEST(GraphChartTest, ShowsNodesAndEscapesThem) {
  GraphChart chart{.caption = {"Lineage", "How it was made."}, .nodes = {}, .edges = {}};
  chart.nodes = {{"text <b>", "3f2a91"}, {std::string(80, 'w'), ""}};
  chart.edges = {{0, 1}};
  const std::string svg = DrawGraphChart(chart).svg;
  EXPECT_THAT(svg, HasSubstr("text &lt;b&gt;"));
  EXPECT_THAT(svg, HasSubstr("3f2a91"));
  EXPECT_THAT(svg, HasSubstr("\xE2\x80\xA6</text>"));
  EXPECT_THAT(svg, HasSubstr("<title>" + std::string(80, 'w')));
  EXPECT_EQ(svg, DrawGraphChart(chart).svg);
}

}  // namespace
}  // namespace widthlab::figure
