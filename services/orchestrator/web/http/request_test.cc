#include "services/orchestrator/web/http/request.h"

#include <string>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/orchestrator/web/http/host_check.h"
#include "services/orchestrator/web/http/response.h"

namespace widthlab::web {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(ParseTarget, TakesPathAndQueryApart) {
  const auto request = ParseTarget("/artifacts/3fa9/?kind=training+run&id=a%26b&id=c&empty");
  ASSERT_THAT(request, IsOk());
  EXPECT_THAT(request->path, ElementsAre("artifacts", "3fa9"));
  EXPECT_EQ(request->Value("kind"), "training run");
  EXPECT_THAT(request->Values("id"), ElementsAre("a&b", "c"));
  EXPECT_EQ(request->Value("empty"), "");
  EXPECT_THAT(ParseTarget("/")->path, IsEmpty());
}

TEST(ParseTarget, RefusesWhatIsNoPlainText) {
  for (const char* target :
       {"", "artifacts", "/%", "/%4", "/%zz", "/%00", "/a%0d%0aSet-Cookie:x", "/%ff", "/%c3",
        "/%c0%af", "/?id=%1f", "/../etc/passwd", "/a/%2e%2e", "http://elsewhere/"}) {
    EXPECT_THAT(ParseTarget(target), Not(IsOk())) << target;
  }
  EXPECT_THAT(ParseTarget("/" + std::string(9000, 'a')), Not(IsOk()));
  std::string many = "/?";
  for (int i = 0; i < 1001; ++i) many += "a&";
  EXPECT_THAT(ParseTarget(many), Not(IsOk()));
}

TEST(ParseTarget, AnEncodedSlashIsNoSlash) {
  EXPECT_THAT(ParseTarget("/artifacts/a%2Fb")->path, ElementsAre("artifacts", "a/b"));
}

TEST(PercentEncode, ComesBackAsItWas) {
  std::string all = "é–";
  for (char c = 0x20; c < 0x7f; ++c) all += c;
  const std::string target = "/" + PercentEncode(all) + "?x=" + PercentEncode(all);
  const auto request = ParseTarget(target);
  ASSERT_THAT(request, IsOk());
  EXPECT_THAT(request->path, ElementsAre(all));
  EXPECT_EQ(request->Value("x"), all);
}

TEST(HostCheck, ALoopbackServerAnswersToLoopbackNamesOnly) {
  for (const char* name : {"127.0.0.1:7080", "localhost:7080", "LOCALHOST", "127.1.2.3", "[::1]:80",
                           "localhost:9999"}) {
    EXPECT_TRUE(IsExpectedHost("127.0.0.1", name)) << name;
    EXPECT_TRUE(IsExpectedHost("[::1]", name)) << name;
  }
  for (const char* name : {"", "evil.example:7080", "127.0.0.1.evil.example", "localhost.evil",
                           "127.0.0.256", "127.0.0", "[::2]:80", "[::1", "192.168.1.2:7080"}) {
    EXPECT_FALSE(IsExpectedHost("127.0.0.1", name)) << name;
  }
}

TEST(HostCheck, AServerElsewhereCannotKnowItsNames) {
  EXPECT_TRUE(IsExpectedHost("0.0.0.0", "lab.example:7080"));
}

TEST(HeaderText, NothingMayLoadFromElsewhereAndPagesRunNoScript) {
  for (const Trust trust : {Trust::kPage, Trust::kReport, Trust::kFile}) {
    const std::string header = HeaderText({.trust = trust, .body = "four"});
    EXPECT_THAT(header, HasSubstr("default-src 'none'"));
    EXPECT_THAT(header, HasSubstr("frame-ancestors 'none'"));
    EXPECT_THAT(header, HasSubstr("Content-Length: 4\r\n"));
    EXPECT_THAT(header, HasSubstr("nosniff"));
  }
  EXPECT_THAT(SecurityPolicy(Trust::kPage), Not(HasSubstr("script-src")));
  EXPECT_THAT(SecurityPolicy(Trust::kReport), HasSubstr("sandbox allow-scripts;"));
  EXPECT_THAT(SecurityPolicy(Trust::kReport), Not(HasSubstr("allow-same-origin")));
  EXPECT_THAT(SecurityPolicy(Trust::kFile), HasSubstr("sandbox;"));
}

}  // namespace
}  // namespace widthlab::web
