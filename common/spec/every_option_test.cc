// The options of every spec in the suite make sense: defaults lie inside their own ranges, only
// lists have item counts, and what has a default can also be left out.
#include <string>
#include <vector>

#include "common/spec/check_field.h"
#include "common/spec/field_rule.h"
#include "common/spec/scalar.h"
#include "common/status/matchers.h"
#include "gtest/gtest.h"
#include "widthlab/capture/v1/capture.pb.h"
#include "widthlab/geometry/v1/geometry.pb.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"
#include "widthlab/schedule/v1/schedule.pb.h"
#include "widthlab/training/v1/training.pb.h"

namespace widthlab::spec {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;

std::vector<const FieldDescriptor*> FieldsWithRules() {
  std::vector<const FieldDescriptor*> fields;
  for (const auto* file : {capture::v1::CaptureSpec::descriptor()->file(),
                           geometry::v1::MeasureSpec::descriptor()->file(),
                           model::v1::Architecture::descriptor()->file(),
                           pipeline::v1::CompareSpec::descriptor()->file(),
                           schedule::v1::ScheduleSpec::descriptor()->file(),
                           training::v1::TrainSpec::descriptor()->file()}) {
    for (int m = 0; m < file->message_type_count(); ++m) {
      const Descriptor& type = *file->message_type(m);
      for (int f = 0; f < type.field_count(); ++f) {
        if (HasRule(*type.field(f))) fields.push_back(type.field(f));
      }
    }
  }
  return fields;
}

TEST(EveryOptionTest, DefaultsLieInTheirOwnRange) {
  int count = 0;
  for (const FieldDescriptor* field : FieldsWithRules()) {
    std::vector<std::string> defaults(RuleOf(*field).default_items().begin(),
                                      RuleOf(*field).default_items().end());
    if (RuleOf(*field).has_default_()) defaults.push_back(RuleOf(*field).default_());
    for (const std::string& text : defaults) {
      const auto value = ScalarFromText(*field, text, field->full_name());
      ASSERT_THAT(value, IsOk());
      EXPECT_THAT(CheckValue(*field, *value, field->full_name()), IsOk());
      ++count;
    }
  }
  EXPECT_GT(count, 50);
}

TEST(EveryOptionTest, AFieldWithADefaultKnowsWhetherItIsSet) {
  for (const FieldDescriptor* field : FieldsWithRules()) {
    if (!RuleOf(*field).has_default_()) continue;
    EXPECT_TRUE(field->has_presence()) << field->full_name() << " must be optional";
  }
}

TEST(EveryOptionTest, OnlyListsHaveItems) {
  for (const FieldDescriptor* field : FieldsWithRules()) {
    const auto& rule = RuleOf(*field);
    if (rule.default_items_size() > 0 || rule.min_items() > 0 || rule.max_items() > 0 ||
        rule.unique_items()) {
      EXPECT_TRUE(field->is_repeated()) << field->full_name();
    }
    EXPECT_FALSE(rule.required() && HasDefault(*field)) << field->full_name();
    EXPECT_FALSE(rule.has_above() && rule.has_at_least()) << field->full_name();
    EXPECT_FALSE(rule.has_below() && rule.has_at_most()) << field->full_name();
  }
}

}  // namespace
}  // namespace widthlab::spec
