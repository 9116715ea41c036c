// Tables of the catalogue. A change appends a migration; one that cannot be made in SQL empties
// the tables, and the catalogue is made again from the manifests.
#ifndef WIDTHLAB_COMMON_ARTIFACT_CATALOGUE_SCHEMA_H_
#define WIDTHLAB_COMMON_ARTIFACT_CATALOGUE_SCHEMA_H_

namespace widthlab::artifact {

// `sequence` is the order in which artifacts came, `create_time` nanoseconds since 1970, `manifest`
// and `message` serialised messages.
inline constexpr char kCatalogueVersion1[] = R"sql(
CREATE TABLE artifacts (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  kind INTEGER NOT NULL,
  cache_key TEXT NOT NULL,
  create_time INTEGER NOT NULL,
  manifest BLOB NOT NULL
);
CREATE INDEX artifacts_by_cache_key ON artifacts (cache_key);
CREATE INDEX artifacts_by_kind ON artifacts (kind, sequence);
CREATE INDEX artifacts_by_create_time ON artifacts (create_time);

CREATE TABLE inputs (
  artifact TEXT NOT NULL REFERENCES artifacts (id) ON DELETE CASCADE,
  input TEXT NOT NULL,
  PRIMARY KEY (artifact, input)
) WITHOUT ROWID;
CREATE INDEX inputs_by_input ON inputs (input);

CREATE TABLE labels (
  artifact TEXT NOT NULL REFERENCES artifacts (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (artifact, key)
) WITHOUT ROWID;
CREATE INDEX labels_by_value ON labels (key, value);

CREATE TABLE provenance (
  artifact TEXT NOT NULL REFERENCES artifacts (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  message BLOB NOT NULL,
  PRIMARY KEY (artifact, ordinal)
) WITHOUT ROWID;
)sql";

}  // namespace widthlab::artifact

#endif  // WIDTHLAB_COMMON_ARTIFACT_CATALOGUE_SCHEMA_H_
