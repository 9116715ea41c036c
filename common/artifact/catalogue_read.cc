// Queries of the catalogue.
#include "absl/strings/str_cat.h"
#include "common/artifact/artifact_name.h"
#include "common/artifact/artifact_time.h"
#include "common/artifact/catalogue.h"
#include "common/artifact/etag.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::artifact {
namespace {

constexpr char kColumns[] = "SELECT sequence, id, cache_key, create_time, manifest FROM artifacts ";

std::string ConditionSql(const FilterCondition& condition) {
  switch (condition.field) {
    case FilterField::kKind:
      return absl::StrCat("kind ", condition.op, " ?");
    case FilterField::kCreateTime:
      return absl::StrCat("create_time ", condition.op, " ?");
    case FilterField::kLabel:
      break;
  }
  return absl::StrCat(
      condition.op == "!=" ? "NOT " : "",
      "EXISTS (SELECT 1 FROM labels WHERE artifact = id AND key = ? AND value = ?)");
}

int BindCondition(const FilterCondition& condition, int parameter, sqlite::Statement& query) {
  if (condition.field != FilterField::kLabel) {
    query.BindInt(parameter, condition.number);
    return parameter + 1;
  }
  query.BindText(parameter, condition.key).BindText(parameter + 1, condition.text);
  return parameter + 2;
}

}  // namespace

absl::StatusOr<v1::Artifact> Catalogue::ReadRow(const sqlite::Statement& row) {
  v1::Artifact artifact;
  artifact.set_id(row.Text(1));
  artifact.set_name(ArtifactName(artifact.id()));
  artifact.set_cache_key(row.Text(2));
  *artifact.mutable_create_time() = FromNanos(row.Int(3));
  if (!artifact.mutable_manifest()->ParseFromString(row.Blob(4))) {
    return CorruptFile(db_->path(), absl::StrCat("manifest of ", artifact.id(), " is damaged"));
  }
  RETURN_IF_ERROR(ReadParts(artifact));
  artifact.set_etag(EtagOf(artifact));
  return artifact;
}

absl::Status Catalogue::ReadParts(v1::Artifact& artifact) {
  ASSIGN_OR_RETURN(auto labels, db_->Prepare("SELECT key, value FROM labels WHERE artifact = ?"));
  labels.BindText(1, artifact.id());
  for (;;) {
    ASSIGN_OR_RETURN(const bool row, labels.Next());
    if (!row) break;
    (*artifact.mutable_labels())[labels.Text(0)] = labels.Text(1);
  }
  ASSIGN_OR_RETURN(auto provenance, db_->Prepare("SELECT message FROM provenance "
                                                 "WHERE artifact = ? ORDER BY ordinal"));
  provenance.BindText(1, artifact.id());
  for (;;) {
    ASSIGN_OR_RETURN(const bool row, provenance.Next());
    if (!row) return absl::OkStatus();
    v1::Provenance& message = artifact.has_provenance() ? *artifact.add_later_provenance()
                                                        : *artifact.mutable_provenance();
    if (!message.ParseFromString(provenance.Blob(0))) {
      return CorruptFile(db_->path(), absl::StrCat("provenance of ", artifact.id(), " is damaged"));
    }
  }
}

absl::StatusOr<std::optional<v1::Artifact>> Catalogue::Find(std::string_view id) {
  const std::lock_guard lock(mutex_);
  ASSIGN_OR_RETURN(auto query, db_->Prepare(absl::StrCat(kColumns, "WHERE id = ?")));
  ASSIGN_OR_RETURN(const bool row, query.BindText(1, id).Next());
  if (!row) return std::nullopt;
  ASSIGN_OR_RETURN(v1::Artifact artifact, ReadRow(query));
  return artifact;
}

absl::StatusOr<std::vector<Catalogue::Row>> Catalogue::List(
    const std::vector<FilterCondition>& conditions, int64_t before, int limit) {
  std::string sql = absl::StrCat(kColumns, "WHERE sequence < ?");
  for (const FilterCondition& condition : conditions) {
    absl::StrAppend(&sql, " AND ", ConditionSql(condition));
  }
  const std::lock_guard lock(mutex_);
  ASSIGN_OR_RETURN(auto query, db_->Prepare(sql + " ORDER BY sequence DESC LIMIT ?"));
  int parameter = 1;
  query.BindInt(parameter++, before);
  for (const FilterCondition& condition : conditions) {
    parameter = BindCondition(condition, parameter, query);
  }
  query.BindInt(parameter, limit);
  std::vector<Row> rows;
  for (;;) {
    ASSIGN_OR_RETURN(const bool row, query.Next());
    if (!row) return rows;
    ASSIGN_OR_RETURN(v1::Artifact artifact, ReadRow(query));
    rows.push_back({.sequence = query.Int(0), .artifact = std::move(artifact)});
  }
}

absl::StatusOr<std::vector<std::string>> Catalogue::Texts(const std::string& sql,
                                                          std::string_view parameter) {
  const std::lock_guard lock(mutex_);
  ASSIGN_OR_RETURN(auto query, db_->Prepare(sql));
  query.BindText(1, parameter);
  std::vector<std::string> texts;
  for (;;) {
    ASSIGN_OR_RETURN(const bool row, query.Next());
    if (!row) return texts;
    texts.push_back(query.Text(0));
  }
}

absl::StatusOr<std::vector<std::string>> Catalogue::FindIds(std::string_view digits, int limit) {
  // 'g' follows every hexadecimal digit.
  return Texts(absl::StrCat("SELECT id FROM artifacts WHERE id >= ?1 AND id < ?1 || 'g' "
                            "ORDER BY id LIMIT ",
                            limit),
               digits);
}

absl::StatusOr<std::string> Catalogue::FindByCacheKey(std::string_view cache_key) {
  if (cache_key.empty()) return "";
  ASSIGN_OR_RETURN(const auto ids,
                   Texts("SELECT id FROM artifacts WHERE cache_key = ? LIMIT 1", cache_key));
  return ids.empty() ? "" : ids.front();
}

absl::StatusOr<std::vector<std::string>> Catalogue::InputsOf(std::string_view id) {
  return Texts("SELECT input FROM inputs WHERE artifact = ? ORDER BY input", id);
}

absl::StatusOr<std::vector<std::string>> Catalogue::DependentsOf(std::string_view id) {
  return Texts("SELECT artifact FROM inputs WHERE input = ? ORDER BY artifact", id);
}

absl::StatusOr<int64_t> Catalogue::Count() {
  const std::lock_guard lock(mutex_);
  ASSIGN_OR_RETURN(auto query, db_->Prepare("SELECT count(*) FROM artifacts"));
  RETURN_IF_ERROR(query.Next().status());
  return query.Int(0);
}

}  // namespace widthlab::artifact
