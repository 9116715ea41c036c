#include <cmath>
#include <string>

#include "common/artifact/in_memory_artifact_store.h"
#include "common/spec/canonical_json.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/training/core/imports/csv.h"
#include "services/training/core/imports/import_results.h"
#include "services/training/core/imports/result_table.h"
#include "widthlab/training/v1/training.pb.h"

namespace widthlab::training {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

absl::Status Fine() { return absl::OkStatus(); }

auto FailsAt(const std::string& place) {
  return StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(place));
}

TEST(CsvTest, ReadsQuotesCommasAndLineEnds) {
  const auto rows = ParseCsv(
      "\xEF\xBB\xBF"
      "a,b\r\n\"x, \"\"y\"\"\",\"two\nlines\"\r\n\r\n,last");
  ASSERT_THAT(rows, IsOk());
  ASSERT_EQ(rows->size(), 3u);
  EXPECT_THAT((*rows)[0].fields, ElementsAre("a", "b"));
  EXPECT_THAT((*rows)[1].fields, ElementsAre("x, \"y\"", "two\nlines"));
  EXPECT_THAT((*rows)[2].fields, ElementsAre("", "last"));
  EXPECT_EQ((*rows)[1].line, 2);
  EXPECT_EQ((*rows)[2].line, 5);
}

TEST(CsvTest, TakesAllLineEndsAlike) {
  for (const char* text : {"a,b\n1,2\n", "a,b\r\n1,2\r\n", "a,b\n1,2", "\n\na,b\r\n\n1,2\n\n"}) {
    const auto rows = ParseCsv(text);
    ASSERT_THAT(rows, IsOk()) << text;
    ASSERT_EQ(rows->size(), 2u);
    EXPECT_THAT((*rows)[1].fields, ElementsAre("1", "2"));
  }
  EXPECT_TRUE(ParseCsv("")->empty());
}

TEST(CsvTest, NamesTheLineOfAMistake) {
  EXPECT_THAT(ParseCsv("a,b\n1\n"), FailsAt("csv, line 2 has 1 fields, but the header has 2"));
  EXPECT_THAT(ParseCsv("a,b\n1,\"2\n3,4\n"), FailsAt("csv, line 2 has a quote that is not closed"));
  EXPECT_THAT(ParseCsv("a,b\n1,2\"\n"), FailsAt("csv, line 2 has a quote inside"));
  EXPECT_THAT(ParseCsv("a,b\n\"1\"2,3\n"), FailsAt("csv, line 2 has text behind"));
  EXPECT_THAT(ParseCsv("a,b\n1,2\n\xFF,2\n"), FailsAt("csv, line 3 is not UTF-8"));
}

TEST(ResultTableTest, SortsRowsIntoRuns) {
  const auto table = ReadResultTable(
      "step,loss,seed,arm,tokens,note\n"
      "20,2.5,1,wide,640,x\n10,3,1,wide,,y\n10,2.75,0,wide,,\n10,2,0,\"a,b\",,\n");
  ASSERT_THAT(table, IsOk());
  ASSERT_EQ(table->arms.size(), 2u);
  EXPECT_EQ(table->arms[0].name, "wide");
  EXPECT_EQ(table->arms[1].name, "a,b");
  ASSERT_EQ(table->arms[0].runs.size(), 2u);
  const ResultRun& run = table->arms[0].runs[1];
  EXPECT_EQ(run.seed, 1u);
  ASSERT_EQ(run.points.size(), 2u);
  EXPECT_EQ(run.points[0].step, 10);
  EXPECT_FALSE(run.points[0].tokens.has_value());
  EXPECT_EQ(run.points[1].loss, 2.5);
  EXPECT_EQ(run.points[1].tokens, 640);
}

