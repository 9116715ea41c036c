#include "clients/cli/demo/perl_text.h"

#include <filesystem>
#include <fstream>
#include <string>

#include "common/status/matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace widthlab::cli {
namespace {

TEST(PerlText, TakesThePodFilesOfThePackageThatAreThere) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "perl";
  std::filesystem::create_directories(folder / "5.36" / "pod");
  const auto write = [&](const std::string& name) {
    std::ofstream(folder / name) << "=head1 NAME\n";
    return (folder / name).string();
  };
  std::ofstream list(folder / "list");
  list << "/.\n"
       << write("5.36/pod/perlvar.pod") << "\n"
       << write("5.36/pod/perl.pod") << "\n"
       << write("5.36/pod/README") << "\n"
       << (folder / "removed.pod").string() << "\n";
  list.close();
  const absl::StatusOr<client::TextFiles> text = FindPerlText((folder / "list").string());
  ASSERT_THAT(text, IsOk());
  ASSERT_EQ(text->files.size(), 2u);
  EXPECT_EQ(text->files[0].document, "perl.pod");
  EXPECT_EQ(text->files[1].document, "perlvar.pod");
  EXPECT_EQ(text->source, "perl-doc");
}

TEST(PerlText, SaysWhatToInstallWhereItIsMissing) {
  EXPECT_THAT(FindPerlText("/no/such/list"),
              StatusIs(absl::StatusCode::kNotFound, testing::HasSubstr("--text")));
}

}  // namespace
}  // namespace widthlab::cli
