// The pages in docs/reference say what the code does.
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/reference/comments.h"
#include "tools/reference/markdown.h"
#include "tools/reference/metric_page.h"
#include "tools/reference/spec_page.h"

namespace widthlab::reference {
namespace {

using testing::HasSubstr;

constexpr char kAdvice[] = "out of date: run `bazel run //tools/reference:write_pages`";

std::string FileText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string Specs() {
  const auto comments = Comments::Read("tools/reference/protos.bin");
  EXPECT_THAT(comments, IsOk());
  return comments.ok() ? SpecPage(*comments) : "";
}

// Every word of a text that begins with "widthlab_".
std::set<std::string> MetricNames(const std::string& text) {
  std::set<std::string> names;
  for (size_t at = text.find("widthlab_"); at != std::string::npos;) {
    const size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_", at);
    names.insert(text.substr(at, end - at));
    at = text.find("widthlab_", end);
  }
  return names;
}

TEST(Pages, TellAFieldWithItsRangeDefaultAndMeaning) {
  EXPECT_THAT(Specs(), HasSubstr("| `start` | a number above 0 | `1.5` | Widths of the first and "
                                 "last layer, as multiples of the mean. |"));
  EXPECT_THAT(Specs(), HasSubstr("| `geometry` | one of [Geometry](#geometry) | `HYPERBOLIC` |"));
}

TEST(Pages, CellsCannotEndTheirTable) {
  EXPECT_EQ(TableRow({"a|b", "c\nd", ""}), "| a\\|b | c d | |\n");
  EXPECT_EQ(Plain("the ><former"), "the \\>\\<former");
}

// "#trainspec" of every "](#trainspec)".
std::set<std::string> LinksIn(const std::string& page) {
  std::set<std::string> links;
  for (size_t at = page.find("](#"); at != std::string::npos; at = page.find("](#", at + 1)) {
    links.insert(page.substr(at + 3, page.find(')', at) - at - 3));
  }
  return links;
}

TEST(Pages, LinksLeadToSections) {
  const std::string page = Specs();
  const std::string lower = absl::AsciiStrToLower(page);
  EXPECT_GT(LinksIn(page).size(), 10u);
  for (const std::string& link : LinksIn(page)) {
    const bool found = absl::StrContains(lower, absl::StrCat("\n### ", link, "\n")) ||
                       absl::StrContains(lower, absl::StrCat("<a id=\"", link, "\">"));
    EXPECT_TRUE(found) << link;
  }
}

TEST(Pages, OfSpecsIsWhatTheOptionsSay) {
  EXPECT_TRUE(FileText("docs/reference/specs.md") == Specs()) << kAdvice;
}

TEST(Pages, OfMetricsIsWhatTheMetricsSay) {
  EXPECT_EQ(FileText("docs/reference/metrics.md"), MetricPage()) << kAdvice;
}

TEST(Pages, OfMetricsLeavesNoneOfTheListOut) {
  const std::set<std::string> listed = MetricNames(FileText("common/metrics/names.h"));
  EXPECT_GE(listed.size(), 9u);
  EXPECT_EQ(MetricNames(MetricPage()), listed);
}

}  // namespace
}  // namespace widthlab::reference