TEST(ResultTableTest, NamesLineAndColumnOfAMistake) {
  const std::string header = "arm,seed,step,loss,tokens\n";
  EXPECT_THAT(ReadResultTable(""), FailsAt("csv, line 1 is empty"));
  EXPECT_THAT(ReadResultTable("arm,seed,step\n"), FailsAt("csv, line 1, column loss is missing"));
  EXPECT_THAT(ReadResultTable("arm,seed,step,loss,arm\n"),
              FailsAt("csv, line 1, column arm stands in the header twice"));
  EXPECT_THAT(ReadResultTable(header), FailsAt("csv, line 1 is a header without any row"));
  EXPECT_THAT(ReadResultTable(header + "a,0,1,2,3\na,x,1,2,\n"),
              FailsAt("csv, line 3, column seed is \"x\", but must be a whole number"));
  EXPECT_THAT(ReadResultTable(header + "a,-1,1,2,\n"), FailsAt("line 2, column seed"));
  EXPECT_THAT(ReadResultTable(header + "a,1,1.5,2,\n"), FailsAt("line 2, column step"));
  EXPECT_THAT(ReadResultTable(header + "a,1,-1,2,\n"), FailsAt("line 2, column step"));
  EXPECT_THAT(ReadResultTable(header + "a,1,1,nan,\n"),
              FailsAt("line 2, column loss is \"nan\", but must be a finite number"));
  EXPECT_THAT(ReadResultTable(header + "a,1,1,inf,\n"), FailsAt("line 2, column loss"));
  EXPECT_THAT(ReadResultTable(header + "a,1,1,,\n"), FailsAt("line 2, column loss"));
  EXPECT_THAT(ReadResultTable(header + ",1,1,2,\n"), FailsAt("line 2, column arm"));
  EXPECT_THAT(ReadResultTable(header + "a,1,1,2,many\n"), FailsAt("line 2, column tokens"));
  const auto twice = ReadResultTable(header + "a,1,5,2,\nb,1,5,2,\na,1,5,3,\n");
  EXPECT_THAT(twice,
              FailsAt("csv, line 4, column step is 5 of arm a and seed 1, which line 2 has"));
  EXPECT_EQ(FactsOf(twice.status())->metadata.at("line"), "4");
  EXPECT_EQ(FactsOf(twice.status())->metadata.at("column"), "step");
}

TEST(ImportResultsTest, MakesARunOfEachArmAndSeed) {
  artifact::InMemoryArtifactStore store;
  ResultImport what{.csv =
                        "arm,seed,step,loss,training_loss\n"
                        "u,7,1,3,\nu,7,2,2.5,2.25\nu,3,2,2.75,\nt,3,2,2,\n",
                    .source = "/home/me/runs.csv"};
  what.architectures["t"].set_layers(2);
  what.architectures["t"].set_hidden_size(32);
  what.architectures["t"].set_heads(2);
  what.architectures["t"].set_ffn_width(64);
  const auto imported = ImportResults(what, store, Fine);
  ASSERT_THAT(imported, IsOk());
  ASSERT_EQ(imported->size(), 2u);
  EXPECT_THAT((*imported)[0].seeds, ElementsAre(3, 7));
  const artifact::v1::Artifact& run = (*imported)[0].runs[1];
  EXPECT_EQ(run.manifest().kind(), artifact::v1::ARTIFACT_KIND_TRAINING_RUN);
  EXPECT_EQ(run.manifest().spec_json(), R"({"source":"runs.csv: u, seed 7"})");
  v1::TrainingResult result;
  ASSERT_THAT(spec::ParseJson(*artifact::ReadFile(store, run, "result.json"), result), IsOk());
  EXPECT_EQ(result.seed(), 7u);
  EXPECT_EQ(result.validation_loss(), 2.5);
  EXPECT_FALSE(result.has_architecture());
  ASSERT_EQ(result.metrics_size(), 2);
  EXPECT_TRUE(std::isnan(result.metrics(0).training_loss()));
  EXPECT_EQ(result.metrics(1).training_loss(), 2.25);
  EXPECT_EQ(result.metrics(1).validation_loss(), 2.5);

  ASSERT_THAT(
      spec::ParseJson(*artifact::ReadFile(store, (*imported)[1].runs[0], "result.json"), result),
      IsOk());
  EXPECT_EQ(result.architecture().hidden_size(), 32);
  EXPECT_GT(result.accounts().ffn_parameters(), 0);

  const auto again = ImportResults(what, store, Fine);
  ASSERT_THAT(again, IsOk());
  EXPECT_EQ((*again)[0].runs[1].id(), run.id());
}

TEST(ImportResultsTest, WritesNothingOfATableWithAMistake) {
  artifact::InMemoryArtifactStore store;
  EXPECT_THAT(ImportResults({.csv = "arm,seed,step,loss\nu,1,1,2\nu,1,1,3\n"}, store, Fine),
              FailsOnField("csv"));
  ResultImport what{.csv = "arm,seed,step,loss\nu,1,1,2\n"};
  what.architectures["v"].set_layers(2);
  EXPECT_THAT(ImportResults(what, store, Fine), FailsOnField("architectures[v]"));
  what.architectures.clear();
  what.architectures["u"].set_layers(-2);
  EXPECT_THAT(ImportResults(what, store, Fine), FailsOnField("architectures[u].layers"));
  EXPECT_TRUE(store.List({})->artifacts.empty());
}

}  // namespace
}  // namespace widthlab::training
