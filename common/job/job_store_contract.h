// What every JobStore keeps to. Instantiate with a function that makes an empty store.
#ifndef WIDTHLAB_COMMON_JOB_JOB_STORE_CONTRACT_H_
#define WIDTHLAB_COMMON_JOB_JOB_STORE_CONTRACT_H_

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/job/job_name.h"
#include "common/job/job_store.h"
#include "common/status/error.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::job {

class JobStoreContract : public testing::TestWithParam<std::function<std::unique_ptr<JobStore>()>> {
 protected:
  static JobRecord NewRecord(const std::string& request_id = "",
                             const std::string& content = "content") {
    JobRecord record;
    record.job.set_name(NewJobName("training"));
    record.job.set_kind("training.Train");
    record.job.set_state(v1::JOB_STATE_QUEUED);
    record.job.set_request_id(request_id);
    record.payload.PackFrom(record.job);
    record.content = content;
    return record;
  }

  void SetState(const std::string& name, v1::JobState state) {
    auto record = store_->Get(name);
    ASSERT_THAT(record, IsOk());
    record->job.set_state(state);
    ASSERT_THAT(store_->Update(record->job), IsOk());
  }

  std::vector<std::string> Names(const JobQuery& query) {
    std::vector<std::string> names;
    const auto jobs = store_->List(query);
    EXPECT_THAT(jobs, IsOk());
    if (jobs.ok()) {
      for (const v1::Job& job : *jobs) names.push_back(job.name());
    }
    return names;
  }

  std::unique_ptr<JobStore> store_ = GetParam()();
};

TEST_P(JobStoreContract, KeepsWhatWasInserted) {
  const JobRecord record = NewRecord("id", std::string("a\0b", 3));
  const auto inserted = store_->Insert(record);
  ASSERT_THAT(inserted, IsOk());
  EXPECT_TRUE(inserted->created);
  const auto found = store_->Get(record.job.name());
  ASSERT_THAT(found, IsOk());
  EXPECT_EQ(found->job.SerializeAsString(), record.job.SerializeAsString());
  EXPECT_EQ(found->payload.SerializeAsString(), record.payload.SerializeAsString());
  EXPECT_EQ(found->content, record.content);
}

