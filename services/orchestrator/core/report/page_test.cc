#include "services/orchestrator/core/report/page.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/orchestrator/core/testing/made_profile.h"
#include "services/orchestrator/core/testing/made_report.h"

namespace widthlab::pipeline {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

ReportData Data() { return MakeReportData({.layers = 3, .noise = 0.001}); }

std::string Page(const MadeReport& options) { return RenderPage(MakeReportData(options)); }

int CountOf(const std::string& text, const std::string& words) {
  int count = 0;
  for (size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1))
    ++count;
  return count;
}

TEST(PageTest, ShowsEveryPartOfARun) {
  const std::string page = RenderPage(Data());
  for (const char* id :
       {"arms", "widths", "cost", "loss", "work", "dimension", "cloud", "lineage", "recipe"}) {
    EXPECT_THAT(page, HasSubstr(std::string("<section id=\"") + id + "\">"));
    EXPECT_THAT(page, HasSubstr(std::string("<a href=\"#") + id + "\">"));
  }
  for (const char* words : {"2 arms beat uniform; geometry_guided by most", "Topological change",
                            "2.4100", "solver&#39;s floor", "widthctl artifact reproduce 7"}) {
    EXPECT_THAT(page, HasSubstr(words));
  }
}

ReportData Profile(const MadeReport& options) { return MakeProfileData(options); }

TEST(PageTest, ShowsEveryPartOfAProfile) {
  const std::string page = RenderPage(Profile({.layers = 5}));
  for (const char* id : {"widths", "sensitivity", "work", "trust", "dimension", "cloud", "stream",
                         "lineage", "recipe"}) {
    EXPECT_THAT(page, HasSubstr(std::string("<section id=\"") + id + "\">"));
  }
  for (const char* id : {"arms", "loss", "cost"}) {
    EXPECT_THAT(page, Not(HasSubstr(std::string("<section id=\"") + id + "\">")));
  }
  for (const char* words :
       {"A training run: most work in layers", "Nothing was trained here", "Local additivity",
        "Work against the norm", "Logit lens: loss", "<mark> the</mark>", "perlre.pod",
        "In 1 of 5 layers λ is not significantly above 0.", "(not above 0)", "<td>0–3</td>"}) {
    EXPECT_THAT(page, HasSubstr(words));
  }
}

TEST(PageTest, ProfilesOfOneLayerAndWorthThatIsNotShown) {
  ReportData data = Profile({.layers = 1, .arms = 2});
  for (capture::v1::LayerSensitivity& layer : *data.sensitivity->mutable_layers()) {
    layer.mutable_noise()->set_mean(-0.5);
  }
  const std::string page = RenderPage(data);
  EXPECT_THAT(page, HasSubstr("most work in layer 0"));
  EXPECT_THAT(page, HasSubstr("Not shown anywhere: the mean of λ is not above 0."));
  EXPECT_THAT(page, HasSubstr("no schedule can be weighted by it"));
  EXPECT_THAT(page, HasSubstr("undefined: fewer than 3 pairs"));
}

TEST(PageTest, ModelsOfDifferentDepthAreComparedTwoByTwo) {
  const std::string page = RenderPage(MakeTransferData({.layers = 4, .arms = 3}));
  EXPECT_THAT(page, HasSubstr("<h1>Profiles of 3 models at equal relative depth</h1>"));
  EXPECT_THAT(page, HasSubstr("model 1, 4 layers; model 2, 6 layers; model 3, 8 layers."));
  EXPECT_THAT(page, HasSubstr("At the 6 relative depths of the shallower one"));
  EXPECT_EQ(CountOf(page, "<figure"), 3 + 1);
}

TEST(PageTest, ATokenIsNoMarkup) {
  const std::string page = RenderPage(Profile({.layers = 2, .prefix = "<img src=x>"}));
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(page, HasSubstr("<mark>&lt;img src=x&gt;⏎</mark>"));
}

TEST(PageTest, SaysFirstWhatCameOut) {
  EXPECT_THAT(Page({.noise = 0.05}),
              HasSubstr("<h1>Inconclusive: no arm is shown to beat uniform"));
  EXPECT_THAT(Page({.seeds = 1}), HasSubstr("<dd>No: 1 seed cannot tell an effect from chance"));
  EXPECT_THAT(Page({.arms = 1}), HasSubstr("<h1>One arm, uniform: nothing to compare</h1>"));
}

