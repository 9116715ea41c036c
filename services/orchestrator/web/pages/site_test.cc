// Every page, on stores that are empty, odd, large or damaged.
#include "services/orchestrator/web/pages/site.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "common/artifact/artifact_builder.h"
#include "common/artifact/in_memory_artifact_store.h"
#include "common/spec/canonical_json.h"
#include "common/status/error.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/orchestrator/core/testing/made_arms.h"
#include "widthlab/pipeline/v1/pipeline.pb.h"
#include "widthlab/schedule/v1/schedule.pb.h"

namespace widthlab::web {
namespace {

using artifact::v1::ArtifactKind;
using job::v1::Job;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class FakeJobs final : public JobBook {
 public:
  absl::StatusOr<Job> Get(std::string_view name) override {
    for (const Job& job : jobs) {
      if (job.name() == name) return job;
    }
    return NotFound("JOB_NOT_FOUND", "name", absl::StrCat("there is no ", std::string(name)));
  }
  absl::StatusOr<JobPage> List(int, const std::string&, const std::string& filter) override {
    if (!failure.ok()) return failure;
    JobPage page;
    for (const Job& job : jobs) {
      const bool wanted =
          !absl::StrContains(filter, "kind") || job.kind() == "pipeline.RunPipeline";
      if (wanted) page.jobs.push_back(job);
    }
    return page;
  }

  std::vector<Job> jobs;
  absl::Status failure;
};

class SiteTest : public testing::Test {
 protected:
  Response Get(const std::string& target) {
    const auto request = ParseTarget(target);
    EXPECT_THAT(request, IsOk()) << target;
    return Site({store_, jobs_}).Answer(*request);
  }

  artifact::v1::Artifact Commit(ArtifactKind kind, const std::string& file,
                                const std::string& bytes, std::vector<std::string> inputs = {}) {
    artifact::ArtifactBuilder builder(store_, kind, /*schema_version=*/1);
    EXPECT_TRUE(builder.AddFile(file, "application/json", bytes).ok());
    std::sort(inputs.begin(), inputs.end());
    const auto artifact = builder.Commit({.spec_type = "widthlab.test",
                                          .spec_json = R"({"a":"<i>"})",
                                          .inputs = inputs,
                                          .algorithm_version = "test/1"});
    EXPECT_THAT(artifact, IsOk());
    return *artifact;
  }

  artifact::v1::Artifact CommitSchedule(const std::string& family, int layers, int width) {
    schedule::v1::Schedule schedule;
    schedule.set_family(family);
    for (int l = 0; l < layers; ++l) schedule.add_ffn_widths(width + l);
    schedule.mutable_architecture()->set_layers(layers);
    return Commit(artifact::v1::ARTIFACT_KIND_SCHEDULE, "schedule.json",
                  spec::CanonicalJson(schedule));
  }

