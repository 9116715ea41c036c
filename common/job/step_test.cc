// PrepareStep, DescribeStep, RunStep and StepJobs over stores in memory.
#include "common/job/step.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/artifact/in_memory_artifact_store.h"
#include "common/artifact/temporary_folder.h"
#include "common/job/in_memory_job_store.h"
#include "common/job/in_process_launcher.h"
#include "common/job/step_jobs.h"
#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/status/matchers.h"
#include "common/status/status_proto.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "widthlab/geometry/v1/geometry.pb.h"

namespace widthlab::job {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

int runs = 0;
std::string scratch;  // folder of the last run

// Stores a file that says how often it ran.
absl::StatusOr<std::string> Measure(const geometry::v1::MeasureSpec& spec,
                                    const StepContext& context) {
  if (spec.hyperbolic_radius() == 0.25) throw std::runtime_error("boom");
  if (spec.hyperbolic_radius() == 0.125) return InvalidField("cloud", "flat", "round");
  scratch = context.scratch;
  if (!scratch.empty()) {
    std::filesystem::create_directories(scratch);
    std::ofstream(scratch + "/kept") << "half a result";
  }
  context.progress.Report({.stage = "layer", .done = 1, .total = 1, .unit = "layers"});
  artifact::ArtifactBuilder builder(context.store, artifact::v1::ARTIFACT_KIND_PROFILE, 1);
  RETURN_IF_ERROR(
      builder.AddFile("profile.json", "application/json", absl::StrCat("{\"run\":", ++runs, "}")));
  ASSIGN_OR_RETURN(const artifact::v1::Artifact made, builder.Commit(context.identity));
  return made.id();
}

Step MeasureStep() {
  return MakeStep<geometry::v1::MeasureSpec>(
      {
          .kind = "geometry.MeasureWork",
          .algorithm_version = "geometry.MeasureWork/1",
          .estimate = [](const auto&, auto&) -> absl::StatusOr<v1::CostEstimate> {
            v1::CostEstimate estimate;
            estimate.set_seconds(7);
            estimate.set_peak_memory_bytes(int64_t{3} << 30);
            return estimate;
          },
      },
      Measure);
}

class StepTest : public testing::Test {
 protected:
  std::string Import(artifact::v1::ArtifactKind kind) {
    artifact::ArtifactBuilder builder(store_, kind, 1);
    EXPECT_THAT(builder.AddFile("data", "text/plain", "data"), IsOk());
    const auto artifact = builder.Commit({.spec_type = "widthlab.artifact.v1.ImportSpec",
                                          .spec_json = "{\"source\":\"test\"}",
                                          .algorithm_version = "test/1"});
    EXPECT_THAT(artifact, IsOk());
    return artifact->id();
  }

  geometry::v1::MeasureSpec Spec() {
    geometry::v1::MeasureSpec spec;
    spec.set_activations(Import(artifact::v1::ARTIFACT_KIND_ACTIVATIONS));
    return spec;
  }

  absl::StatusOr<v1::StepResult> Run(const PreparedStep& prepared,
                                     const StepOptions& options = {}) {
    return RunStep(step_, prepared, store_, pool_, progress_, cancel_, options);
  }

  artifact::InMemoryArtifactStore store_;
  numeric::ThreadPool pool_{2};
  NullProgressSink progress_;
  CancelToken cancel_;
  Step step_ = MeasureStep();
};

TEST_F(StepTest, APreparedSpecHasDefaultsInputsAndKey) {
  geometry::v1::MeasureSpec spec = Spec();
  const std::string id = spec.activations();
  const auto prepared = PrepareStep(step_, spec, store_);
  ASSERT_THAT(prepared, IsOk());
  const auto& resolved = static_cast<const geometry::v1::MeasureSpec&>(*prepared->spec);
  EXPECT_EQ(resolved.hyperbolic_radius(), 0.9);
  EXPECT_EQ(prepared->identity.spec_type, "widthlab.geometry.v1.MeasureSpec");
  EXPECT_THAT(prepared->identity.spec_json, HasSubstr("\"hyperbolic_radius\":0.9"));
  EXPECT_THAT(prepared->identity.inputs, ElementsAre(id));
  EXPECT_EQ(prepared->identity.cache_key.size(), 64u);

  // A short id, and the default written out, are the same request.
  spec.set_activations(id.substr(0, 10));
  spec.set_hyperbolic_radius(0.9);
  const auto again = PrepareStep(step_, spec, store_);
  ASSERT_THAT(again, IsOk());
  EXPECT_EQ(again->identity.cache_key, prepared->identity.cache_key);
}

TEST_F(StepTest, InputsThatAreMissingOrOfAnotherKindNameTheirField) {
  geometry::v1::MeasureSpec spec;
  EXPECT_THAT(PrepareStep(step_, spec, store_), FailsOnField("activations"));
  spec.set_activations(std::string(64, 'a'));
  const auto missing = PrepareStep(step_, spec, store_);
  EXPECT_THAT(missing, StatusIs(absl::StatusCode::kNotFound));
  EXPECT_THAT(missing, FailsOnField("activations"));
  spec.set_activations(Import(artifact::v1::ARTIFACT_KIND_TEXT));
  EXPECT_THAT(PrepareStep(step_, spec, store_),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("ACTIVATIONS")));
}

