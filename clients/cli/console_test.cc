#include "clients/cli/console.h"

#include <sstream>

#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

TEST(Console, ColoursAreForTerminals) {
  EXPECT_TRUE(WantsColours({}, /*is_terminal=*/true));
  EXPECT_FALSE(WantsColours({}, /*is_terminal=*/false));
}

TEST(Console, NoColorWinsOverForceColorAndATerminal) {
  EXPECT_FALSE(WantsColours({.no_color = "1"}, true));
  EXPECT_FALSE(WantsColours({.no_color = "1", .force_color = "1"}, true));
}

TEST(Console, ForceColorReachesPipesUnlessItIsZero) {
  EXPECT_TRUE(WantsColours({.force_color = "1"}, false));
  EXPECT_FALSE(WantsColours({.force_color = "0"}, true));
}

TEST(Console, AFlagWinsOverTheEnvironment) {
  std::ostringstream out;
  const Console console{.out = out, .err = out, .colours = true};
  EXPECT_EQ(console.WithColour("never").Bold("x"), "x");
  EXPECT_EQ(console.WithColour("auto").Bold("x"), "\033[1mx\033[0m");
  EXPECT_EQ(console.WithColour("always").ErrRed("x"), "\033[31mx\033[0m");
  EXPECT_EQ(console.ErrRed("x"), "x");
}

}  // namespace
}  // namespace widthlab::cli
