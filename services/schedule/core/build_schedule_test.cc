#include "services/schedule/core/build_schedule.h"

#include <string>

#include "common/artifact/artifact_builder.h"
#include "common/artifact/in_memory_artifact_store.h"
#include "common/job/cancel_token.h"
#include "common/job/progress_sink.h"
#include "common/numeric/thread_pool.h"
#include "common/spec/canonical_json.h"
#include "common/status/macros.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "widthlab/geometry/v1/geometry.pb.h"

namespace widthlab::schedule {
namespace {

using testing::ElementsAre;

class BuildScheduleTest : public testing::Test {
 protected:
  absl::StatusOr<artifact::v1::Artifact> Build(const v1::ScheduleSpec& spec) {
    const job::Step step = BuildScheduleStep();
    ASSIGN_OR_RETURN(const job::PreparedStep prepared, job::PrepareStep(step, spec, store_));
    ASSIGN_OR_RETURN(const job::v1::StepResult result,
                     job::RunStep(step, prepared, store_, pool_, progress_, cancel_));
    return store_.Get(result.artifact());
  }

  // Commits a profile with work 1, 4, 9 and dimension 8 in every layer.
  std::string CommitProfile(artifact::v1::ArtifactKind kind) {
    geometry::v1::Profile profile;
    auto* work = profile.add_work();
    work->set_geometry(geometry::v1::GEOMETRY_HYPERBOLIC);
    work->set_statistic(geometry::v1::STATISTIC_TOPOLOGICAL_CHANGE);
    for (double w : {1.0, 4.0, 9.0}) work->add_layers()->set_mean(w);
    auto* dimension = profile.add_dimensions();
    dimension->set_geometry(geometry::v1::GEOMETRY_RAW);
    dimension->set_cloud("ffn_in");
    for (int l = 0; l < 3; ++l) dimension->add_two_nn()->set_mean(8);
    return Commit(kind, spec::CanonicalJson(profile));
  }

  std::string Commit(artifact::v1::ArtifactKind kind, const std::string& profile_json) {
    artifact::ArtifactBuilder builder(store_, kind, 1);
    EXPECT_THAT(builder.AddFile("profile.json", "application/json", profile_json), IsOk());
    const auto artifact = builder.Commit(
        {.spec_type = "test.Spec", .spec_json = "{}", .algorithm_version = "test/1"});
    EXPECT_THAT(artifact, IsOk());
    return artifact->id();
  }

  artifact::InMemoryArtifactStore store_;
  numeric::ThreadPool pool_{1};
  job::NullProgressSink progress_;
  job::CancelToken cancel_;
};

v1::ScheduleSpec ThreeLayers() {
  v1::ScheduleSpec spec;
  spec.mutable_architecture()->set_layers(3);
  return spec;
}

TEST_F(BuildScheduleTest, AProfileBecomesWidthsThatNameIt) {
  const std::string profile = CommitProfile(artifact::v1::ARTIFACT_KIND_PROFILE);
  v1::ScheduleSpec spec = ThreeLayers();
  spec.mutable_geometry_guided()->set_profile(profile);
  spec.mutable_geometry_guided()->set_smoothing(v1::SMOOTHING_NONE);
  spec.mutable_geometry_guided()->set_exponent(1);
  const auto artifact = Build(spec);
  ASSERT_THAT(artifact, IsOk());
  EXPECT_EQ(artifact->manifest().kind(), artifact::v1::ARTIFACT_KIND_SCHEDULE);
  EXPECT_THAT(artifact->manifest().inputs(), ElementsAre(profile));
  const auto schedule = ReadSchedule(store_, *artifact);
  ASSERT_THAT(schedule, IsOk());
  EXPECT_THAT(schedule->ffn_widths(), ElementsAre(256, 512, 768));
}

TEST_F(BuildScheduleTest, AnInputOfAnotherKindIsRefused) {
  v1::ScheduleSpec spec = ThreeLayers();
  spec.mutable_inverse_work()->set_profile(CommitProfile(artifact::v1::ARTIFACT_KIND_TEXT));
  EXPECT_THAT(Build(spec), FailsOnField("inverse_work.profile"));
}

TEST_F(BuildScheduleTest, AProfileThatIsNoProfileIsRefused) {
  v1::ScheduleSpec spec = ThreeLayers();
  spec.mutable_geometry_guided()->set_profile(Commit(artifact::v1::ARTIFACT_KIND_PROFILE, "{]"));
  EXPECT_THAT(Build(spec), StatusIs(absl::StatusCode::kDataLoss));
}

// Bytes that change need a new algorithm version: then, and only then, new digests here.
TEST_F(BuildScheduleTest, BytesAreThoseOfTheAlgorithmVersion) {
  EXPECT_EQ(BuildScheduleStep().algorithm_version, "schedule.BuildSchedule/1");
  v1::ScheduleSpec spec = ThreeLayers();
  spec.mutable_cosine_taper();
  EXPECT_EQ(Build(spec)->manifest().files(0).digest(),
            "3c86ca0cd1cefd6b3ba93061e0f9bff1d7e98e0de532a36b18915374bd3e70da");
  spec.mutable_geometry_guided()->set_profile(CommitProfile(artifact::v1::ARTIFACT_KIND_PROFILE));
  EXPECT_EQ(Build(spec)->manifest().files(0).digest(),
            "7e2b95f514bbb1168d1fe534dccc377287de5fe4ec1f61be7dbaca0701884214");
}

TEST_F(BuildScheduleTest, AScheduleCanBeTheBaseOfAnother) {
  v1::ScheduleSpec taper;
  taper.mutable_architecture()->set_layers(3);
  taper.mutable_cosine_taper();
  const auto base = Build(taper);
  ASSERT_THAT(base, IsOk());
  v1::ScheduleSpec spec;
  spec.mutable_architecture()->set_layers(3);
  spec.mutable_reversed()->set_base(base->id());
  const auto turned = Build(spec);
  ASSERT_THAT(turned, IsOk());
  EXPECT_THAT(turned->manifest().inputs(), ElementsAre(base->id()));
  const auto schedule = ReadSchedule(store_, *turned);
  ASSERT_THAT(schedule, IsOk());
  EXPECT_THAT(schedule->ffn_widths(), ElementsAre(256, 512, 768));
  spec.mutable_reversed()->set_base("uniforn");
  EXPECT_THAT(Build(spec), FailsOnField("reversed.base"));
}

}  // namespace
}  // namespace widthlab::schedule
