// What tests of steps on a model and a text share: a store with both, and a way to run.
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_LOSS_STEP_FIXTURE_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_LOSS_STEP_FIXTURE_H_

#include <limits>
#include <string>
#include <vector>

#include "common/architecture/architecture.h"
#include "common/artifact/artifact_builder.h"
#include "common/artifact/in_memory_artifact_store.h"
#include "common/job/step.h"
#include "common/model/inner_threads.h"
#include "common/model/stored_model.h"
#include "common/spec/canonical_json.h"
#include "common/status/matchers.h"
#include "gtest/gtest.h"

namespace widthlab::capture {

// Keeps the stages, and cancels when it sees one of a given name.
class Watcher : public job::ProgressSink {
 public:
  explicit Watcher(job::CancelToken* cancel = nullptr, std::string at = "")
      : cancel_(cancel), at_(std::move(at)) {}
  void Report(const job::ProgressReport& report) override {
    stages.push_back(report.stage);
    if (cancel_ != nullptr && report.stage == at_) cancel_->Cancel();
  }
  std::vector<std::string> stages;

 private:
  job::CancelToken* cancel_;
  std::string at_;
};

class LossStepTest : public testing::Test {
 protected:
  // A text of 900 characters, and a spec that reads most of it with a model of three layers.
  template <typename Spec>
  void Fill(Spec& spec) {
    std::string text;
    for (int i = 0; i < 900; ++i) text += static_cast<char>('a' + (i * i + i / 7) % 26);
    spec.set_text(AddText("long.txt", text));
    spec.set_model(AddModel(3));
    spec.set_sequences(6);
    spec.set_sequence_length(64);
    spec.set_batches(3);
  }

  std::string AddText(const std::string& name, const std::string& content) {
    artifact::ArtifactBuilder text(store_, artifact::v1::ARTIFACT_KIND_TEXT, 1);
    EXPECT_THAT(text.AddFile(name, "text/plain", content), IsOk());
    return Commit(text);
  }

  std::string AddModel(int64_t layers, bool broken = false) {
    auto weights = model::Parameters::Create(architecture::UniformArchitecture(
        {.vocab_size = 257, .hidden_size = 16, .layers = layers, .heads = 2, .ffn_width = 32}));
    EXPECT_THAT(weights, IsOk());
    weights->Initialise(1);
    if (broken) weights->values()[0] = std::numeric_limits<float>::quiet_NaN();
    artifact::ArtifactBuilder model(store_, artifact::v1::ARTIFACT_KIND_TRAINING_RUN, 1);
    EXPECT_THAT(model::AddCheckpoint(*weights, store_, model), IsOk());
    return Commit(model);
  }

  absl::StatusOr<job::v1::StepResult> RunWith(const job::Step& step,
                                              const google::protobuf::Message& spec,
                                              Watcher& watcher, const job::StepOptions& options,
                                              const job::CancelToken& cancel, int threads = 2) {
    numeric::ThreadPool pool(threads, model::UseOneInnerThread);
    const auto prepared = job::PrepareStep(step, spec, store_);
    if (!prepared.ok()) return prepared.status();
    return job::RunStep(step, *prepared, store_, pool, watcher, cancel, options);
  }

  template <typename Message>
  Message ReadMade(const std::string& id, artifact::v1::ArtifactKind kind,
                   const std::string& file) {
    const auto artifact = store_.Get(id);
    EXPECT_THAT(artifact, IsOk());
    EXPECT_EQ(artifact->manifest().kind(), kind);
    const auto json = artifact::ReadFile(store_, *artifact, file);
    EXPECT_THAT(json, IsOk());
    Message message;
    EXPECT_THAT(spec::ParseJson(*json, message), IsOk());
    return message;
  }

  artifact::InMemoryArtifactStore store_;
  job::CancelToken cancel_;

 private:
  static std::string Commit(artifact::ArtifactBuilder& builder) {
    const auto artifact = builder.Commit({.spec_type = "widthlab.artifact.v1.ImportSpec",
                                          .spec_json = R"({"source":"test"})",
                                          .algorithm_version = "test/1"});
    EXPECT_THAT(artifact, IsOk());
    return artifact->id();
  }
};

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_LOSS_STEP_FIXTURE_H_