TEST(PageTest, SaysWhatTheReferenceIs) {
  const std::string page = RenderPage(Data());
  EXPECT_THAT(page, HasSubstr("ended at 2.4100 nats. It is one run with the same width in every "
                              "layer and a seed of its own (0), and no arm"));
  EXPECT_THAT(page, HasSubstr("not comparable with means over 3 seeds (those of uniform alone end "
                              "between "));
  ReportData data = Data();
  data.reference->set_seed(2);
  for (ReportSource& source : data.sources) {
    if (source.role == "reference") data.comparison.mutable_arms(1)->add_runs(source.id);
  }
  EXPECT_THAT(RenderPage(data), HasSubstr("It is the run of cosine_taper with seed 2."));
}

TEST(PageTest, SaysWhatTheArmsAre) {
  const std::string page = RenderPage(Data());
  EXPECT_THAT(page, HasSubstr("<li><b>uniform</b>: The same width in every layer.</li>"));
  EXPECT_THAT(page, HasSubstr("<b>geometry_guided</b>: Widths that spend the budget where the "
                              "measured work is. Work is the topological change in hyperbolic "
                              "geometry; profile <span"));
  EXPECT_THAT(page, HasSubstr("<b>inverse_work</b>: As geometry_guided, with 1 / work"));
  EXPECT_THAT(page, HasSubstr("from the text shelf, "));
}

TEST(PageTest, SaysWhatTheEvidenceMeans) {
  EXPECT_THAT(RenderPage(Data()), HasSubstr("the same at level 0.05 / 3, the strictest"));
}

TEST(PageTest, ArmsOfTheSameFamilyShareALine) {
  ReportData data = Data();
  data.arms[3].schedule->set_family("cosine_taper");
  data.arms[0].schedule->set_family("unheard_of");
  const std::string page = RenderPage(data);
  EXPECT_THAT(page, HasSubstr("<b>cosine_taper</b>, <b>inverse_work</b>: Wide early"));
  EXPECT_THAT(page, Not(HasSubstr("<li><b>uniform</b>: ")));
}

TEST(PageTest, EscapesWhatItWasGiven) {
  const std::string page = Page({.prefix = "<img src=x>\"'&"});
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(page, HasSubstr("&lt;img src=x&gt;&quot;&#39;&amp;uniform"));
}

TEST(PageTest, NeedsNothingFromOutside) {
  const std::string page = RenderPage(Data());
  for (const char* outside : {"https:", "http://", "<script src", "@import", "url(", "src=\""}) {
    std::string rest = page;
    // The name of SVG's language is an address, but nobody asks it for anything.
    for (size_t at; (at = rest.find("http://www.w3.org/2000/svg")) != std::string::npos;) {
      rest.erase(at, 26);
    }
    EXPECT_THAT(rest, Not(HasSubstr(outside)));
  }
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
}

TEST(PageTest, HasTheSameBytesEveryTime) { EXPECT_EQ(RenderPage(Data()), RenderPage(Data())); }

TEST(PageTest, EveryPictureHasATable) {
  const std::string page = RenderPage(Data());
  // Those of FLOPs, gap, training loss and lineage say in others' tables what they show.
  EXPECT_EQ(CountOf(page, "<figure"), CountOf(page, "Values as a table") + 4);
}

TEST(PageTest, LeavesOutWhatIsNotThere) {
  const std::string page = Page({.layers = 0, .steps = 1, .has_models = false});
  for (const char* id : {"work", "dimension", "cloud", "widths", "cost", "loss"}) {
    EXPECT_THAT(page, Not(HasSubstr(std::string("id=\"") + id + "\"")));
  }
  EXPECT_THAT(page, HasSubstr("The results came from elsewhere"));
  EXPECT_THAT(page, Not(HasSubstr("Every arm is the same transformer")));
  EXPECT_THAT(page, HasSubstr("Unknown: these results came without parameter counts."));
}

TEST(PageTest, StaysUsableWithManyArmsAndLayers) {
  const std::string page = Page({.layers = 200, .arms = 60});
  EXPECT_LT(page.size(), 8u << 20);
  EXPECT_THAT(page, HasSubstr("Schedules and runs of the arms (240)"));
  EXPECT_THAT(page, HasSubstr(">60 schedules</text>"));
}

}  // namespace
}  // namespace widthlab::pipeline
