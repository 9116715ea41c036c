#include "services/orchestrator/web/pages/html.h"

#include "gtest/gtest.h"

namespace widthlab::web {
namespace {

TEST(Html, TextAndAttributesAreEscaped) {
  const Html html = Element("a", {{"href", "/x?a=1&b=\"2\""}, {"selected", ""}}, Text("<b>'&"));
  EXPECT_EQ(html.markup(),
            "<a href=\"/x?a=1&amp;b=&quot;2&quot;\" selected>&lt;b&gt;&#39;&amp;</a>");
}

TEST(Html, PiecesFitIntoEachOtherAsTheyAre) {
  EXPECT_EQ(Element("p", Code("a<b") + Text("&")).markup(), "<p><code>a&lt;b</code>&amp;</p>");
}

TEST(TableHtml, SetsNumbersToTheRight) {
  TableHtml table({"name", "n"}, {1});
  EXPECT_TRUE(table.empty());
  table.AddRow({Text("a"), Text("1")});
  EXPECT_NE(table.Render().markup().find("<td>a</td><td class=\"number\">1</td>"),
            std::string::npos);
}

TEST(FactsHtml, LeavesOutWhatIsEmpty) {
  FactsHtml facts;
  facts.Add("a", "");
  facts.Add("b", "1");
  EXPECT_EQ(facts.Render().markup(), "<dl><dt>b</dt><dd>1</dd>\n</dl>\n");
}

}  // namespace
}  // namespace widthlab::web
