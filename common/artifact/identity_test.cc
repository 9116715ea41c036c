// Reads the vectors of docs/formats/artifact.md.
#include "common/artifact/identity.h"

#include <fstream>
#include <map>
#include <string>

#include "common/artifact/digest.h"
#include "common/spec/canonical_json.h"
#include "common/status/matchers.h"
#include "gtest/gtest.h"

namespace widthlab::artifact {
namespace {

// Lines "name value" of the page's block of vectors.
std::map<std::string, std::string> Vectors() {
  std::map<std::string, std::string> vectors;
  std::ifstream page("docs/formats/artifact.md");
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line == "```vectors") {
      inside = true;
    } else if (line == "```") {
      inside = false;
    } else if (inside) {
      const size_t space = line.find(' ');
      vectors[line.substr(0, space)] = line.substr(space + 1);
    }
  }
  return vectors;
}

TEST(IdentityTest, TheIdIsTheDigestOfThePagesManifest) {
  const auto vectors = Vectors();
  v1::Manifest manifest;
  ASSERT_THAT(spec::ParseJson(vectors.at("manifest"), manifest), IsOk());
  EXPECT_EQ(spec::CanonicalJson(manifest), vectors.at("manifest"));
  EXPECT_EQ(ArtifactId(manifest), vectors.at("id"));
  EXPECT_EQ(Sha256Of(vectors.at("manifest")), vectors.at("id"));
}

TEST(IdentityTest, TheCacheKeyIsThatOfThePage) {
  const auto vectors = Vectors();
  v1::Manifest manifest;
  ASSERT_THAT(spec::ParseJson(vectors.at("manifest"), manifest), IsOk());
  const std::vector<std::string> inputs(manifest.inputs().begin(), manifest.inputs().end());
  const std::string key =
      CacheKey(manifest.spec_type(), manifest.spec_json(), inputs, manifest.algorithm_version());
  EXPECT_EQ(key, vectors.at("cache_key"));
  EXPECT_EQ(Sha256Of(vectors.at("request")), key);
}

TEST(IdentityTest, EveryPartOfARequestChangesItsKey) {
  const std::string key = CacheKey("x.Spec", "{}", {"a"}, "x/1");
  EXPECT_EQ(CacheKey("x.Spec", "{}", {"a"}, "x/1"), key);
  EXPECT_NE(CacheKey("y.Spec", "{}", {"a"}, "x/1"), key);
  EXPECT_NE(CacheKey("x.Spec", "{\"a\":1}", {"a"}, "x/1"), key);
  EXPECT_NE(CacheKey("x.Spec", "{}", {"b"}, "x/1"), key);
  EXPECT_NE(CacheKey("x.Spec", "{}", {}, "x/1"), key);
  EXPECT_NE(CacheKey("x.Spec", "{}", {"a"}, "x/2"), key);
}

}  // namespace
}  // namespace widthlab::artifact
