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
#include "widthlab/capture/v1/sensitivity.pb.h"
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
    return CommitFile(kind, "profile.json", profile_json);
  }

  std::string CommitFile(artifact::v1::ArtifactKind kind, const char* name,
                         const std::string& json) {
    artifact::ArtifactBuilder builder(store_, kind, 1);
    EXPECT_THAT(builder.AddFile(name, "application/json", json), IsOk());
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
  EXPECT_EQ(BuildScheduleStep().algorithm_version, "schedule.BuildSchedule/2");
  v1::ScheduleSpec spec = ThreeLayers();
  spec.mutable_cosine_taper();
  EXPECT_EQ(Build(spec)->manifest().files(0).digest(),
            "18be238f34d7acc6ed9da8d7d6b08f34e679f29a5536bf3ca1115b3ce194d788");
  spec.mutable_geometry_guided()->set_profile(CommitProfile(artifact::v1::ARTIFACT_KIND_PROFILE));
  EXPECT_EQ(Build(spec)->manifest().files(0).digest(),
            "a2a92376203d8693b18e3143d52116c08542290210b227c2407e02bba744f897");
}

TEST_F(BuildScheduleTest, ASensitivityBecomesWidthsThatNameIt) {
  capture::v1::Sensitivity sensitivity;
  for (double lambda : {1.0, 4.0, 9.0}) {
    sensitivity.add_layers()->mutable_noise()->set_mean(lambda);
  }
  const std::string id = CommitFile(artifact::v1::ARTIFACT_KIND_SENSITIVITY, "sensitivity.json",
                                    spec::CanonicalJson(sensitivity));
  v1::ScheduleSpec spec = ThreeLayers();
  spec.mutable_sensitivity_only()->set_sensitivity(id);
  spec.mutable_sensitivity_only()->set_exponent(1);
  const auto artifact = Build(spec);
  ASSERT_THAT(artifact, IsOk());
  EXPECT_THAT(artifact->manifest().inputs(), ElementsAre(id));
  EXPECT_THAT(ReadSchedule(store_, *artifact)->ffn_widths(), ElementsAre(256, 512, 768));
  // A base that reads one is handed it.
  spec.mutable_reversed()->set_base("sensitivity_only");
  EXPECT_THAT(Build(spec), FailsOnField("reversed.sensitivity"));
  spec.mutable_reversed()->set_sensitivity(id);
  const auto turned = Build(spec);
  ASSERT_THAT(turned, IsOk());
  EXPECT_THAT(turned->manifest().inputs(), ElementsAre(id));
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
