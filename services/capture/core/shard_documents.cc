#include "services/capture/core/shard_documents.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/artifact/linked_blob.h"
#include "common/status/macros.h"
#include "common/tensor_io/tokens/find_shards.h"

namespace widthlab::capture {
namespace {

class ShardDocuments final : public Documents {
 public:
  void Add(std::string name, tensor_io::TokenShard shard) {
    ends_.push_back(count() + shard.document_count());
    names_.push_back(std::move(name));
    shards_.push_back(std::move(shard));
  }

  int64_t count() const override { return ends_.empty() ? 0 : ends_.back(); }

  int64_t Size(int64_t document) const override {
    const Place place = Find(document);
    return shards_[place.shard].Size(place.document);
  }

  const std::string& Path(int64_t document) const override { return names_[Find(document).shard]; }

  void Append(int64_t document, int64_t begin, int64_t length,
              std::vector<int64_t>& ids) const override {
    const Place place = Find(document);
    const size_t before = ids.size();
    ids.resize(before + static_cast<size_t>(length));
    shards_[place.shard].Copy(place.document, begin, absl::MakeSpan(ids).subspan(before));
  }

  absl::Status CheckUnchanged() const override {
    for (const tensor_io::TokenShard& shard : shards_) RETURN_IF_ERROR(shard.CheckUnchanged());
    return absl::OkStatus();
  }

 private:
  struct Place {
    size_t shard;
    int64_t document;  // of the shard
  };

  Place Find(int64_t document) const {
    const auto end = std::upper_bound(ends_.begin(), ends_.end(), document);
    const auto shard = static_cast<size_t>(end - ends_.begin());
    return {shard, document - (shard == 0 ? 0 : ends_[shard - 1])};
  }

  std::vector<std::string> names_;
  std::vector<tensor_io::TokenShard> shards_;
  // Documents of each shard and of all in front of it.
  std::vector<int64_t> ends_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Documents>> OpenShards(artifact::ArtifactStore& store,
                                                      std::string_view id,
                                                      tensor_io::TokenFormat format,
                                                      const tensor_io::DocumentRules& rules) {
  ASSIGN_OR_RETURN(const artifact::v1::Artifact artifact, store.Get(id));
  std::map<std::string, std::string> paths;
  for (const artifact::v1::ArtifactFile& file : artifact.manifest().files()) {
    ASSIGN_OR_RETURN(paths[file.name()], artifact::UnchangedPath(store.blobs(), file.digest()));
  }
  ASSIGN_OR_RETURN(const std::vector<tensor_io::ShardPaths> found,
                   tensor_io::PairShards(format, paths));
  auto documents = std::make_unique<ShardDocuments>();
  for (const tensor_io::ShardPaths& shard_paths : found) {
    ASSIGN_OR_RETURN(tensor_io::TokenShard shard, tensor_io::TokenShard::Open(format, shard_paths));
    RETURN_IF_ERROR(shard.FindDocuments(rules));
    documents->Add(shard_paths.label, std::move(shard));
  }
  return documents;
}

}  // namespace widthlab::capture