TEST_F(StepTest, FinishSpecHasTheLastWord) {
  step_.finish_spec = [](google::protobuf::Message& spec, artifact::ArtifactStore&) {
    static_cast<geometry::v1::MeasureSpec&>(spec).set_hyperbolic_radius(0.5);
    return absl::OkStatus();
  };
  const auto prepared = PrepareStep(step_, Spec(), store_);
  ASSERT_THAT(prepared, IsOk());
  EXPECT_THAT(prepared->identity.spec_json, HasSubstr("\"hyperbolic_radius\":0.5"));
}

TEST_F(StepTest, TheSecondRunComesFromTheCache) {
  const auto prepared = PrepareStep(step_, Spec(), store_);
  ASSERT_THAT(prepared, IsOk());
  const auto before = DescribeStep(step_, *prepared, store_);
  ASSERT_THAT(before, IsOk());
  EXPECT_THAT(before->cached_artifact(), IsEmpty());
  EXPECT_EQ(before->estimate().seconds(), 7);

  const auto first = Run(*prepared);
  ASSERT_THAT(first, IsOk());
  EXPECT_FALSE(first->cached());
  const auto second = Run(*prepared);
  ASSERT_THAT(second, IsOk());
  EXPECT_TRUE(second->cached());
  EXPECT_EQ(second->artifact(), first->artifact());
  EXPECT_EQ(DescribeStep(step_, *prepared, store_)->cached_artifact(), first->artifact());
}

TEST_F(StepTest, IgnoringTheCacheRunsAgainAndLeavesItAsItIs) {
  const auto prepared = PrepareStep(step_, Spec(), store_);
  const auto first = Run(*prepared);
  ASSERT_THAT(first, IsOk());
  const auto again = Run(*prepared, {.ignore_cache = true});
  ASSERT_THAT(again, IsOk());
  EXPECT_FALSE(again->cached());
  EXPECT_NE(again->artifact(), first->artifact());
  EXPECT_EQ(Run(*prepared)->artifact(), first->artifact());
}

TEST_F(StepTest, ExceptionsBecomeInternalAndCancelledStepsDoNotStart) {
  geometry::v1::MeasureSpec spec = Spec();
  spec.set_hyperbolic_radius(0.25);
  const auto prepared = PrepareStep(step_, spec, store_);
  EXPECT_THAT(Run(*prepared), StatusIs(absl::StatusCode::kInternal, HasSubstr("boom")));
  cancel_.Cancel();
  EXPECT_THAT(Run(*prepared), StatusIs(absl::StatusCode::kCancelled));
}

class StepJobsTest : public StepTest {
 protected:
  StepJobsTest() {
    registry_.Add(MeasureStep());
    // Of a job that has ended, or never was.
    std::filesystem::create_directories(folder_.path() + "/geometry-gone");
    steps_ = std::make_unique<StepJobs>(registry_, executor_, store_, launcher_,
                                        StepJobsOptions{.scratch_folder = folder_.path()});
    EXPECT_THAT(executor_.Start(), IsOk());
  }

  v1::Job WaitForEnd(const std::string& name) {
    v1::Job last;
    EXPECT_THAT(executor_.Watch(
                    name,
                    [&](const v1::Job& job) {
                      last = job;
                      return absl::OkStatus();
                    },
                    [] { return absl::OkStatus(); }),
                IsOk());
    return last;
  }

  v1::StepResult ResultOf(const std::string& name) {
    v1::StepResult result;
    const v1::Job job = WaitForEnd(name);
    EXPECT_TRUE(job.result().UnpackTo(&result)) << job.DebugString();
    return result;
  }

  artifact::TemporaryFolder folder_;
  InMemoryJobStore jobs_;
  metrics::Metrics metrics_;
  StepRegistry registry_;
  InProcessLauncher launcher_{store_, pool_};
  JobExecutor executor_{jobs_, {.area = "geometry"}, metrics_};
  std::unique_ptr<StepJobs> steps_;
};

// A request message of the usual shape; the real ones come with gRPC.
class MeasureRequest {
 public:
  explicit MeasureRequest(geometry::v1::MeasureSpec spec) : spec_(std::move(spec)) {}

  const geometry::v1::MeasureSpec& spec() const { return spec_; }
  geometry::v1::MeasureSpec* mutable_spec() { return &spec_; }
  const std::string& request_id() const { return request_id_; }
  void set_request_id(const std::string& id) { request_id_ = id; }
  bool validate_only() const { return validate_only_; }
  void set_validate_only(bool value) { validate_only_ = value; }
  bool ignore_cache() const { return ignore_cache_; }
  void set_ignore_cache(bool value) { ignore_cache_ = value; }

 private:
  geometry::v1::MeasureSpec spec_;
  std::string request_id_;
  bool validate_only_ = false;
  bool ignore_cache_ = false;
};

