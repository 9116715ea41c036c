// What a comparison says, in a headline and a few lines that a reader in a hurry can trust.
//
//   const Summary summary = Summarise(comparison, {.steps = 200, .text = "novels"});
//   summary.headline    // "Inconclusive: no arm is shown to beat uniform"
//   summary.lines[2]    // {"Believe it?", "Not yet: ..."}
//
// Plain text, not yet markup. Every claim rests on the verdicts of the comparison; a lower mean
// alone is never called a win.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_SUMMARY_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_SUMMARY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "widthlab/pipeline/v1/pipeline.pb.h"

namespace widthlab::pipeline {

struct SummaryLine {
  std::string question = {};
  std::string answer = {};
};

struct Summary {
  // How the headline is marked: that of the arm which it is about, INCONCLUSIVE where nothing is
  // shown, BASELINE where there is one arm only.
  v1::Verdict verdict = v1::VERDICT_INCONCLUSIVE;
  std::string headline = {};
  std::vector<SummaryLine> lines = {};
};

// What the comparison itself does not know; left out of the lines where it is not known.
struct Setting {
  int32_t steps = 0;      // of every run of the baseline
  std::string text = {};  // name of what was learnt
};

Summary Summarise(const v1::Comparison& comparison, const Setting& setting = {});

}  // namespace widthlab::pipeline

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_CORE_REPORT_SUMMARY_H_
