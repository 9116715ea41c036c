// Writes the pages of docs/reference anew:
//
//   bazel run //tools/reference:write_pages
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tools/reference/comments.h"
#include "tools/reference/metric_page.h"
#include "tools/reference/spec_page.h"

int main() {
  const auto comments = widthlab::reference::Comments::Read("tools/reference/protos.bin");
  const char* const checkout = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  if (!comments.ok() || checkout == nullptr) {
    std::fprintf(stderr, "call it as: bazel run //tools/reference:write_pages\n");
    return 2;
  }
  const std::filesystem::path folder = std::filesystem::path(checkout) / "docs" / "reference";
  std::ofstream specs(folder / "specs.md");
  specs << widthlab::reference::SpecPage(*comments);
  std::ofstream metrics(folder / "metrics.md");
  metrics << widthlab::reference::MetricPage();
  return specs.flush() && metrics.flush() ? 0 : 1;
}
