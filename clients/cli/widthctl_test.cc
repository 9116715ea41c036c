// Whole command lines against fakes: exit codes, and the shape of every --json.
#include "clients/cli/widthctl.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "clients/cli/fake_server.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class WidthctlTest : public testing::Test {
 protected:
  int Run(std::vector<std::string> words) {
    out_.str("");
    err_.str("");
    const Console console{.out = out_, .err = err_};
    return RunWidthctl(words, console,
                       [this](const std::string& server) { return server_.Connect(server); });
  }

  // Objects printed by a line with --json, one for each line.
  std::vector<Json> RunJson(std::vector<std::string> words, int exit_code = kSuccess) {
    words.push_back("--json");
    EXPECT_EQ(Run(words), exit_code) << out_.str() << err_.str();
    EXPECT_THAT(err_.str(), IsEmpty());
    std::vector<Json> objects;
    const std::string text = out_.str();
    for (const auto& line : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
      objects.push_back(Json::parse(std::string(line)));
      EXPECT_TRUE(objects.back().is_object());
    }
    return objects;
  }

  static std::vector<std::string> Keys(const Json& object) {
    std::vector<std::string> keys;
    for (const auto& item : object.items()) keys.push_back(item.key());
    return keys;
  }

  std::string TextFolder() {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "text";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "a.txt") << "text";
    return folder.string();
  }

  FakeServer server_;
  std::ostringstream out_;
  std::ostringstream err_;
};

