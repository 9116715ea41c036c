#include "services/orchestrator/core/testing/made_report.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "gtest/gtest.h"
#include "services/orchestrator/core/comparison/compare_runs.h"

namespace widthlab::pipeline {
namespace {

constexpr int kWidth = 512;
constexpr const char* kFamilies[] = {"uniform", "cosine_taper", "geometry_guided", "inverse_work"};

// About normal, of mean 0 and deviation 1, from its place alone.
double Noise(uint64_t a, uint64_t b, uint64_t c) {
  uint64_t state = a * 0x9E3779B97F4A7C15u + b * 0xBF58476D1CE4E5B9u + c * 0x94D049BB133111EBu + 1;
  double sum = 0;
  for (int i = 0; i < 12; ++i) {
    state ^= state >> 31;
    state *= 0xD6E8FEB86659FD93u;
    state ^= state >> 32;
    sum += static_cast<double>(state >> 11) / 9007199254740992.0;
  }
  return sum - 6;
}

// A made digest, as distinct as its number.
std::string Id(const char* kind, int number) {
  return absl::StrFormat("%08x%056x", static_cast<unsigned>(kind[0]) * 16777619u + kind[1],
                         number + 1);
}

std::string NameOf(const MadeReport& options, int arm) {
  return absl::StrCat(options.prefix, arm < 4 ? kFamilies[arm] : absl::StrCat("arm_", arm));
}

// Quanta of 32 moved from later layers to earlier ones, more the higher the arm's number.
std::vector<int> WidthsOf(const MadeReport& options, int arm) {
  std::vector<int> widths;
  for (int l = 0; l < options.layers; ++l) {
    const double depth = options.layers == 1 ? 0.5 : static_cast<double>(l) / (options.layers - 1);
    const double slope = arm == 3 ? -0.8 : 0.9 * std::min(arm, 3) / 3.0;
    const double wave = arm > 3 ? 0.3 * std::sin(arm + 6 * depth) : 0;
    widths.push_back(32 * std::lround(kWidth / 32 * (1 + slope * (0.5 - depth) + wave)));
  }
  return widths;
}

// Below the baseline by what the arm gains, with the noise of arm and seed.
double FinalLoss(const MadeReport& options, int arm, int seed) {
  const double gain[] = {0, 0.006, 0.021, -0.018};
  const double own = arm < 4 ? gain[arm] : 0.01 * Noise(7, arm, 0);
  return 2.4 + 0.03 * Noise(1, 0, seed) - own + options.noise * Noise(2, arm, seed);
}

training::v1::TrainingResult Train(const MadeReport& options, int arm, int seed) {
  training::v1::TrainingResult result;
  result.set_seed(seed + 1);
  const std::vector<int> widths = WidthsOf(options, arm);
  if (options.has_models) {
    result.mutable_architecture()->set_layers(options.layers);
    result.mutable_architecture()->mutable_ffn_widths()->Assign(widths.begin(), widths.end());
    model::v1::Accounts& accounts = *result.mutable_accounts();
    int64_t ffn = 0;
    for (const int width : widths) ffn += int64_t{3} * 128 * width;
    accounts.set_ffn_parameters(ffn);
    accounts.set_attention_parameters(int64_t{4} * 128 * 128 * options.layers);
    accounts.set_embedding_parameters(2 * 257 * 128);
    accounts.set_norm_parameters(int64_t{2} * 128 * options.layers + 128);
    accounts.set_total_parameters(ffn + accounts.attention_parameters() +
                                  accounts.embedding_parameters() + accounts.norm_parameters());
    accounts.set_effective_parameters(accounts.total_parameters());
    accounts.set_kv_bytes_per_token(int64_t{4} * 128 * options.layers);
    result.set_tokens(819200);
    result.set_training_flops(6.0 * 819200 * static_cast<double>(accounts.total_parameters()));
  }
  const double last = FinalLoss(options, arm, seed);
  result.set_validation_loss(last);
  training::v1::DocumentLoss& document = *result.add_validation_documents();
  document.set_document("a.txt");
  document.set_tokens(1000);
  document.set_loss(last);
  for (int step = 1; step <= options.steps; ++step) {
    const double fall = 3.2 * std::exp(-6.0 * step / options.steps);
    training::v1::TrainingMetric& metric = *result.add_metrics();
    metric.set_step(step);
    metric.set_training_loss(last + fall + 0.05 * Noise(3, seed, step));
    if (step % std::max(1, options.steps / 8) == 0) metric.set_validation_loss(last + fall);
  }
  return result;
}

ReportSource Source(ReportData& data, const std::string& role, const std::string& id,
                    artifact::v1::ArtifactKind kind, const std::vector<std::string>& inputs) {
  artifact::v1::Artifact& artifact = *data.lineage.add_artifacts();
  artifact.set_id(id);
  artifact.mutable_manifest()->set_kind(kind);
  for (const std::string& input : inputs) {
    artifact::v1::Lineage::Edge& edge = *data.lineage.add_edges();
    edge.set_artifact(id);
    edge.set_input(input);
  }
  return {.role = role,
          .id = id,
          .spec_type = "widthlab.test.v1.Spec",
          .spec_json = "{\"seed\":\"0\"}"};
}

geometry::v1::Profile MakeProfile(const MadeReport& options) {
  geometry::v1::Profile profile;
  profile.set_layers(options.layers);
  profile.set_subsamples(8);
  profile.set_tokens_per_subsample(256);
  const auto fill = [&](int a, int b, double top, auto* layers) {
    for (int l = 0; l < options.layers; ++l) {
      geometry::v1::Estimate& layer = *layers->Add();
      layer.set_mean(top * (0.3 + std::exp(-4.0 * l / options.layers)) *
                     (1 + 0.08 * Noise(a, b, l)));
      layer.set_standard_error(0.05 * layer.mean());
    }
  };
  for (int g = 1; g <= 3; ++g) {
    for (int s = 1; s <= 3; ++s) {
      geometry::v1::WorkCurve& curve = *profile.add_work();
      curve.set_geometry(static_cast<geometry::v1::Geometry>(g));
      curve.set_statistic(static_cast<geometry::v1::Statistic>(s));
      fill(g, s, 2, curve.mutable_layers());
    }
  }
  for (const char* cloud : {"ffn_in", "ffn_out"}) {
    geometry::v1::DimensionCurve& curve = *profile.add_dimensions();
    curve.set_geometry(geometry::v1::GEOMETRY_RAW);
    curve.set_cloud(cloud);
    fill(11, cloud[4], 14, curve.mutable_two_nn());
    fill(12, cloud[4], 16, curve.mutable_levina_bickel());
    fill(13, cloud[4], 30, curve.mutable_participation_ratio());
    fill(14, cloud[4], 44, curve.mutable_effective_rank());
  }
  return profile;
}

capture::v1::ActivationsSummary MakeActivations(const MadeReport& options) {
  capture::v1::ActivationsSummary cloud;
  cloud.set_subsamples(8);
  cloud.set_tokens_per_subsample(256);
  cloud.set_sequences(64);
  cloud.set_eligible_tokens(32000);
  cloud.set_loss(2.41);
  for (int l = 0; l < options.layers; ++l) {
    capture::v1::LayerOutliers& layer = *cloud.add_outliers();
    layer.set_layer(l);
    layer.set_median_norm_out(10 + l);
    layer.set_max_norm_out(40 + 3 * l);
    layer.set_top_token_share(0.01 + 0.001 * l / options.layers);
    layer.set_top_percent_share(0.08 + 0.02 * Noise(5, 0, l));
    layer.set_top_coordinates_share(0.3 - 0.1 * l / options.layers);
  }
  return cloud;
}

// The spec of a schedule that reads the profile.
void MakeGuided(ReportSource& source) {
  source.spec_type = "widthlab.schedule.v1.ScheduleSpec";
  source.spec_json =
      absl::StrCat(R"({"geometry_guided":{"geometry":"GEOMETRY_HYPERBOLIC","profile":")",
                   Id("profile", 0), R"(","statistic":"STATISTIC_TOPOLOGICAL_CHANGE"}})");
}

