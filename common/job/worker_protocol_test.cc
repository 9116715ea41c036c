#include "common/job/worker_protocol.h"

#include <string>

#include "common/status/error.h"
#include "common/status/matchers.h"
#include "gtest/gtest.h"

namespace widthlab::job {
namespace {

template <typename T>
T RoundTrip(const T& value) {
  const std::string line = EncodeWorkerLine(value);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const auto decoded = DecodeWorkerLine(line);
  EXPECT_THAT(decoded, IsOk());
  return std::get<T>(*decoded);
}

TEST(WorkerProtocolTest, RequestsSurviveTheRoundTrip) {
  const auto request = DecodeWorkerRequest(EncodeWorkerRequest({.kind = "a.B",
                                                                .spec_json = "{\"x\":\"\\u00e4\"}",
                                                                .ignore_cache = true,
                                                                .scratch = "/d/s"}));
  ASSERT_THAT(request, IsOk());
  EXPECT_EQ(request->kind, "a.B");
  EXPECT_EQ(request->spec_json, "{\"x\":\"\\u00e4\"}");
  EXPECT_TRUE(request->ignore_cache);
  EXPECT_EQ(request->scratch, "/d/s");
}

TEST(WorkerProtocolTest, LinesSurviveTheRoundTrip) {
  const ProgressReport report = RoundTrip(
      ProgressReport{.stage = "layer\n3", .done = 3, .total = 1LL << 40, .unit = "layers"});
  EXPECT_EQ(report.stage, "layer\n3");
  EXPECT_EQ(report.done, 3);
  EXPECT_EQ(report.total, 1LL << 40);
  EXPECT_EQ(report.unit, "layers");
  EXPECT_EQ(RoundTrip(WorkerEvent{std::string("a\0\n\xFF", 4)}).event, std::string("a\0\n\xFF", 4));
  v1::StepResult result;
  result.set_artifact("abc");
  result.set_cached(true);
  EXPECT_EQ(RoundTrip(result).SerializeAsString(), result.SerializeAsString());
  EXPECT_THAT(RoundTrip(InvalidField("radius", "2", "below 1")), FailsOnField("radius"));
}

TEST(WorkerProtocolTest, LinesOfOthersAreRefused) {
  for (const char* line : {"", "hello", "{}", "[1]", "{\"event\": 3}", "{\"event\": \"*\"}",
                           "{\"result\": 1}", "{\"error\": {\"status\": \"\"}}", "{\"other\": {}}",
                           "{\"progress\": {}, \"event\": \"\"}"}) {
    EXPECT_THAT(DecodeWorkerLine(line), StatusIs(absl::StatusCode::kDataLoss)) << line;
  }
  EXPECT_THAT(DecodeWorkerRequest("{\"kind\": 1}"), StatusIs(absl::StatusCode::kDataLoss));
}

}  // namespace
}  // namespace widthlab::job
