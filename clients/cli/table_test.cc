#include "clients/cli/table.h"

#include <sstream>

#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

TEST(Table, LinesUpColumnsAndLeavesNoSpaceBehind) {
  std::ostringstream stream;
  const Console console{.out = stream, .err = stream};
  Table table({{"arm"}, {"loss", Table::kRight}, {"verdict"}});
  table.AddRow({"uniform", "2.5", "baseline"});
  table.AddRow({"cosine_taper", "12.5", ""});
  EXPECT_EQ(table.Render(console),
            "arm           loss  verdict\n"
            "uniform        2.5  baseline\n"
            "cosine_taper  12.5\n");
}

TEST(Table, CountsCharactersNotBytes) {
  EXPECT_EQ(DisplayWidth("512×6"), 5);
  std::ostringstream stream;
  const Console console{.out = stream, .err = stream};
  Table table({{"a"}, {"b"}});
  table.AddRow({"×", "1"});
  table.AddRow({"xx", "2"});
  EXPECT_EQ(table.Render(console), "a   b\n×   1\nxx  2\n");
}

TEST(Table, ShowsItsTitlesInBoldWhereColoursAre) {
  std::ostringstream stream;
  const Console console{.out = stream, .err = stream, .colours = true};
  EXPECT_EQ(Table({{"a"}}).Render(console), "\033[1ma\033[0m\n");
}

}  // namespace
}  // namespace widthlab::cli
