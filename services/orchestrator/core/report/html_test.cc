#include "services/orchestrator/core/report/html.h"

#include <cmath>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::pipeline {
namespace {

using ::testing::HasSubstr;

TEST(HtmlTest, EscapesEverythingThatCouldBeMarkup) {
  EXPECT_EQ(Escape("<a href=\"x\">'&'</a>"),
            "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;");
  EXPECT_EQ(Escape(std::string_view("a\0b\n", 4)),
            "a\xEF\xBF\xBD"
            "b\n");
}

TEST(HtmlTest, WritesNumbersForPeople) {
  EXPECT_EQ(FormatNumber(-0.12345, 3), "−0.123");
  EXPECT_EQ(FormatNumber(-0.00001, 3), "0.000");
  EXPECT_EQ(FormatNumber(NAN, 3), "–");
  EXPECT_EQ(FormatNumber(-INFINITY, 3), "−∞");
  EXPECT_EQ(FormatShort(12345.6), "1.23e+04");
  EXPECT_EQ(FormatCount(1234567),
            "1\xE2\x80\xAF"
            "234\xE2\x80\xAF"
            "567");
  EXPECT_EQ(FormatCount(-123), "−123");
}

TEST(HtmlTest, TablesEscapeTextButKeepHtmlRows) {
  Table table({"<h>"});
  table.AddRow({"<b>1</b>"});
  table.AddHtmlRow({"<b>2</b>"});
  const std::string html = table.Render();
  EXPECT_THAT(html, HasSubstr("<th>&lt;h&gt;</th>"));
  EXPECT_THAT(html, HasSubstr("&lt;b&gt;1"));
  EXPECT_THAT(html, HasSubstr("<td><b>2</b></td>"));
}

TEST(HtmlTest, IdsAreShortAndWholeOnHovering) {
  const std::string html = Identifier("0123456789abcdef");
  EXPECT_THAT(html, HasSubstr("<code title=\"0123456789abcdef\">0123456789ab</code>"));
  EXPECT_THAT(html, HasSubstr("data-copy=\"0123456789abcdef\""));
}

TEST(HtmlTest, WhatIsEmptyIsNotFolded) {
  EXPECT_EQ(Details("more", ""), "");
  EXPECT_THAT(Details("<more>", "<b>x</b>"), HasSubstr("<summary>&lt;more&gt;</summary>"));
  EXPECT_THAT(Details("more", "<b>x</b>"), HasSubstr("<b>x</b>"));
}

}  // namespace
}  // namespace widthlab::pipeline