  // A run of three steps whose last one is `state`.
  Job& AddRun(job::v1::JobState state, const std::string& artifact) {
    pipeline::v1::RunMetadata metadata;
    metadata.set_template_("geometry_guided");
    for (const char* id : {"reference", "capture", "measure"}) {
      pipeline::v1::StepStatus& step = *metadata.add_steps();
      step.set_id(id);
      step.set_kind("train");
      step.set_state(job::v1::JOB_STATE_SUCCEEDED);
      step.set_artifact(artifact);
      if (metadata.steps_size() > 1) {
        step.add_depends_on(metadata.steps(metadata.steps_size() - 2).id());
      }
    }
    metadata.mutable_steps(2)->set_state(state);
    metadata.mutable_steps(2)->clear_artifact();
    metadata.mutable_steps(2)->mutable_progress()->set_stage("measuring");
    metadata.mutable_steps(2)->mutable_progress()->set_done(3);
    metadata.mutable_steps(2)->mutable_progress()->set_total(8);
    Job& run = jobs_.jobs.emplace_back();
    run.set_name(absl::StrCat("jobs/pipeline-", jobs_.jobs.size()));
    run.set_kind("pipeline.RunPipeline");
    run.set_state(state);
    run.mutable_create_time()->set_seconds(1'700'000'000);
    run.mutable_metadata()->PackFrom(metadata);
    return run;
  }

  // Every address of this server that a page names.
  static std::set<std::string> LinksOf(const std::string& page) {
    std::set<std::string> links;
    for (const char* mark : {"href=\"/", "src=\"/"}) {
      for (size_t at = page.find(mark); at != std::string::npos; at = page.find(mark, at + 1)) {
        const size_t begin = page.find('"', at) + 1;
        links.insert(absl::StrReplaceAll(page.substr(begin, page.find('"', begin) - begin),
                                         {{"&amp;", "&"}}));
      }
    }
    return links;
  }

  // Follows every link from "/" and returns the addresses that answer with an error.
  std::vector<std::string> DeadLinks(size_t& visited) {
    std::vector<std::string> queue = {"/"};
    std::set<std::string> seen = {"/"};
    std::vector<std::string> dead;
    while (!queue.empty()) {
      const std::string target = queue.back();
      queue.pop_back();
      const Response response = Get(target);
      if (response.status >= 400) dead.push_back(target);
      std::set<std::string> links = LinksOf(response.body);
      for (const auto& [name, value] : response.headers) {
        if (name == "Location") links.insert(value);
      }
      for (const std::string& link : links) {
        if (seen.insert(link).second) queue.push_back(link);
      }
    }
    visited = seen.size();
    return dead;
  }

  artifact::InMemoryArtifactStore store_;
  FakeJobs jobs_;
};

TEST_F(SiteTest, AnEmptyServerSaysHowToBegin) {
  for (const char* path : {"/", "/runs", "/schedules", "/comparisons", "/reports", "/artifacts"}) {
    const Response response = Get(path);
    EXPECT_EQ(response.status, 200) << path;
    EXPECT_THAT(response.body, HasSubstr("./run demo")) << path;
  }
  EXPECT_EQ(Get("/jobs").status, 200);
}

TEST_F(SiteTest, NoPageHasScript) {
  AddRun(job::v1::JOB_STATE_RUNNING, CommitSchedule("uniform", 2, 64).id());
  for (const char* path : {"/", "/runs", "/runs/pipeline-1", "/jobs", "/schedules", "/artifacts"}) {
    const Response response = Get(path);
    EXPECT_THAT(response.body, Not(HasSubstr("<script"))) << path;
    EXPECT_EQ(response.trust, Trust::kPage);
  }
}

TEST_F(SiteTest, MarkupFromOutsideStaysText) {
  const std::string evil = "<script>alert('x')</script>\"><img src=/x>";
  const auto schedule = CommitSchedule(evil, 2, 64);
  ASSERT_THAT(store_.UpdateLabels(schedule.id(), {{"note", evil}}, ""), IsOk());
  Job& run = AddRun(job::v1::JOB_STATE_FAILED, schedule.id());
  run.mutable_error()->set_message(evil);
  run.set_request_id(evil);
  for (const std::string& path :
       {std::string("/"), std::string("/artifacts"), std::string("/runs/pipeline-1"),
        std::string("/schedules?id=") + schedule.id(), "/artifacts/" + schedule.id(),
        "/artifacts?kind=" + PercentEncode(evil), "/" + PercentEncode(evil),
        "/jobs/" + PercentEncode(evil)}) {
    const std::string body = Get(path).body;
    EXPECT_THAT(body, AllOf(Not(HasSubstr("<script")), Not(HasSubstr("<img")))) << path;
  }
  EXPECT_THAT(Get("/runs/pipeline-1").body, HasSubstr("&lt;script&gt;alert(&#39;x"));
}

TEST_F(SiteTest, WhatIsNotThereIsA404ThatSaysWhatToDo) {
  for (const char* path : {"/nothing", "/artifacts/ffffffff", "/runs/pipeline-9",
                           "/jobs/training-9", "/runs/a/b", "/schedules?id=ffffffff"}) {
    const Response response = Get(path);
    EXPECT_EQ(response.status, 404) << path;
    EXPECT_THAT(response.body, AllOf(HasSubstr("deleted"), HasSubstr("href=\"/artifacts\"")));
  }
}

TEST_F(SiteTest, WhatCannotBeIsA400) {
  std::string many = "/schedules?";
  for (int i = 0; i < 13; ++i) many += "id=abcd&";
  const auto text = Commit(artifact::v1::ARTIFACT_KIND_TEXT, "a.txt", "text");
  for (const std::string& path :
       {std::string("/artifacts?kind=hat"), std::string("/jobs?state=asleep"), many,
        "/schedules?id=" + text.id(), std::string("/artifacts?page=nonsense")}) {
    EXPECT_EQ(Get(path).status, 400) << path;
  }
}

TEST_F(SiteTest, ARunningRunShowsItsProgressAndIsLoadedAgain) {
  AddRun(job::v1::JOB_STATE_RUNNING, CommitSchedule("uniform", 2, 64).id());
  const std::string body = Get("/runs/pipeline-1").body;
  EXPECT_THAT(body, HasSubstr("http-equiv=\"refresh\""));
  EXPECT_THAT(body,
              AllOf(HasSubstr("<progress max=\"8\" value=\"3\""), HasSubstr("measuring 3/8")));
  EXPECT_THAT(body, HasSubstr("2 of 3 done"));
  EXPECT_THAT(body, HasSubstr("widthctl pipeline cancel pipeline-1"));
}

TEST_F(SiteTest, ARunThatFailedSaysWhyAndStaysAsItIs) {
  Job& run = AddRun(job::v1::JOB_STATE_FAILED, CommitSchedule("uniform", 2, 64).id());
  run.mutable_error()->set_message("measure: the disk is full");
  const std::string body = Get("/runs/pipeline-1").body;
  EXPECT_THAT(body, HasSubstr("measure: the disk is full"));
  EXPECT_THAT(body, Not(HasSubstr("http-equiv=\"refresh\"")));
}

TEST_F(SiteTest, AnArtifactThatWasDeletedIsNamedButNotLinked) {
  const std::string id = CommitSchedule("uniform", 2, 64).id();
  AddRun(job::v1::JOB_STATE_SUCCEEDED, id);
  EXPECT_THAT(Get("/runs/pipeline-1").body, HasSubstr("href=\"/artifacts/" + id));
  ASSERT_TRUE(store_.Delete(id).ok());
  const std::string body = Get("/runs/pipeline-1").body;
  EXPECT_THAT(body, AllOf(HasSubstr("deleted"), Not(HasSubstr("href=\"/artifacts/" + id))));
}

TEST_F(SiteTest, AJobOfARunLeadsToTheRun) {
  AddRun(job::v1::JOB_STATE_SUCCEEDED, "");
  EXPECT_EQ(Get("/jobs/pipeline-1").headers[0].second, "/runs/pipeline-1");
}

TEST_F(SiteTest, TwoHundredLayersStandSideBySide) {
  const auto a = CommitSchedule("uniform", 200, 1000);
  const auto b = CommitSchedule("cosine_taper", 120, 3000);
  const std::string body =
      Get(absl::StrCat("/schedules?id=", a.id(), "&id=", b.id().substr(0, 12))).body;
  EXPECT_THAT(body, HasSubstr("<svg"));
  EXPECT_THAT(body, HasSubstr("<td class=\"number\">199</td><td class=\"number\">1,199</td>"
                              "<td class=\"number\"></td>"));
  EXPECT_THAT(body, HasSubstr("checked"));
}

TEST_F(SiteTest, AListIsNarrowedByKindAndByLabels) {
  const auto mine = CommitSchedule("uniform", 2, 64);
  const auto other = CommitSchedule("cosine_taper", 2, 64);
  ASSERT_THAT(store_.UpdateLabels(mine.id(), {{"name", "mine"}}, ""), IsOk());
  const std::string filter = PercentEncode("labels.name = \"mine\"");
  for (const char* kind : {"", "kind=schedule&"}) {
    const std::string body = Get(absl::StrCat("/artifacts?", kind, "filter=", filter)).body;
    EXPECT_THAT(body, AllOf(HasSubstr(mine.id()), Not(HasSubstr(other.id()))));
    EXPECT_THAT(body, HasSubstr("value=\"labels.name = &quot;mine&quot;\""));
  }
  EXPECT_THAT(Get("/artifacts?kind=profile").body, Not(HasSubstr(mine.id())));
  const Response wrong = Get("/artifacts?filter=nonsense");
  EXPECT_EQ(wrong.status, 400);
  EXPECT_THAT(wrong.body, HasSubstr("labels.colour"));
}

TEST_F(SiteTest, AReaderCanStopAPageThatIsLoadedAgain) {
  AddRun(job::v1::JOB_STATE_RUNNING, CommitSchedule("uniform", 2, 64).id());
  EXPECT_THAT(Get("/jobs?state=running").body,
              HasSubstr("href=\"/jobs?state=running&amp;live=off\""));
  EXPECT_THAT(Get("/jobs?state=running&live=off").body, Not(HasSubstr("http-equiv=\"refresh\"")));
}

TEST_F(SiteTest, AnArtifactIsFoundByItsFirstDigits) {
  const std::string id = CommitSchedule("uniform", 2, 64).id();
  const Response response = Get("/artifacts/" + id.substr(0, 8) + "/files/schedule.json");
  EXPECT_EQ(response.status, 302);
  EXPECT_EQ(response.headers[0].second, "/artifacts/" + id + "/files/schedule.json");
}

TEST_F(SiteTest, FilesAreSavedAndNeverRun) {
  const auto text = Commit(artifact::v1::ARTIFACT_KIND_TEXT, "folder/a \"b.html", "<script>");
  const Response file =
      Get("/artifacts/" + text.id() + "/files/folder/" + PercentEncode("a \"b.html"));
  EXPECT_EQ(file.status, 200);
  EXPECT_EQ(file.trust, Trust::kFile);
  EXPECT_EQ(file.content_type, "application/octet-stream");
  EXPECT_EQ(file.headers[0].second, "attachment; filename=\"a__b.html\"");
  EXPECT_EQ(file.file_bytes, 8);
  EXPECT_EQ(Get("/artifacts/" + text.id() + "/files/another").status, 404);
}

TEST_F(SiteTest, AReportIsShownInASandbox) {
  const auto report = Commit(artifact::v1::ARTIFACT_KIND_REPORT, "report.html", "<p>verdict</p>");
  const Response response = Get("/artifacts/" + report.id() + "/report");
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.trust, Trust::kReport);
  EXPECT_THAT(Get("/reports").body, HasSubstr("/artifacts/" + report.id() + "/report"));
  const auto text = Commit(artifact::v1::ARTIFACT_KIND_TEXT, "a.html", "text");
  EXPECT_EQ(Get("/artifacts/" + text.id() + "/report").status, 404);
}

TEST_F(SiteTest, PicturesAreFilesToo) {
  const std::string id = CommitSchedule("uniform", 3, 64).id();
  const Response picture = Get("/artifacts/" + id + "/figures/lineage.svg");
  EXPECT_EQ(picture.status, 200);
  EXPECT_EQ(picture.content_type, "image/svg+xml");
  EXPECT_EQ(picture.trust, Trust::kFile);
  EXPECT_EQ(Get("/artifacts/" + id + "/figures/hat.svg").status, 404);
}

TEST_F(SiteTest, ADamagedFileIsSaidAndNothingElseIsLost) {
  const auto damaged = Commit(artifact::v1::ARTIFACT_KIND_COMPARISON, "comparison.json", "{");
  EXPECT_EQ(Get("/comparisons").status, 200);
  EXPECT_THAT(Get("/artifacts/" + damaged.id()).body, HasSubstr("class=\"problem\""));
}

TEST_F(SiteTest, JobsThatCannotBeListedAreA503) {
  jobs_.failure = absl::UnavailableError("training does not answer");
  EXPECT_EQ(Get("/jobs").status, 503);
  EXPECT_EQ(Get("/artifacts").status, 200);
}

TEST_F(SiteTest, NoLinkIsDead) {
  const pipeline::v1::CompareSpec arms = pipeline::MakeArms(store_, /*seeds=*/2);
  AddRun(job::v1::JOB_STATE_RUNNING, arms.arms(0).schedule());
  Commit(artifact::v1::ARTIFACT_KIND_REPORT, "report.html", "<p>verdict</p>",
         {arms.arms(0).schedule()});
  size_t visited = 0;
  EXPECT_THAT(DeadLinks(visited), testing::IsEmpty());
  EXPECT_GT(visited, 30u);
}

}  // namespace
}  // namespace widthlab::web