TEST_P(JobStoreContract, UnknownJobsAreNotFoundAndBadNamesInvalid) {
  const auto missing = store_->Get(NewJobName("training"));
  EXPECT_THAT(missing, StatusIs(absl::StatusCode::kNotFound));
  EXPECT_EQ(FactsOf(missing.status())->reason, "JOB_NOT_FOUND");
  EXPECT_THAT(store_->Update(NewRecord().job), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_THAT(store_->Get("training"), StatusIs(absl::StatusCode::kInvalidArgument));
}

TEST_P(JobStoreContract, AJobIsNotFoundUnderAnotherArea) {
  const JobRecord record = NewRecord();
  ASSERT_THAT(store_->Insert(record), IsOk());
  std::string name = record.job.name();
  name.replace(name.find("training"), 8, "geometry");
  EXPECT_THAT(store_->Get(name), StatusIs(absl::StatusCode::kNotFound));
}

TEST_P(JobStoreContract, ARepeatedRequestGetsTheFirstJob) {
  const JobRecord first = NewRecord("id");
  ASSERT_THAT(store_->Insert(first), IsOk());
  for (const v1::JobState state :
       {v1::JOB_STATE_QUEUED, v1::JOB_STATE_RUNNING, v1::JOB_STATE_SUCCEEDED}) {
    SetState(first.job.name(), state);
    const auto again = store_->Insert(NewRecord("id"));
    ASSERT_THAT(again, IsOk());
    EXPECT_FALSE(again->created);
    EXPECT_EQ(again->job.name(), first.job.name());
    EXPECT_EQ(again->job.state(), state);
    EXPECT_EQ((*store_->FindRequest("id", "content"))->name(), first.job.name());
  }
  EXPECT_THAT(Names({}), testing::SizeIs(1));
}

TEST_P(JobStoreContract, ARequestIdWithOtherContentIsTaken) {
  ASSERT_THAT(store_->Insert(NewRecord("id")), IsOk());
  const auto other = store_->Insert(NewRecord("id", "other"));
  EXPECT_THAT(other, StatusIs(absl::StatusCode::kAlreadyExists));
  EXPECT_THAT(other, FailsOnField("request_id"));
  EXPECT_EQ(FactsOf(other.status())->reason, "REQUEST_ID_TAKEN");
  EXPECT_THAT(store_->FindRequest("id", "other"), StatusIs(absl::StatusCode::kAlreadyExists));
}

TEST_P(JobStoreContract, AJobThatFailedOrWasCancelledGivesItsRequestIdAway) {
  for (const v1::JobState state : {v1::JOB_STATE_FAILED, v1::JOB_STATE_CANCELLED}) {
    const std::string id = "id" + std::to_string(state);
    const JobRecord first = NewRecord(id);
    ASSERT_THAT(store_->Insert(first), IsOk());
    SetState(first.job.name(), state);
    EXPECT_FALSE((*store_->FindRequest(id, "content")).has_value());
    const JobRecord second = NewRecord(id, "other");
    const auto inserted = store_->Insert(second);
    ASSERT_THAT(inserted, IsOk());
    EXPECT_TRUE(inserted->created);
    EXPECT_EQ((*store_->FindRequest(id, "other"))->name(), second.job.name());
    EXPECT_EQ(store_->Get(first.job.name())->job.state(), state);
  }
}

TEST_P(JobStoreContract, RequestsWithoutIdAreAlwaysNew) {
  ASSERT_THAT(store_->Insert(NewRecord()), IsOk());
  EXPECT_TRUE(store_->Insert(NewRecord())->created);
  EXPECT_FALSE((*store_->FindRequest("", "content")).has_value());
}

TEST_P(JobStoreContract, ListsNewestFirstByPageAndFilter) {
  std::vector<std::string> names;
  for (int i = 0; i < 5; ++i) {
    JobRecord record = NewRecord();
    if (i == 3) record.job.set_kind("training.Evaluate");
    ASSERT_THAT(store_->Insert(record), IsOk());
    names.insert(names.begin(), record.job.name());
  }
  SetState(names[0], v1::JOB_STATE_RUNNING);
  EXPECT_EQ(Names({}), names);
  EXPECT_THAT(Names({.limit = 2}), testing::ElementsAre(names[0], names[1]));
  EXPECT_THAT(Names({.before_id = *IdOfJob(names[1]), .limit = 2}),
              testing::ElementsAre(names[2], names[3]));
  EXPECT_THAT(Names({.filter = {.state = v1::JOB_STATE_RUNNING}}), testing::ElementsAre(names[0]));
  EXPECT_THAT(Names({.filter = {.kind = "training.Evaluate"}}), testing::ElementsAre(names[1]));
  EXPECT_THAT(Names({.filter = {.state = v1::JOB_STATE_RUNNING, .kind = "training.Evaluate"}}),
              testing::IsEmpty());
}

TEST_P(JobStoreContract, UnfinishedJobsComeOldestFirst) {
  std::vector<std::string> names;
  for (int state = v1::JOB_STATE_QUEUED; state <= v1::JOB_STATE_CANCELLED; ++state) {
    const JobRecord record = NewRecord();
    ASSERT_THAT(store_->Insert(record), IsOk());
    SetState(record.job.name(), static_cast<v1::JobState>(state));
    names.push_back(record.job.name());
  }
  const auto unfinished = store_->Unfinished();
  ASSERT_THAT(unfinished, IsOk());
  ASSERT_EQ(unfinished->size(), 3u);
  for (int i = 0; i < 3; ++i) EXPECT_EQ((*unfinished)[i].job.name(), names[i]);
}

TEST_P(JobStoreContract, EventsAreReadFromAnyPlaceAndForgotten) {
  const std::string name = NewJobName("training");
  ASSERT_THAT(store_->AppendEvents(name, 0, {"a", "b"}), IsOk());
  ASSERT_THAT(store_->AppendEvents(name, 2, {std::string("c\0d", 3)}), IsOk());
  EXPECT_THAT(store_->AppendEvents(name, 2, {"twice"}), testing::Not(IsOk()));
  EXPECT_THAT(store_->ReadEvents(name, 0, 10),
              IsOkAndHolds(testing::ElementsAre("a", "b", std::string("c\0d", 3))));
  EXPECT_THAT(store_->ReadEvents(name, 1, 1), IsOkAndHolds(testing::ElementsAre("b")));
  EXPECT_THAT(store_->ReadEvents(name, 3, 10), IsOkAndHolds(testing::IsEmpty()));
  ASSERT_THAT(store_->ClearEvents(name), IsOk());
  EXPECT_THAT(store_->ReadEvents(name, 0, 10), IsOkAndHolds(testing::IsEmpty()));
}

}  // namespace widthlab::job

#endif  // WIDTHLAB_COMMON_JOB_JOB_STORE_CONTRACT_H_
