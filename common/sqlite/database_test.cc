#include "common/sqlite/database.h"

#include <cstdio>
#include <fstream>

#include "common/status/error.h"
#include "common/status/macros.h"
#include "common/status/matchers.h"
#include "gtest/gtest.h"

namespace widthlab::sqlite {
namespace {

using ::testing::HasSubstr;

const std::vector<std::string> kMigrations = {"CREATE TABLE t (k TEXT PRIMARY KEY, v BLOB)"};

std::string FreshPath(const std::string& name) {
  const std::string path = testing::TempDir() + "/" + name;
  for (const char* suffix : {"", "-wal", "-shm"}) std::remove((path + suffix).c_str());
  return path;
}

absl::Status Insert(Database& db, const std::string& key, const std::string& value) {
  ASSIGN_OR_RETURN(Statement insert, db.Prepare("INSERT INTO t VALUES (?, ?)"));
  return insert.BindText(1, key).BindBlob(2, value).Run();
}

absl::StatusOr<std::string> Find(Database& db, const std::string& key) {
  ASSIGN_OR_RETURN(Statement query, db.Prepare("SELECT v FROM t WHERE k = ?"));
  ASSIGN_OR_RETURN(const bool row, query.BindText(1, key).Next());
  return row ? query.Blob(0) : "none";
}

TEST(DatabaseTest, RowsAreThereAfterOpeningAgain) {
  const std::string path = FreshPath("rows.db");
  const std::string bytes("a\0b", 3);
  {
    const auto db = Database::Open(path, kMigrations);
    ASSERT_THAT(db, IsOk());
    ASSERT_THAT(Insert(**db, "k", bytes), IsOk());
    ASSERT_THAT(Insert(**db, "empty", ""), IsOk());
  }
  const auto db = Database::Open(path, kMigrations);
  ASSERT_THAT(db, IsOk());
  EXPECT_THAT(Find(**db, "k"), IsOkAndHolds(bytes));
  EXPECT_THAT(Find(**db, "empty"), IsOkAndHolds(""));
  EXPECT_THAT(Find(**db, "other"), IsOkAndHolds("none"));
}

TEST(DatabaseTest, ATransactionThatFailsLeavesNothing) {
  const auto db = Database::Open(FreshPath("transaction.db"), kMigrations);
  ASSERT_THAT(db, IsOk());
  EXPECT_THAT((*db)->Transact([&]() -> absl::Status {
    RETURN_IF_ERROR(Insert(**db, "k", "v"));
    return absl::AbortedError("on purpose");
  }),
              StatusIs(absl::StatusCode::kAborted));
  EXPECT_THAT(Find(**db, "k"), IsOkAndHolds("none"));
  EXPECT_THAT((*db)->Transact([&] { return Insert(**db, "k", "v"); }), IsOk());
  EXPECT_THAT(Find(**db, "k"), IsOkAndHolds("v"));
}

TEST(DatabaseTest, MigrationsRunOnceAndLaterFilesAreRefused) {
  const std::string path = FreshPath("migrations.db");
  ASSERT_THAT(Database::Open(path, kMigrations), IsOk());
  const std::vector<std::string> later = {kMigrations[0], "CREATE TABLE u (k TEXT)"};
  {
    const auto db = Database::Open(path, later);
    ASSERT_THAT(db, IsOk());
    EXPECT_THAT((*db)->Execute("INSERT INTO u VALUES ('x')"), IsOk());
  }
  EXPECT_THAT(Database::Open(path, kMigrations),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("later release")));
}

TEST(DatabaseTest, AFullDiskIsAnErrorThatNamesTheFile) {
  const std::string path = FreshPath("full.db");
  const auto db = Database::Open(path, kMigrations);
  ASSERT_THAT(db, IsOk());
  ASSERT_THAT((*db)->Execute("PRAGMA max_page_count = 4"), IsOk());
  const absl::Status status = Insert(**db, "k", std::string(1'000'000, 'x'));
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr(path)));
  EXPECT_EQ(FactsOf(status)->reason, "DISK_FULL");
}

TEST(DatabaseTest, FilesThatAreNoDatabaseAreDataLoss) {
  const std::string path = FreshPath("nonsense.db");
  std::ofstream(path) << std::string(8192, 'x');
  EXPECT_THAT(Database::Open(path, kMigrations), StatusIs(absl::StatusCode::kDataLoss));
}

TEST(DatabaseTest, FoldersThatAreNotThereAreErrors) {
  EXPECT_THAT(Database::Open(testing::TempDir() + "/none/x.db", kMigrations),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("must exist")));
}

}  // namespace
}  // namespace widthlab::sqlite
