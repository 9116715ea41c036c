// The accounts of schedules against the tensors of the models that are built from them.
#include <cstdint>

#include "common/architecture/proto_form.h"
#include "common/architecture/tensor_layout.h"
#include "common/model/parameter_spec.h"
#include "common/status/matchers.h"
#include "gtest/gtest.h"
#include "services/schedule/core/make_schedule.h"
#include "services/schedule/core/testing_specs.h"

namespace widthlab::schedule {
namespace {

// Grouped heads and an untied head, so that no two kinds of matrix have one size by chance.
v1::ScheduleSpec SpecWithGroups(int layers, int width) {
  v1::ScheduleSpec spec = SpecFor(layers, width);
  spec.mutable_architecture()->set_kv_heads(2);
  return spec;
}

architecture::Architecture ModelOf(const v1::Schedule& schedule) {
  auto model = architecture::FromProto(schedule.architecture());
  EXPECT_THAT(model, IsOk());
  model->ffn_widths.assign(schedule.ffn_widths().begin(), schedule.ffn_widths().end());
  model->residual_widths.assign(schedule.residual_widths().begin(),
                                schedule.residual_widths().end());
  return *model;
}

// Elements of what a checkpoint of the model has.
int64_t StoredElements(const architecture::Architecture& a) {
  int64_t elements = 0;
  for (const auto& tensor : architecture::OuterTensors(a, "")) elements += tensor.element_count();
  for (int64_t l = 0; l < a.layers; ++l) {
    for (const auto& tensor : architecture::LayerTensors(a, l, "")) {
      elements += tensor.element_count();
    }
  }
  return elements;
}

// Elements of what training allocates.
int64_t TrainedElements(const architecture::Architecture& a) {
  EXPECT_THAT(model::CheckSupported(a), IsOk());
  int64_t elements = 0;
  for (const model::ParameterSpec& spec : model::ParameterSpecs(a)) elements += spec.size();
  return elements;
}

TEST(ScheduleTensorsTest, DenseModelsHaveWhatTheAccountsSay) {
  v1::ScheduleSpec spec = SpecWithGroups(6, 512);
  const auto check = [](const v1::ScheduleSpec& asked) {
    const auto schedule = MakeSchedule(Resolved(asked), {});
    ASSERT_THAT(schedule, IsOk());
    const architecture::Architecture model = ModelOf(*schedule);
    EXPECT_EQ(schedule->accounts().total_parameters(), TrainedElements(model));
    EXPECT_EQ(schedule->accounts().total_parameters(), StoredElements(model));
  };
  spec.mutable_uniform();
  check(spec);
  spec.mutable_cosine_taper();
  check(spec);
  spec.mutable_ffn_band();  // layers without FFN have no norm before it
  check(spec);
  spec.mutable_architecture()->set_tied_embeddings(true);
  spec.mutable_crown();
  check(spec);
}

TEST(ScheduleTensorsTest, AnHourglassHasWhatTheAccountsSay) {
  v1::ScheduleSpec spec = SpecFor(16, 2560);
  spec.mutable_architecture()->set_hidden_size(640);
  spec.mutable_hourglass()->set_vocabulary(1000);
  const auto schedule = MakeSchedule(Resolved(spec), {});
  ASSERT_THAT(schedule, IsOk());
  ASSERT_EQ(schedule->residual_widths_size(), 16);
  int64_t elements = 2 * 1000 * 640 + schedule->residual_widths(15);  // the final norm
  for (int l = 0; l < 16; ++l) {
    const int64_t d = schedule->residual_widths(l);
    elements += 4 * d * d + 3 * d * schedule->ffn_widths(l) + 2 * d;
  }
  EXPECT_EQ(schedule->accounts().total_parameters(), elements);
}

// Blocks between d and their own width w: q, k, v and o are w by d, the FFN's three d by 4 w.
TEST(ScheduleTensorsTest, AFixedResidualStreamHasWhatTheAccountsSay) {
  v1::ScheduleSpec spec = SpecFor(16, 2560);
  spec.mutable_architecture()->set_hidden_size(640);
  spec.mutable_hourglass()->set_vocabulary(1000);
  spec.mutable_hourglass()->set_fixed_residual(true);
  const auto schedule = MakeSchedule(Resolved(spec), {});
  ASSERT_THAT(schedule, IsOk());
  int64_t elements = 2 * 1000 * 640 + 640;
  for (int l = 0; l < 16; ++l) {
    // A model of this one layer, all of whose heads are as narrow.
    architecture::Architecture one = ModelOf(*schedule);
    one.layers = 1;
    one.head_dim = schedule->attention_widths(l) / one.heads;
    one.ffn_widths = {schedule->ffn_widths(l)};
    elements += TrainedElements(one) - (2 * 1000 * 640 + 640);
  }
  EXPECT_EQ(schedule->accounts().total_parameters(), elements);
}

// E banks of three matrices and a router [E, d] in every layer; the rest is the dense model's.
TEST(ScheduleTensorsTest, ExpertsHaveWhatTheAccountsSay) {
  v1::ScheduleSpec spec = SpecWithGroups(3, 512);
  spec.mutable_moe()->set_base("cosine_taper");
  const auto schedule = MakeSchedule(Resolved(spec), {});
  ASSERT_THAT(schedule, IsOk());
  const architecture::Architecture dense = ModelOf(*schedule);
  int64_t elements = TrainedElements(dense);
  for (int64_t width : schedule->ffn_widths()) elements += 7 * 3 * 128 * width + 8 * 128;
  EXPECT_EQ(schedule->accounts().total_parameters(), elements);
}

}  // namespace
}  // namespace widthlab::schedule
