#include "common/architecture/proto_form.h"

#include <fstream>
#include <sstream>
#include <string>

#include "common/architecture/config_json.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::architecture {
namespace {

using testing::ElementsAre;

model::v1::Architecture TinyProto() {
  model::v1::Architecture proto;
  proto.set_vocab_size(10);
  proto.set_layers(2);
  proto.set_hidden_size(4);
  proto.set_heads(2);
  proto.set_ffn_width(8);
  proto.set_tied_embeddings(false);
  proto.set_rope_theta(10000);
  proto.set_rms_norm_eps(1e-5);
  proto.set_max_positions(64);
  return proto;
}

TEST(ProtoFormTest, AbsentFieldsFollowFromTheOthers) {
  const auto a = FromProto(TinyProto());
  ASSERT_THAT(a, IsOk());
  EXPECT_EQ(a->kv_heads, 2);
  EXPECT_EQ(a->head_dim, 2);
  EXPECT_THAT(a->ffn_widths, ElementsAre(8, 8));
}

TEST(ProtoFormTest, WidthsSurviveTheWayThereAndBack) {
  model::v1::Architecture proto = TinyProto();
  proto.set_kv_heads(1);
  proto.add_ffn_widths(12);
  proto.add_ffn_widths(0);
  const auto a = FromProto(proto);
  ASSERT_THAT(a, IsOk());
  const auto back = ToProto(*a, proto.ffn_width());
  ASSERT_THAT(back, IsOk());
  EXPECT_EQ(back->SerializeAsString(), proto.SerializeAsString());
}

TEST(ProtoFormTest, UniformWidthsAreNotListed) {
  const auto back = ToProto(*FromProto(TinyProto()), 8);
  ASSERT_THAT(back, IsOk());
  EXPECT_EQ(back->ffn_widths_size(), 0);
  EXPECT_EQ(back->kv_heads(), 2);
}

TEST(ProtoFormTest, BadShapesNameTheProtosField) {
  model::v1::Architecture proto = TinyProto();
  proto.set_heads(3);
  EXPECT_THAT(FromProto(proto), FailsOnField("heads"));
  proto = TinyProto();
  proto.set_heads(4);  // heads of one coordinate
  EXPECT_THAT(FromProto(proto), FailsOnField("heads"));
  proto = TinyProto();
  proto.set_kv_heads(3);
  EXPECT_THAT(FromProto(proto), FailsOnField("kv_heads"));
  proto = TinyProto();
  proto.add_ffn_widths(3);
  EXPECT_THAT(FromProto(proto), FailsOnField("ffn_widths"));
}

TEST(ProtoFormTest, WhatTheMessageCannotSayIsRefused) {
  Architecture a = *FromProto(TinyProto());
  a.residual_widths = {4, 8};
  EXPECT_THAT(ToProto(a, 8), FailsOnField("residual_widths"));
}

TEST(ProtoFormTest, EveryFamilyComesBackAsItWas) {
  for (const char* model : {"llama-tiny", "llama-tied", "mistral-tiny", "qwen2-tiny", "qwen3-tiny",
                            "olmo2-tiny", "gemma2-tiny", "gemma3-tiny", "gpt2-tiny"}) {
    std::ifstream file(std::string("tests/data/models/") + model + "/config.json");
    std::stringstream text;
    text << file.rdbuf();
    const absl::StatusOr<Architecture> a = ParseConfigJson(text.str());
    ASSERT_THAT(a, IsOk()) << model;
    const auto proto = ToProto(*a, MeanFfnWidth(*a));
    ASSERT_THAT(proto, IsOk()) << model;
    EXPECT_TRUE(proto->has_traits());
    const auto back = FromProto(*proto);
    ASSERT_THAT(back, IsOk()) << model;
    EXPECT_EQ(*back, *a) << model;
  }
  EXPECT_FALSE(ToProto(*FromProto(TinyProto()), 8)->has_traits());
}

// 2 x 40 embedding, 128 attention, 192 FFN, 20 norms; see accounts_test.cc.
TEST(ProtoFormTest, AccountsAreThoseOfTheTensors) {
  const model::v1::Accounts accounts = AccountsProto(*FromProto(TinyProto()), 16);
  EXPECT_EQ(accounts.total_parameters(), 420);
  EXPECT_EQ(accounts.embedding_parameters(), 80);
  EXPECT_EQ(accounts.non_embedding_parameters(), 340);
  EXPECT_EQ(accounts.ffn_parameters(), 192);
  EXPECT_EQ(accounts.forward_flops_per_token(), 1232);
  EXPECT_EQ(accounts.training_flops_per_token(), 3696);
  EXPECT_EQ(accounts.kv_bytes_per_token(), 32);
}

}  // namespace
}  // namespace widthlab::architecture
