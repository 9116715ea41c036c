#include "common/metrics/metrics.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::metrics {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(MetricsTest, SeriesOfAMethodExistBeforeItsFirstCall) {
  Metrics metrics;
  metrics.Method("a.Service", "Get");
  const std::string text = metrics.Render();
  EXPECT_THAT(text,
              HasSubstr("widthlab_rpc_started_total{method=\"Get\",service=\"a.Service\"} 0"));
  EXPECT_THAT(
      text,
      HasSubstr(
          "widthlab_rpc_handled_total{code=\"INTERNAL\",method=\"Get\",service=\"a.Service\"} 0"));
}

TEST(MetricsTest, CallsAreCountedByCodeAndDuration) {
  Metrics metrics;
  RpcMethod& method = metrics.Method("a.Service", "Get");
  method.Start();
  EXPECT_THAT(metrics.Render(), HasSubstr("widthlab_rpc_in_flight{method=\"Get\",service="
                                          "\"a.Service\"} 1"));
  method.Finish(absl::StatusCode::kNotFound, 0.002);
  const std::string text = metrics.Render();
  EXPECT_THAT(text, HasSubstr("code=\"NOT_FOUND\",method=\"Get\",service=\"a.Service\"} 1"));
  EXPECT_THAT(text, HasSubstr("widthlab_rpc_in_flight{method=\"Get\",service=\"a.Service\"} 0"));
  EXPECT_THAT(text, HasSubstr("service=\"a.Service\",le=\"0.001\"} 0"));
  EXPECT_THAT(text, HasSubstr("service=\"a.Service\",le=\"0.0025\"} 1"));
}

TEST(MetricsTest, TheSameMethodHasOneHandle) {
  Metrics metrics;
  EXPECT_EQ(&metrics.Method("a", "b"), &metrics.Method("a", "b"));
  EXPECT_EQ(&metrics.Kind("a"), &metrics.Kind("a"));
  EXPECT_EQ(&metrics.Queue("a"), &metrics.Queue("a"));
}

TEST(MetricsTest, JobsAreCountedByKindAndOutcome) {
  Metrics metrics;
  metrics.Queue("training").Set(3, 1);
  metrics.Kind("training.Train").Finish(JobOutcome::kSucceeded, 7);
  const std::string text = metrics.Render();
  EXPECT_THAT(text, HasSubstr("widthlab_jobs_queued{area=\"training\"} 3"));
  EXPECT_THAT(text, HasSubstr("widthlab_jobs_running{area=\"training\"} 1"));
  EXPECT_THAT(text, HasSubstr("widthlab_job_duration_seconds_count{kind=\"training.Train\","
                              "outcome=\"succeeded\"} 1"));
}

TEST(MetricsTest, TokensPerSecondAreThoseOfNow) {
  Metrics metrics;
  metrics.Kind("training.Train").SetTokensPerSecond(1500);
  EXPECT_THAT(metrics.Render(),
              HasSubstr("widthlab_tokens_per_second{kind=\"training.Train\"} 1500"));
  metrics.Kind("training.Train").SetTokensPerSecond(0);
  EXPECT_THAT(metrics.Render(), HasSubstr("widthlab_tokens_per_second{kind=\"training.Train\"} 0"));
}

TEST(MetricsTest, StoreBytesAreAskedAtEveryScrape) {
  Metrics metrics;
  EXPECT_THAT(metrics.Render(), Not(HasSubstr("\nwidthlab_store_bytes ")));
  int64_t bytes = 5;
  metrics.ReportStoreBytes([&bytes] { return bytes; });
  EXPECT_THAT(metrics.Render(), HasSubstr("\nwidthlab_store_bytes 5"));
  bytes = 7;
  EXPECT_THAT(metrics.Render(), HasSubstr("\nwidthlab_store_bytes 7"));
}

TEST(MetricsTest, PromtoolFindsNothingToComplainOf) {
  if (std::system("promtool --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "no promtool";
  Metrics metrics;
  metrics.Method("a.Service", "Get").Start();
  metrics.Queue("training").Set(3, 1);
  metrics.Kind("training.Train").Finish(JobOutcome::kFailed, 7);
  metrics.ReportStoreBytes([] { return 1; });
  const std::string path = testing::TempDir() + "/metrics.txt";
  std::ofstream(path) << metrics.Render();
  EXPECT_EQ(std::system(("promtool check metrics < " + path).c_str()), 0);
}

}  // namespace
}  // namespace widthlab::metrics
