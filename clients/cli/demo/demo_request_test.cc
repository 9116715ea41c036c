#include "clients/cli/demo/demo_request.h"

#include <string>

#include "common/spec/resolve.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

using testing::ElementsAre;

const std::string kText(64, 'a');

TEST(DemoRequest, ComparesFourArmsOverThreeSeedsOrOne) {
  for (const bool fast : {false, true}) {
    pipeline::v1::GeometryGuidedTemplate demo = DemoRequest(kText, fast)->geometry_guided();
    demo.clear_train();
    demo.clear_capture();
    demo.clear_measure();
    demo.clear_geometry_guided();
    ASSERT_THAT(spec::Resolve(*demo.mutable_architecture()), IsOk());
    const auto& shape = demo.architecture();
    EXPECT_EQ(shape.hidden_size() % (2 * shape.heads()), 0);
    EXPECT_EQ(shape.ffn_width() % demo.quantum(), 0);
    EXPECT_GE(shape.layers(), 6);
  }
  EXPECT_THAT(DemoRequest(kText, true)->geometry_guided().seeds(), ElementsAre(1));
}

TEST(DemoRequest, HasARequestIdThatFollowsFromTextAndSize) {
  EXPECT_EQ(DemoRequest(kText, false)->request_id(), DemoRequest(kText, false)->request_id());
  EXPECT_NE(DemoRequest(kText, false)->request_id(), DemoRequest(kText, true)->request_id());
  EXPECT_NE(DemoRequest(kText, false)->request_id(),
            DemoRequest(std::string(64, 'b'), false)->request_id());
  EXPECT_THAT(DemoRequest(kText, false)->request_id(), testing::StartsWith("demo-"));
}

TEST(DemoRequest, TakesSettingsAsARunDoes) {
  const auto request = DemoRequest(kText, true, {"train.steps=7"});
  ASSERT_THAT(request, IsOk());
  EXPECT_EQ(request->geometry_guided().train().steps(), 7);
  EXPECT_NE(request->request_id(), DemoRequest(kText, true)->request_id());
  EXPECT_THAT(DemoRequest(kText, true, {"train.step=7"}), FailsOnField("train.step"));
}

}  // namespace
}  // namespace widthlab::cli
