// usage: made_pages FOLDER
//
// Writes reports of all sizes into a folder, for those who look at them in a browser.
#include <fstream>
#include <iostream>
#include <string>
#include <utility>

#include "services/orchestrator/core/report/page.h"
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
  for (const auto& [name, options] : pages) {
    std::ofstream file(std::string(argv[1]) + "/" + name + ".html", std::ios::binary);
    file << widthlab::pipeline::RenderPage(widthlab::pipeline::MakeReportData(options));
    if (!file) return 1;
  }
  return 0;
}