// The chain from a text to the comparison, as a run leaves it.
void AddSources(const MadeReport& options, ReportData& data) {
  using artifact::v1::ArtifactKind;
  std::vector<ReportSource>& sources = data.sources;
  const std::string text = Id("text", 0);
  std::vector<std::string> runs;
  std::vector<ReportSource> of_arms;
  for (int a = 0; a < options.arms; ++a) {
    for (int s = 0; s < options.seeds; ++s) runs.push_back(Id("run", 1000 * a + s));
  }
  sources.push_back(Source(data, "comparison", Id("comparison", 0),
                           ArtifactKind::ARTIFACT_KIND_COMPARISON, runs));
  for (int a = 0; a < options.arms; ++a) {
    const std::string schedule = Id("schedule", a);
    const std::vector<std::string> from =
        a < 2 ? std::vector<std::string>{} : std::vector<std::string>{Id("profile", 0)};
    of_arms.push_back(Source(data, absl::StrCat("schedule of ", NameOf(options, a)), schedule,
                             ArtifactKind::ARTIFACT_KIND_SCHEDULE, from));
    if (a == 2) MakeGuided(of_arms.back());
    for (int s = 0; s < options.seeds; ++s) {
      of_arms.push_back(Source(data, absl::StrCat("run ", s + 1, " of ", NameOf(options, a)),
                               Id("run", 1000 * a + s), ArtifactKind::ARTIFACT_KIND_TRAINING_RUN,
                               {text, schedule}));
    }
  }
  sources.push_back(Source(data, "reference", Id("run", 999999),
                           ArtifactKind::ARTIFACT_KIND_TRAINING_RUN, {text}));
  sources.push_back(Source(data, "activations", Id("activations", 0),
                           ArtifactKind::ARTIFACT_KIND_ACTIVATIONS, {text, Id("run", 999999)}));
  sources.push_back(Source(data, "profile", Id("profile", 0), ArtifactKind::ARTIFACT_KIND_PROFILE,
                           {Id("activations", 0)}));
  Source(data, "text", text, ArtifactKind::ARTIFACT_KIND_TEXT, {});
  artifact::v1::Manifest& manifest =
      *data.lineage.mutable_artifacts()->rbegin()->mutable_manifest();
  manifest.set_spec_type("widthlab.artifact.v1.ImportSpec");
  manifest.set_spec_json("{\"source\":\"shelf\"}");
  for (ReportSource& source : of_arms) {
    source.of_arm = true;
    sources.push_back(std::move(source));
  }
}

}  // namespace