TEST_F(StepJobsTest, ARequestBecomesAJobWithTypedMetadataAndResult) {
  MeasureRequest request(Spec());
  const auto job = steps_->Submit("geometry.MeasureWork", request);
  ASSERT_THAT(job, IsOk());
  v1::StepMetadata metadata;
  ASSERT_TRUE(job->metadata().UnpackTo(&metadata));
  geometry::v1::MeasureSpec resolved;
  ASSERT_TRUE(metadata.spec().UnpackTo(&resolved));
  EXPECT_EQ(resolved.hyperbolic_radius(), 0.9);
  EXPECT_FALSE(ResultOf(job->name()).cached());
  const auto second = steps_->Submit("geometry.MeasureWork", request);
  ASSERT_THAT(second, IsOk());
  EXPECT_TRUE(ResultOf(second->name()).cached());
  request.set_ignore_cache(true);
  const auto third = steps_->Submit("geometry.MeasureWork", request);
  ASSERT_THAT(third, IsOk());
  EXPECT_FALSE(ResultOf(third->name()).cached());
}

TEST_F(StepJobsTest, AJobHasAScratchFolderUntilItHasEnded) {
  EXPECT_FALSE(std::filesystem::exists(folder_.path() + "/geometry-gone"));
  const auto job = steps_->Submit("geometry.MeasureWork", MeasureRequest(Spec()));
  ASSERT_THAT(job, IsOk());
  WaitForEnd(job->name());
  EXPECT_EQ(scratch, folder_.path() + "/" + job->name().substr(std::string("jobs/").size()));
  EXPECT_FALSE(std::filesystem::exists(scratch));
}

TEST_F(StepJobsTest, AJobThatWouldTakeTooMuchMemoryIsRefused) {
  InMemoryJobStore jobs;
  JobExecutor executor(jobs, {.area = "geometry"}, metrics_);
  StepJobs steps(registry_, executor, store_, launcher_,
                 {.max_memory_bytes = (int64_t{3} << 30) - 1});
  ASSERT_THAT(executor.Start(), IsOk());
  MeasureRequest request(Spec());
  const auto refused = steps.Submit("geometry.MeasureWork", request);
  EXPECT_THAT(refused, StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("about 3 GiB")));
  EXPECT_EQ(FactsOf(refused.status())->reason, "JOB_TOO_LARGE");
  EXPECT_EQ(FactsOf(refused.status())->metadata.at("needed"), "3221225472");
  // Asking what it would take is allowed, and so is what the cache has.
  request.set_validate_only(true);
  EXPECT_THAT(steps.Submit("geometry.MeasureWork", request), IsOk());
  request.set_validate_only(false);
  const auto job = steps_->Submit("geometry.MeasureWork", request);
  ASSERT_THAT(job, IsOk());
  WaitForEnd(job->name());
  EXPECT_THAT(steps.Submit("geometry.MeasureWork", request), IsOk());
  EXPECT_TRUE(executor.Stop(absl::Seconds(10)));
}

TEST_F(StepJobsTest, ABadSpecIsAnErrorOfTheCallAndLeavesNoJob) {
  MeasureRequest request(Spec());
  request.mutable_spec()->set_hyperbolic_radius(2);
  EXPECT_THAT(steps_->Submit("geometry.MeasureWork", request), FailsOnField("hyperbolic_radius"));
  EXPECT_THAT(executor_.List({}), IsOkAndHolds(IsEmpty()));
}

TEST_F(StepJobsTest, ValidatingOnlyKeepsNothing) {
  MeasureRequest request(Spec());
  request.set_validate_only(true);
  const auto job = steps_->Submit("geometry.MeasureWork", request);
  ASSERT_THAT(job, IsOk());
  EXPECT_THAT(job->name(), IsEmpty());
  v1::StepMetadata metadata;
  ASSERT_TRUE(job->metadata().UnpackTo(&metadata));
  EXPECT_EQ(metadata.estimate().seconds(), 7);
  EXPECT_THAT(executor_.List({}), IsOkAndHolds(IsEmpty()));
}

TEST_F(StepJobsTest, RequestIdsGoByTheResolvedSpec) {
  MeasureRequest request(Spec());
  request.set_request_id("id");
  const auto first = steps_->Submit("geometry.MeasureWork", request);
  ASSERT_THAT(first, IsOk());
  request.mutable_spec()->set_hyperbolic_radius(0.9);
  EXPECT_EQ(steps_->Submit("geometry.MeasureWork", request)->name(), first->name());
  request.mutable_spec()->set_hyperbolic_radius(0.8);
  EXPECT_THAT(steps_->Submit("geometry.MeasureWork", request),
              StatusIs(absl::StatusCode::kAlreadyExists));
}

TEST_F(StepJobsTest, AStepThatFailsGivesItsFactsToTheJob) {
  MeasureRequest request(Spec());
  request.mutable_spec()->set_hyperbolic_radius(0.125);
  const auto job = steps_->Submit("geometry.MeasureWork", request);
  ASSERT_THAT(job, IsOk());
  EXPECT_THAT(StatusFromProto(WaitForEnd(job->name()).error()), FailsOnField("cloud"));
}

}  // namespace
}  // namespace widthlab::job
