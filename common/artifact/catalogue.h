// The index of all artifacts, in SQLite: what queries and lineage read. Everything in it can be
// made again from the files of ManifestFolder.
//
//   ASSIGN_OR_RETURN(auto catalogue, Catalogue::Open("data/catalogue.sqlite"));
//   RETURN_IF_ERROR(catalogue->Put(artifact));
//   ASSIGN_OR_RETURN(const std::optional<v1::Artifact> found, catalogue->Find(artifact.id()));
//
// Only one process opens it. Safe to use from many threads, one after the other.
#ifndef WIDTHLAB_COMMON_ARTIFACT_CATALOGUE_H_
#define WIDTHLAB_COMMON_ARTIFACT_CATALOGUE_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/artifact/list_filter.h"
#include "common/sqlite/database.h"
#include "widthlab/artifact/v1/artifact.pb.h"

namespace widthlab::artifact {

class Catalogue {
 public:
  // ":memory:" keeps it in memory. Errors as sqlite::Database::Open.
  static absl::StatusOr<std::unique_ptr<Catalogue>> Open(const std::string& path);

  // Keeps `artifact` as it is now, in place of what was known of its id. An artifact that had the
  // same cache key has none from here on. All of it or nothing.
  absl::Status Put(const v1::Artifact& artifact);

  // An unknown id is no error.
  absl::Status Remove(std::string_view id);

  absl::StatusOr<std::optional<v1::Artifact>> Find(std::string_view id);

  // Ids that begin with `digits`, ascending, at most `limit`.
  absl::StatusOr<std::vector<std::string>> FindIds(std::string_view digits, int limit);

  // Id under a cache key; empty for none.
  absl::StatusOr<std::string> FindByCacheKey(std::string_view cache_key);

  // Ids of the artifacts that one was made from, or that were made from it, ascending.
  absl::StatusOr<std::vector<std::string>> InputsOf(std::string_view id);
  absl::StatusOr<std::vector<std::string>> DependentsOf(std::string_view id);

  struct Row {
    int64_t sequence = 0;
    v1::Artifact artifact = {};
  };

  // Newest first: those with a sequence below `before` that meet every condition.
  absl::StatusOr<std::vector<Row>> List(const std::vector<FilterCondition>& conditions,
                                        int64_t before, int limit);

  absl::StatusOr<int64_t> Count();

 private:
  explicit Catalogue(std::unique_ptr<sqlite::Database> database) : db_(std::move(database)) {}

  absl::Status PutRow(const v1::Artifact& artifact);
  absl::Status PutParts(const v1::Artifact& artifact);
  absl::StatusOr<v1::Artifact> ReadRow(const sqlite::Statement& row);
  absl::Status ReadParts(v1::Artifact& artifact);
  absl::StatusOr<std::vector<std::string>> Texts(const std::string& sql,
                                                 std::string_view parameter);

  std::mutex mutex_;
  std::unique_ptr<sqlite::Database> db_;
};

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_CATALOGUE_H_