TEST_F(WidthctlTest, SaysItsVersion) {
  EXPECT_EQ(Run({"--version"}), kSuccess);
  EXPECT_THAT(out_.str(), testing::MatchesRegex("widthctl [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

TEST_F(WidthctlTest, TeachesWithoutAServer) {
  EXPECT_EQ(Run({}), kSuccess);
  EXPECT_THAT(out_.str(), HasSubstr("pipeline run"));
  for (const Command& command : AllCommands()) {
    std::vector<std::string> words = absl::StrSplit(command.name(), ' ');
    words.push_back("--help");
    EXPECT_EQ(Run(words), kSuccess);
    const std::string called = command.usage.empty() ? "widthctl " + command.name() : command.usage;
    EXPECT_THAT(out_.str(), HasSubstr("usage: " + called));
  }
  EXPECT_EQ(Run({"pipeline", "run", "geometry_guided", "--help"}), kSuccess);
  EXPECT_THAT(out_.str(), HasSubstr("; default 200"));
}

TEST_F(WidthctlTest, PrintsUsageErrorsForPeopleAndForScripts) {
  EXPECT_EQ(Run({"pipeline", "rnu"}), kUsage);
  EXPECT_THAT(err_.str(), HasSubstr("did you mean 'run'?"));
  EXPECT_THAT(out_.str(), IsEmpty());
  const std::vector<Json> objects = RunJson({"job", "list", "--stat", "x"}, kUsage);
  ASSERT_THAT(objects, SizeIs(1));
  EXPECT_THAT(Keys(objects[0]["error"]), ElementsAre("code", "reason", "field", "message"));
  EXPECT_EQ(objects[0]["error"]["field"], "--stat");
}

TEST_F(WidthctlTest, PrintsErrorsOfTheServerWithTheirFacts) {
  const std::vector<Json> objects = RunJson({"artifact", "show", "ffff"}, kNotFound);
  ASSERT_THAT(objects, SizeIs(1));
  EXPECT_EQ(objects[0].dump(),
            R"({"error":{"code":"NOT_FOUND","reason":"ARTIFACT_NOT_FOUND","field":"name",)"
            R"("message":"there is no artifact ffff"}})");
  EXPECT_EQ(Run({"pipeline", "show", "pipeline-2"}), kNotFound);
  EXPECT_EQ(err_.str(), "error: there is no jobs/pipeline-2\n");
}

TEST_F(WidthctlTest, PipelineRunPrintsTheJob) {
  const std::vector<Json> objects =
      RunJson({"pipeline", "run", "geometry_guided", "--set", "train.steps=40", "--text",
               TextFolder(), "--request-id", "mine"});
  ASSERT_THAT(objects, SizeIs(1));
  EXPECT_EQ(objects[0]["name"], "jobs/pipeline-1");
  EXPECT_EQ(objects[0]["state"], "QUEUED");
  EXPECT_EQ(server_.last_run.geometry_guided().train().steps(), 40);
  EXPECT_EQ(server_.last_run.geometry_guided().text(), "cccc" + std::string(60, '0'));
  EXPECT_EQ(server_.last_run.request_id(), "mine");
}

TEST_F(WidthctlTest, PipelineRunWithWaitPrintsTheResult) {
  const std::vector<Json> objects = RunJson({"pipeline", "run", "geometry_guided", "--wait"});
  ASSERT_THAT(objects, SizeIs(1));
  EXPECT_EQ(objects[0].dump(), R"({"artifacts":{"report":"bbbb"}})");
}

TEST_F(WidthctlTest, PipelineRunWithWaitPrintsTheErrorOfARunThatFailed) {
  server_.end = job::v1::JOB_STATE_FAILED;
  const std::vector<Json> objects =
      RunJson({"pipeline", "run", "geometry_guided", "--wait"}, kFailure);
  ASSERT_THAT(objects, SizeIs(1));
  EXPECT_EQ(objects[0]["error"]["code"], "RESOURCE_EXHAUSTED");
  server_.end = job::v1::JOB_STATE_CANCELLED;
  RunJson({"pipeline", "run", "geometry_guided", "--wait"}, kCancelled);
}

TEST_F(WidthctlTest, PipelineRunWithDryRunPrintsTheJobThatWouldBe) {
  const std::vector<Json> objects = RunJson({"pipeline", "run", "geometry_guided", "--dry-run"});
  ASSERT_THAT(objects, SizeIs(1));
  EXPECT_TRUE(server_.last_run.validate_only());
  EXPECT_EQ(objects[0]["name"], "");
  EXPECT_EQ(objects[0]["metadata"]["steps"][0]["id"], "reference");
}

TEST_F(WidthctlTest, WatchesPrintOneObjectAnEvent) {
  for (const char* group : {"pipeline", "job"}) {
    const std::vector<Json> objects = RunJson({group, "watch", "pipeline-1"});
    ASSERT_THAT(objects, SizeIs(2));
    EXPECT_EQ(objects[0]["state"], "RUNNING");
    EXPECT_EQ(objects[1]["state"], "SUCCEEDED");
    EXPECT_EQ(objects[1]["result"]["artifacts"]["report"], "bbbb");
  }
  server_.end = job::v1::JOB_STATE_FAILED;
  EXPECT_THAT(RunJson({"job", "watch", "pipeline-1"}, kFailure), SizeIs(2));
}

TEST_F(WidthctlTest, ListsPrintOneObjectAnEntry) {
  EXPECT_THAT(RunJson({"artifact", "list"}), SizeIs(2));
  EXPECT_THAT(RunJson({"pipeline", "list"}), SizeIs(1));
  const std::vector<Json> jobs = RunJson({"job", "list", "--state", "running", "--kind", "a.B"});
  ASSERT_THAT(jobs, SizeIs(1));
  EXPECT_EQ(jobs[0]["kind"], "pipeline.RunPipeline");
  EXPECT_THAT(server_.asked, ElementsAre("state = RUNNING AND kind = \"a.B\""));
}

TEST_F(WidthctlTest, ShowsAndCancelsPrintTheResource) {
  EXPECT_EQ(RunJson({"pipeline", "show", "pipeline-1"})[0]["state"], "RUNNING");
  EXPECT_EQ(RunJson({"pipeline", "cancel", "pipeline-1"})[0]["state"], "CANCELLING");
  EXPECT_EQ(RunJson({"job", "cancel", "pipeline-1"})[0]["state"], "CANCELLING");
  EXPECT_EQ(RunJson({"artifact", "show", "aaaa"})[0]["manifest"]["kind"], "SCHEDULE");
  EXPECT_THAT(Keys(RunJson({"artifact", "lineage", "aaaa"})[0]), ElementsAre("artifacts", "edges"));
  EXPECT_EQ(RunJson({"model", "inspect", "aaaa"})[0]["accounts"]["total_parameters"], 1234567);
  const Json schedule = RunJson({"schedule", "show", "aaaa"})[0];
  EXPECT_EQ(schedule["ffn_widths"].dump(), "[192,128,64]");
  EXPECT_EQ(schedule["budget_parameters"], 147456);
}

TEST_F(WidthctlTest, SolveAnswersTheGoodProblemsAndExitsWithOneForABadOne) {
  const std::string good = R"({"work": [1, 2], "exponent": 1, "unit_cost": 3, "budget": 9})";
  const std::string path = (std::filesystem::path(testing::TempDir()) / "problems").string();
  std::ofstream(path) << good << "\n\n"
                      << R"({"work": [0], "exponent": 1, "unit_cost": 3, "budget": 9})"
                      << "\nnonsense\n"
                      << good;
  const std::vector<Json> objects = RunJson({"schedule", "solve", "--file", path}, kFailure);
  ASSERT_THAT(objects, SizeIs(4));
  EXPECT_EQ(objects[0]["widths"].dump(), "[1.5,1.5]");
  EXPECT_EQ(objects[0]["bound"].dump(), R"(["NONE","NONE"])");
  EXPECT_EQ(objects[1]["error"]["field"], "work");
  EXPECT_EQ(objects[2]["error"]["code"], "INVALID_ARGUMENT");
  EXPECT_EQ(objects[3], objects[0]);
  std::ofstream(path) << good;
  EXPECT_THAT(RunJson({"schedule", "solve", "--file", path}), SizeIs(1));
  EXPECT_EQ(Run({"schedule", "solve"}), kUsage);
}

TEST_F(WidthctlTest, BuildPrintsWidthsAndWhatTheyCost) {
  const Json built = RunJson({"schedule", "build", "--family", "cosine_taper", "--layers", "3",
                              "--d-model", "32", "--ffn-width", "128", "--set", "start=1.4"})[0];
  EXPECT_EQ(built["ffn_widths"].dump(), "[192,128,64]");
  EXPECT_EQ(built["residual_widths"].dump(), "[32,32,32]");
  EXPECT_EQ(built["parameters"]["total"], 1234567);
  for (const char* key : {"flops", "kv_bytes_per_token", "drift", "artifact"}) {
    EXPECT_TRUE(built.contains(key)) << key;
  }
  EXPECT_EQ(Run({"schedule", "build", "--family", "cosine_taper"}), kUsage);
  EXPECT_EQ(Run({"schedule", "build", "--family", "crown", "--help"}), kSuccess);
  EXPECT_THAT(out_.str(), HasSubstr("middle"));
  EXPECT_THAT(RunJson({"schedule", "families"}), SizeIs(2));
}

TEST_F(WidthctlTest, ExportWritesFilesAndImportReadsThem) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "exported";
  std::filesystem::remove_all(folder);
  const std::string given = (std::filesystem::path(testing::TempDir()) / "given.json").string();
  std::ofstream(given) << R"({"ffn_widths": [64, 128], "hidden_size": 32, "drift": 0})";
  const Json out = RunJson({"schedule", "export", "--file", given, "--format", "hugging_face",
                            "--output", folder.string()})[0];
  EXPECT_EQ(out["ffn_widths"].dump(), "[64,128]");
  EXPECT_EQ(out["paths"].size(), 2u);
  EXPECT_TRUE(std::filesystem::exists(folder / "modeling_widthlab.py"));
  const Json back =
      RunJson({"schedule", "import", "--format", "hugging_face", "--file", folder.string()})[0];
  EXPECT_EQ(back["ffn_widths"].dump(), "[23]");  // the length of the fake's config.json
  const std::string one = (folder / "one" / "openelm.json").string();
  EXPECT_EQ(Run({"schedule", "export", "aaaa", "--format", "openelm", "--output", one}), kSuccess);
  EXPECT_TRUE(std::filesystem::exists(one));
  EXPECT_EQ(Run({"schedule", "export", "aaaa", "--format", "gguf", "--output", one}), kUsage);
  EXPECT_THAT(err_.str(), HasSubstr("lm_engine"));
  EXPECT_EQ(Run({"schedule", "export", "--format", "csv", "--output", one}), kUsage);
  EXPECT_EQ(Run({"schedule", "export", "aaaa", "--format", "csv"}), kUsage);
}

TEST_F(WidthctlTest, VerifyAndReproduceExitWithOneWhereBytesDiffer) {
  EXPECT_EQ(RunJson({"artifact", "verify", "aaaa"})[0].dump(),
            R"({"id":"aaaa","ok":true,"problems":[]})");
  EXPECT_EQ(RunJson({"artifact", "reproduce", "aaaa"})[0]["state"], "QUEUED");
  EXPECT_EQ(RunJson({"artifact", "reproduce", "aaaa", "--wait"})[0]["equal"], true);
  server_.bytes_are_equal = false;
  EXPECT_EQ(RunJson({"artifact", "verify", "aaaa"}, kFailure)[0]["ok"], false);
  EXPECT_EQ(RunJson({"artifact", "reproduce", "aaaa", "--wait"}, kFailure)[0]["equal"], false);
}

TEST_F(WidthctlTest, GetWritesFilesAndPrintsWhere) {
  const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "got.json";
  const std::vector<Json> objects =
      RunJson({"artifact", "get", "aaaa", "schedule.json", "--output", path.string()});
  ASSERT_THAT(objects, SizeIs(1));
  EXPECT_THAT(Keys(objects[0]), ElementsAre("name", "digest", "size_bytes", "media_type", "path"));
  EXPECT_EQ(static_cast<int64_t>(std::filesystem::file_size(path)), objects[0]["size_bytes"]);
  EXPECT_EQ(Run({"artifact", "get", "aaaa", "schedule.json", "--output", "-"}), kSuccess);
  EXPECT_THAT(out_.str(), HasSubstr("\"cosine_taper\""));
  EXPECT_EQ(Run({"artifact", "get", "aaaa", "schedul.json"}), kNotFound);
  EXPECT_THAT(err_.str(), HasSubstr("did you mean 'schedule.json'?"));
}

TEST_F(WidthctlTest, FigureWritesAFileOrStandardOutputOrAList) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "figures";
  std::filesystem::create_directories(folder);
  const Json drawn = RunJson({"figure", "aaaa", "--output", folder.string()})[0];
  EXPECT_EQ(drawn["path"], (folder / "widths.svg").string());
  EXPECT_EQ(drawn["title"], "Title");
  EXPECT_TRUE(std::filesystem::exists(folder / "widths.svg"));
  EXPECT_EQ(Run({"figure", "aaaa", "lineage", "--output", "-"}), kSuccess);
  EXPECT_EQ(out_.str(), "<svg>lineage</svg>\n");
  EXPECT_THAT(RunJson({"figure", "aaaa", "--list"}), SizeIs(2));
  EXPECT_EQ(Run({"figure", "aaaa", "--output", "-", "--json"}), kUsage);
  EXPECT_EQ(Run({"figure", "aaaa", "--output", "/dev/null/x.svg"}), kRefused);
}

TEST_F(WidthctlTest, OpenKeepsAPageInTheCacheAndSaysWhere) {
  const std::filesystem::path cache = std::filesystem::path(testing::TempDir()) / "cache";
  setenv("XDG_CACHE_HOME", cache.c_str(), /*overwrite=*/1);
  unsetenv("DISPLAY");
  unsetenv("WAYLAND_DISPLAY");
  const Json opened = RunJson({"open", "aaaa"})[0];
  EXPECT_EQ(opened["shown"], false);
  const std::string path = opened["path"];
  EXPECT_THAT(path, testing::StartsWith(cache.string()));
  EXPECT_THAT(path, testing::EndsWith("/widths.svg"));
  std::stringstream page;
  page << std::ifstream(path).rdbuf();
  EXPECT_EQ(page.str(), "<svg>widths</svg>\n");
}

TEST_F(WidthctlTest, ShowsTablesToPeople) {
  EXPECT_EQ(Run({"schedule", "show", "aaaa"}), kSuccess);
  EXPECT_THAT(out_.str(), HasSubstr("    0    192   192.0  ########################\n"));
  EXPECT_EQ(Run({"schedule", "show", "cccc"}), kRefused);
  EXPECT_THAT(err_.str(), HasSubstr("must be the id of a schedule"));
  EXPECT_EQ(Run({"artifact", "lineage", "aaaa"}), kSuccess);
  EXPECT_EQ(out_.str(), "aaaa00000000  schedule\n  cccc00000000  text\n");
  EXPECT_EQ(Run({"model", "inspect", "aaaa"}), kSuccess);
  EXPECT_THAT(out_.str(), HasSubstr("1,234,567"));
}

TEST_F(WidthctlTest, CompletesWithWhatTheServerHolds) {
  EXPECT_EQ(Run({"complete", "--", "artifact", "show", ""}), kSuccess);
  EXPECT_THAT(out_.str(), HasSubstr("aaaa00000000\tschedule, "));
  EXPECT_EQ(Run({"complete", "--", "job", "watch", "jobs/"}), kSuccess);
  EXPECT_THAT(out_.str(), HasSubstr("jobs/pipeline-1\tpipeline.RunPipeline, "));
  EXPECT_EQ(Run({"complete", "--", "schedule", "build", "--family", "hourglass", "--set", "r"}),
            kSuccess);
  EXPECT_THAT(out_.str(), testing::StartsWith("ratio=\ta number in (0, 1); default 0.3\n"));
  EXPECT_EQ(Run({"complete", "--", "pipeline", "run", "geometry_guided", "--text", ""}), kSuccess);
  EXPECT_EQ(out_.str(), ":files\n");
}

TEST_F(WidthctlTest, CompletionPrintsAScriptForEachShell) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    EXPECT_EQ(Run({"completion", shell}), kSuccess);
    EXPECT_THAT(out_.str(), HasSubstr(" complete -- ")) << shell;
  }
  EXPECT_EQ(Run({"completion", "fihs"}), kUsage);
  EXPECT_THAT(err_.str(), HasSubstr("did you mean 'fish'?"));
}

TEST_F(WidthctlTest, ColoursComeAndGoWithTheFlag) {
  EXPECT_EQ(Run({"job", "list", "--color", "always"}), kSuccess);
  EXPECT_THAT(out_.str(), HasSubstr("\033[1m"));
  EXPECT_EQ(Run({"--color", "never", "job", "list"}), kSuccess);
  EXPECT_THAT(out_.str(), testing::Not(HasSubstr("\033")));
  EXPECT_EQ(Run({"job", "list", "--color", "sometimes"}), kUsage);
}

TEST_F(WidthctlTest, RefusesTextThatIsNone) {
  EXPECT_EQ(Run({"pipeline", "run", "geometry_guided", "--text", "/no/such/folder"}), kRefused);
  EXPECT_THAT(err_.str(), HasSubstr("/no/such/folder does not exist"));
  EXPECT_EQ(Run({"pipeline", "run", "geometry_guided", "--file", "/no/such/file"}), kRefused);
  EXPECT_THAT(err_.str(), HasSubstr("--file"));
}

}  // namespace
}  // namespace widthlab::cli
