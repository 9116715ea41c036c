#include "services/schedule/service/list_families.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::schedule {
namespace {

const v1::FamilyDescription* Find(const v1::ListFamiliesResponse& response,
                                  const std::string& name) {
  for (const auto& family : response.families()) {
    if (family.name() == name) return &family;
  }
  return nullptr;
}

TEST(ListFamiliesTest, OptionsComeFromTheFamiliesMessages) {
  const v1::ListFamiliesResponse response = ListFamilies();
  const v1::FamilyDescription* taper = Find(response, "cosine_taper");
  ASSERT_NE(taper, nullptr);
  EXPECT_EQ(taper->source(), "arXiv 2606.23670");
  EXPECT_FALSE(taper->summary().empty());
  ASSERT_EQ(taper->fields_size(), 2);
  EXPECT_EQ(taper->fields(0).name(), "start");
  EXPECT_EQ(taper->fields(0).type(), "double");
  EXPECT_EQ(taper->fields(0).default_(), "1.5");
  EXPECT_THAT(taper->fields(0).allowed(), testing::HasSubstr("above 0"));
}

TEST(ListFamiliesTest, EveryFamilyHasASummary) {
  const v1::ListFamiliesResponse response = ListFamilies();
  EXPECT_GE(response.families_size(), 4);
  for (const auto& family : response.families()) {
    EXPECT_FALSE(family.summary().empty()) << family.name();
  }
}

}  // namespace
}  // namespace widthlab::schedule
