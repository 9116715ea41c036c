#include "clients/cli/json.h"

#include <limits>
#include <sstream>
#include <string>

#include "common/status/error.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "widthlab/artifact/v1/artifact.pb.h"
#include "widthlab/geometry/v1/geometry.pb.h"
#include "widthlab/job/v1/job.pb.h"
#include "widthlab/model/v1/model.pb.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"
#include "widthlab/training/v1/training.pb.h"

namespace widthlab::cli {
namespace {

template <typename T>
std::string Line(const T& value) {
  std::ostringstream out;
  PrintLine(out, JsonOf(value));
  return out.str();
}

TEST(Json, PrintsDefaultsUnderProtoFieldNames) {
  EXPECT_EQ(Line(job::v1::Progress()),
            R"({"stage":"","done":0,"total":0,"unit":"","rate":0.0,"eta_seconds":0.0})"
            "\n");
}

TEST(Json, LeavesOutFieldsWithPresenceThatAreNotSet) {
  training::v1::TrainingMetric metric;
  EXPECT_FALSE(JsonOf(metric).contains("validation_loss"));
  metric.set_validation_loss(0);
  EXPECT_EQ(JsonOf(metric)["validation_loss"], 0.0);
  EXPECT_FALSE(JsonOf(job::v1::Job()).contains("result"));
}

TEST(Json, Writes64BitIntegersAsNumbersWithoutLoss) {
  artifact::v1::ArtifactFile file;
  file.set_size_bytes(std::numeric_limits<int64_t>::max());
  EXPECT_EQ(JsonOf(file)["size_bytes"].dump(), "9223372036854775807");
  training::v1::TrainingResult result;
  result.set_seed(std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(JsonOf(result)["seed"].dump(), "18446744073709551615");
}

TEST(Json, DropsTheTypesPrefixOfEnumValues) {
  job::v1::Job job;
  job.set_state(job::v1::JOB_STATE_RUNNING);
  EXPECT_EQ(JsonOf(job)["state"], "RUNNING");
  geometry::v1::MeasureSpec spec;
  spec.add_geometries(geometry::v1::GEOMETRY_RAW);
  spec.add_statistics(geometry::v1::STATISTIC_TOPOLOGICAL_CHANGE);
  EXPECT_EQ(JsonOf(spec)["geometries"].dump(), R"(["RAW"])");
  EXPECT_EQ(JsonOf(spec)["statistics"].dump(), R"(["TOPOLOGICAL_CHANGE"])");
}

TEST(Json, WritesAnEnumValueWithoutANameAsItsNumber) {
  EXPECT_EQ(EnumName(*job::v1::JobState_descriptor(), 4711), "4711");
}

TEST(Json, WritesNonFiniteNumbersAsStrings) {
  geometry::v1::Estimate estimate;
  estimate.set_mean(std::numeric_limits<double>::quiet_NaN());
  estimate.add_values(std::numeric_limits<double>::infinity());
  estimate.add_values(-std::numeric_limits<double>::infinity());
  estimate.add_values(0.1);
  EXPECT_EQ(Line(estimate),
            R"({"mean":"NaN","standard_error":0.0,"values":["Infinity","-Infinity",0.1],)"
            R"("undefined_reason":""})"
            "\n");
}

TEST(Json, WritesMapsByAscendingKey) {
  pipeline::v1::RunResult result;
  (*result.mutable_artifacts())["b"] = "2";
  (*result.mutable_artifacts())["a"] = "1";
  (*result.mutable_artifacts())["c"] = "3";
  EXPECT_EQ(Line(result), R"({"artifacts":{"a":"1","b":"2","c":"3"}})"
                          "\n");
}

TEST(Json, WritesTimesAsRfc3339AndAnyWithItsType) {
  job::v1::Job job;
  job.mutable_create_time()->set_seconds(1000000000);
  job::v1::StepResult result;
  result.set_artifact("ab12");
  job.mutable_result()->PackFrom(result);
  const Json json = JsonOf(job);
  EXPECT_EQ(json["create_time"], "2001-09-09T01:46:40Z");
  EXPECT_EQ(json["result"].dump(), R"({"@type":"type.googleapis.com/widthlab.job.v1.StepResult",)"
                                   R"("artifact":"ab12","cached":false})");
}

TEST(Json, WritesAnAnyOfAnUnknownTypeInBase64) {
  job::v1::Job job;
  job.mutable_metadata()->set_type_url("type.googleapis.com/no.such.Type");
  job.mutable_metadata()->set_value("abc");
  EXPECT_EQ(JsonOf(job)["metadata"].dump(),
            R"({"@type":"type.googleapis.com/no.such.Type","value":"YWJj"})");
}

TEST(Json, WritesErrorsWithCodeReasonFieldAndMessage) {
  EXPECT_EQ(Line(InvalidField("train.steps", "-1", "at least 1")),
            R"({"error":{"code":"INVALID_ARGUMENT","reason":"INVALID_FIELD",)"
            R"("field":"train.steps","message":"train.steps is -1, but must be at least 1"}})"
            "\n");
  EXPECT_EQ(Line(absl::UnavailableError("no server")),
            R"({"error":{"code":"UNAVAILABLE","reason":"","field":"","message":"no server"}})"
            "\n");
}

TEST(Json, KeepsOneObjectOnOneLineWhateverTheText) {
  job::v1::Progress progress;
  progress.set_stage("a\nb \"c\" \x01");
  const std::string line = Line(progress);
  EXPECT_EQ(line.find('\n'), line.size() - 1);
}

}  // namespace
}  // namespace widthlab::cli
