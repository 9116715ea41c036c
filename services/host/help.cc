#include "services/host/help.h"

#include <algorithm>
#include <cstdio>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "common/rpc/version.h"

namespace widthlab::host {
namespace {

constexpr char kExamples[] = R"(
Once it runs:
  grpcurl -plaintext ADDRESS list                              what it serves
  grpcurl -plaintext ADDRESS grpc.health.v1.Health/Check       whether it serves
  grpcurl -plaintext ADDRESS widthlab.job.v1.JobService/ListJobs
  widthctl --server ADDRESS job list                           the same, as a table

SIGTERM and SIGINT stop it: calls end, running jobs are interrupted and go on at the next start. A
second signal ends it at once. After a crash jobs go on in the same way.
)";

}  // namespace

bool WantsHelp(const std::vector<std::string>& arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](const std::string& argument) {
    return argument == "--help" || argument == "-h" || argument == "help";
  });
}

bool PrintedVersion(const std::string& program, const std::vector<std::string>& arguments) {
  if (std::find(arguments.begin(), arguments.end(), "--version") == arguments.end()) return false;
  std::printf("%s %s\n", program.c_str(), rpc::kVersion);
  return true;
}

std::string HelpText(const std::string& program, const std::string& summary,
                     const std::string& address, const FlagSet& flags) {
  return absl::StrCat(program, ": ", summary, "\n\nUsage: ", program, " [FLAG...]\n\n",
                      flags.Help(), "  --version\n      Say the version and end.\n",
                      absl::StrReplaceAll(kExamples, {{"ADDRESS", address}}));
}

}  // namespace widthlab::host