ReportData MakeReportData(const MadeReport& options) {
  v1::CompareSpec spec;
  spec.set_alpha(0.05);
  spec.set_bootstrap_draws(100);
  std::vector<ArmRecord> records(options.arms);
  for (int a = 0; a < options.arms; ++a) {
    v1::ArmSpec& arm = *spec.add_arms();
    arm.set_name(NameOf(options, a));
    for (int s = 0; s < options.seeds; ++s) records[a].runs.push_back({Train(options, a, s)});
  }
  for (int s = 0; s < options.seeds; ++s) spec.add_seeds(s + 1);
  const absl::StatusOr<v1::Comparison> comparison = CompareRuns(spec, records);
  EXPECT_TRUE(comparison.ok()) << comparison.status();
  ReportData data;
  if (!comparison.ok()) return data;
  data.comparison = *comparison;
  for (int a = 0; a < options.arms; ++a) {
    ReportArm& arm = data.arms.emplace_back();
    arm.comparison = comparison->arms(a);
    for (RunRecord& run : records[a].runs) arm.runs.push_back(std::move(run.result));
    if (!options.has_models || a >= 4) continue;
    arm.comparison.set_schedule(Id("schedule", a));
    arm.schedule.emplace().set_family(kFamilies[a]);
    if (a == 2) arm.schedule->mutable_problem()->add_floor(64);
  }
  AddSources(options, data);
  if (!options.has_models) return data;
  data.profile = MakeProfile(options);
  data.activations = MakeActivations(options);
  data.reference = Train(options, 0, -1);
  data.reference->set_validation_loss(2.41);
  return data;
}

}  // namespace widthlab::pipeline
