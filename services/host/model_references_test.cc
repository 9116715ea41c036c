#include "services/host/model_references.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "common/artifact/in_memory_artifact_store.h"
#include "common/artifact/local_artifact_store.h"
#include "common/artifact/temporary_folder.h"
#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::host {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

absl::Status Go() { return absl::OkStatus(); }

constexpr char kMistral[] = "tests/data/models/mistral-tiny";
constexpr const char* kFiles[] = {"config.json", "model.safetensors"};

class ModelReferencesTest : public testing::Test {
 protected:
  ModelReferencesTest() { fs::create_directories(root()); }

  std::string root() const { return folder_.path() + "/root"; }

  // A copy of the tiny checkpoint.
  std::string Copy(const std::string& folder) const {
    fs::create_directories(folder);
    for (const char* file : kFiles)
      fs::copy_file(std::string(kMistral) + "/" + file, folder + "/" + file);
    return folder;
  }

  // The same as Hugging Face's tools lay it out: a snapshot of links to blobs.
  void CacheModel(const std::string& hub, const std::string& blobs) const {
    Copy(blobs);
    const std::string model = hub + "/models--org--name";
    fs::create_directories(model + "/refs");
    fs::create_directories(model + "/snapshots/abc");
    std::ofstream(model + "/refs/main") << "abc";
    for (const char* file : kFiles) {
      fs::create_symlink(blobs + "/" + file, model + "/snapshots/abc/" + file);
    }
    setenv("HF_HUB_CACHE", hub.c_str(), 1);
  }

  artifact::TemporaryFolder folder_;
  artifact::InMemoryArtifactStore store_;
};

TEST_F(ModelReferencesTest, PathsAreImportedOnceByReference) {
  const std::string path = Copy(root() + "/tiny");
  auto store = artifact::LocalArtifactStore::Open({.folder = folder_.path() + "/store"});
  ASSERT_THAT(store, IsOk());
  const ImportRoots roots({root()});
  const ModelReferences models(**store, roots);
  const auto first = models.Artifact("model", path, Go);
  ASSERT_THAT(first, IsOk());
  EXPECT_EQ(first->manifest().kind(), artifact::v1::ARTIFACT_KIND_MODEL);
  EXPECT_EQ(first->manifest().files_size(), 2);
  EXPECT_EQ(first->manifest().spec_json(), R"({"source":"tiny"})");
  EXPECT_THAT(models.ArtifactId("model", path + "/", Go), IsOkAndHolds(first->id()));
  EXPECT_THAT(models.ArtifactId("model", first->id(), Go), IsOkAndHolds(first->id()));
  const auto files = models.Find("model", first->id());
  ASSERT_THAT(files, IsOk());
  EXPECT_EQ(*files->Find("config.json"), fs::canonical(path + "/config.json").string());
  // A file that changed under it.
  std::ofstream(path + "/config.json", std::ios::app) << "\n";
  EXPECT_THAT(models.Find("model", first->id()),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr(path + "/config.json")));
}

TEST_F(ModelReferencesTest, NamesAreFoundInTheCache) {
  CacheModel(root() + "/hub", root() + "/hub/models--org--name/blobs");
  const ImportRoots roots({root() + "/hub"});
  const ModelReferences models(store_, roots);
  EXPECT_THAT(models.Find("model", "org/name"), IsOk());
  const auto artifact = models.Artifact("model", "org/name", Go);
  ASSERT_THAT(artifact, IsOk());
  EXPECT_EQ(artifact->manifest().spec_json(), R"({"source":"org/name"})");
  EXPECT_THAT(models.Find("model", "org/other"),
              StatusIs(absl::StatusCode::kNotFound,
                       AllOf(HasSubstr(root() + "/hub/models--org--other"), HasSubstr("HF_HOME"))));
  EXPECT_THAT(models.Find("model", "org/other").status(), FailsOnField("model"));
}

TEST_F(ModelReferencesTest, LinksThatLeaveTheRootsAreRefused) {
  CacheModel(root() + "/hub", folder_.path() + "/elsewhere");
  const ImportRoots roots({root()});
  const ModelReferences models(store_, roots);
  for (const std::string& name :
       {std::string("org/name"), root() + "/hub/models--org--name/snapshots/abc"}) {
    EXPECT_THAT(models.Find("model", name),
                StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("config.json")))
        << name;
    EXPECT_THAT(models.Artifact("model", name, Go), StatusIs(absl::StatusCode::kPermissionDenied));
  }
  const ImportRoots both({root(), folder_.path() + "/elsewhere"});
  EXPECT_THAT(ModelReferences(store_, both).Find("model", "org/name"), IsOk());
}

TEST_F(ModelReferencesTest, PathsOutsideTheRootsTellNothing) {
  Copy(folder_.path() + "/outside");
  const ImportRoots roots({root()});
  const ModelReferences models(store_, roots);
  for (const char* path : {"/outside", "/nothing", "/root/../outside", "/outside/config.json"}) {
    EXPECT_THAT(models.Find("model", folder_.path() + path),
                StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("--import-root")))
        << path;
  }
}

TEST_F(ModelReferencesTest, ABadModelIsNotImported) {
  const std::string path = Copy(root() + "/tiny");
  fs::resize_file(path + "/model.safetensors", 100);
  const ImportRoots roots({root()});
  const ModelReferences models(store_, roots);
  EXPECT_THAT(models.Artifact("model", path, Go),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("model.safetensors")));
  EXPECT_THAT(models.Find("model", ""), FailsOnField("model"));
  EXPECT_THAT(models.Find("model", std::string(64, 'a')), FailsOnField("model"));
}

}  // namespace
}  // namespace widthlab::host
