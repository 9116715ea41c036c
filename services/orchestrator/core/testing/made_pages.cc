// usage: made_pages FOLDER
//
// Writes reports of all sizes into a folder, for those who look at them in a browser.
#include <fstream>
#include <iostream>
#include <string>
#include <utility>

#include "services/orchestrator/core/report/page.h"
#include "services/orchestrator/core/testing/made_profile.h"
#include "services/orchestrator/core/testing/made_report.h"

int main(int argc, char** argv) {
  using widthlab::pipeline::MadeReport;
  if (argc != 2) {
    std::cerr << "usage: made_pages FOLDER" << std::endl;
    return 2;
  }
  const std::string long_name(70, 'w');
  const std::pair<const char*, MadeReport> pages[] = {
      {"usual", {.seeds = 5}},
      {"noisy", {.noise = 0.05}},
      {"one", {.layers = 1, .arms = 1, .seeds = 1, .steps = 1}},
      {"one_seed", {.layers = 2, .arms = 2, .seeds = 1}},
      {"large", {.layers = 200, .arms = 60}},
      {"markup", {.prefix = "<b onclick=\"x\">&amp;</b> " + long_name + "\x01 "}},
      {"imported", {.layers = 0, .seeds = 3, .steps = 1, .has_models = false}},
  };
  const std::pair<const char*, MadeReport> profiles[] = {
      {"profile", {.layers = 30}},
      {"profile_one", {.layers = 1, .arms = 1}},
      {"profile_markup", {.prefix = pages[5].second.prefix}},
  };
  const std::pair<const char*, MadeReport> transfers[] = {
      {"transfer", {.layers = 12, .arms = 3}},
      {"transfer_markup", {.layers = 2, .arms = 2, .prefix = pages[5].second.prefix}},
  };
  const auto write = [&](const std::string& name, const widthlab::pipeline::ReportData& data) {
    std::ofstream file(std::string(argv[1]) + "/" + name + ".html", std::ios::binary);
    file << widthlab::pipeline::RenderPage(data);
    return static_cast<bool>(file);
  };
  bool ok = true;
  for (const auto& [name, options] : pages) {
    ok = write(name, widthlab::pipeline::MakeReportData(options)) && ok;
  }
  for (const auto& [name, options] : profiles) {
    ok = write(name, widthlab::pipeline::MakeProfileData(options)) && ok;
  }
  for (const auto& [name, options] : transfers) {
    ok = write(name, widthlab::pipeline::MakeTransferData(options)) && ok;
  }
  return ok ? 0 : 1;
}
