#include "clients/cli/progress_view.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "clients/cli/format.h"
#include "clients/cli/json.h"
#include "clients/cli/steps.h"
#include "clients/cli/table.h"

namespace widthlab::cli {
namespace {

using job::v1::JobState;

constexpr absl::Duration kPlainInterval = absl::Seconds(10);

std::string StateWord(JobState state) {
  return absl::AsciiStrToLower(EnumName(*job::v1::JobState_descriptor(), state));
}

bool IsActive(JobState state) {
  return state == job::v1::JOB_STATE_RUNNING || state == job::v1::JOB_STATE_CANCELLING;
}

// "training 80/200 steps", what is known of it.
std::string StageText(const job::v1::Progress& progress) {
  std::string text = progress.stage();
  if (progress.total() > 0) {
    absl::StrAppend(&text, text.empty() ? "" : " ",
                    FormatCount(static_cast<double>(progress.done())), "/",
                    FormatCount(static_cast<double>(progress.total())), " ", progress.unit());
  }
  return text;
}

// ", 12.3 steps/s, 0:10 left", what is known of it.
std::string SpeedText(const job::v1::Progress& progress) {
  std::string text;
  const std::string rate = RateText(progress);
  if (!rate.empty()) absl::StrAppend(&text, ", ", rate);
  if (progress.eta_seconds() >= 0 && progress.total() > 0) {
    absl::StrAppend(&text, ", ", FormatDuration(progress.eta_seconds()), " left");
  }
  return text;
}

// "artifact 3fa9c1e2d0b7, from the cache".
std::string OutcomeText(const StepLine& step) {
  if (step.artifact.empty()) return "";
  return absl::StrCat("artifact ", ShortId(step.artifact), step.cached ? ", from the cache" : "");
}

class PlainView : public ProgressView {
 public:
  PlainView(std::ostream& out, Clock clock) : out_(out), clock_(std::move(clock)) {}

  void Show(const job::v1::Job& job) override {
    for (const StepLine& step : StepsOf(job)) ShowStep(step);
  }

 private:
  struct Shown {
    JobState state = job::v1::JOB_STATE_UNSPECIFIED;
    absl::Time time = absl::InfinitePast();
  };

  void ShowStep(const StepLine& step) {
    Shown& shown = shown_[step.id];
    const bool changed = step.state != shown.state;
    const bool waiting =
        step.state == job::v1::JOB_STATE_QUEUED || step.state == job::v1::JOB_STATE_UNSPECIFIED;
    if (waiting || (!changed && (IsFinal(step.state) || clock_() - shown.time < kPlainInterval))) {
      return;
    }
    shown = {step.state, clock_()};
    const std::string more = IsFinal(step.state)
                                 ? OutcomeText(step)
                                 : absl::StrCat(StageText(step.progress), SpeedText(step.progress));
    out_ << step.id << ": " << StateWord(step.state) << (more.empty() ? "" : ", ") << more
         << std::endl;
  }

  std::ostream& out_;
  const Clock clock_;
  std::map<std::string, Shown> shown_;
};

class TerminalView : public ProgressView {
 public:
  TerminalView(const Console& console, std::ostream& out, Clock clock)
      : console_(console), out_(out), clock_(std::move(clock)) {}

  void Show(const job::v1::Job& job) override {
    const std::vector<StepLine> steps = StepsOf(job);
    std::string picture = Erase();
    size_t name_width = 0;
    for (const StepLine& step : steps) name_width = std::max(name_width, step.id.size());
    for (const StepLine& step : steps) {
      if (IsActive(step.state)) started_.try_emplace(step.id, clock_());
      if (!IsFinal(step.state) || !finished_.insert(step.id).second) continue;
      absl::StrAppend(&picture, FinishedLine(step, name_width), "\n");
    }
    live_lines_ = 0;
    for (const StepLine& step : steps) {
      if (!IsActive(step.state)) continue;
      absl::StrAppend(&picture, Cut(ActiveLine(step, name_width)), "\n");
      ++live_lines_;
    }
    if (steps.size() > 1 && !IsFinal(job.state())) {
      absl::StrAppend(&picture, console_.Dim(Cut(SummaryLine(job, steps))), "\n");
      ++live_lines_;
    }
    out_ << picture << std::flush;
  }

  void Finish() override { live_lines_ = 0; }

 private:
  // Up to the first line drawn in place, and everything from there on away.
  std::string Erase() const {
    return live_lines_ == 0 ? "" : absl::StrCat("\033[", live_lines_, "F\033[J");
  }

  // A line that wraps could not be drawn again in place.
  std::string Cut(const std::string& line) const {
    if (DisplayWidth(line) < console_.width) return line;
    std::string cut;
    int columns = 0;
    for (const char c : line) {
      if ((static_cast<unsigned char>(c) & 0xC0) != 0x80 && ++columns >= console_.width) break;
      cut += c;
    }
    return cut;
  }

  std::string Padded(const std::string& id, size_t width) const {
    return absl::StrCat(id, std::string(width - id.size(), ' '));
  }

  std::string FinishedLine(const StepLine& step, size_t name_width) const {
    std::string mark = console_.unicode ? "✓" : "+";
    std::string line;
    if (step.state == job::v1::JOB_STATE_SUCCEEDED) {
      line = console_.Green(mark);
    } else {
      mark = console_.unicode ? "✗" : "x";
      line = console_.Red(mark);
    }
    absl::StrAppend(&line, " ", Padded(step.id, name_width));
    if (step.state != job::v1::JOB_STATE_SUCCEEDED) {
      return absl::StrCat(line, "  ", StateWord(step.state));
    }
    const auto started = started_.find(step.id);
    const std::string time =
        started == started_.end()
            ? ""
            : FormatDuration(absl::ToDoubleSeconds(clock_() - started->second));
    return absl::StrCat(line, "  ", absl::StrFormat("%6s", time), "  ",
                        console_.Dim(OutcomeText(step)));
  }

  std::string ActiveLine(const StepLine& step, size_t name_width) const {
    const double share = ShareDone(step.progress);
    std::string line = absl::StrCat("  ", Padded(step.id, name_width), "  ");
    if (share >= 0) absl::StrAppend(&line, Bar(share), absl::StrFormat(" %3.0f %%  ", 100 * share));
    return absl::StrCat(line, StageText(step.progress), SpeedText(step.progress));
  }

  std::string Bar(double share) const {
    constexpr int kCells = 20;
    const int full = static_cast<int>(share * kCells);
    std::string bar;
    for (int i = 0; i < kCells; ++i) {
      bar += i < full ? (console_.unicode ? "━" : "#") : (console_.unicode ? "╌" : ".");
    }
    return bar;
  }

  std::string SummaryLine(const job::v1::Job& job, const std::vector<StepLine>& steps) const {
    const auto done = std::count_if(steps.begin(), steps.end(),
                                    [](const StepLine& step) { return IsFinal(step.state); });
    return absl::StrCat("  ", done, " of ", steps.size(), " steps, ", StateWord(job.state()));
  }

  const Console& console_;
  std::ostream& out_;
  const Clock clock_;
  int live_lines_ = 0;
  std::map<std::string, absl::Time> started_;
  std::set<std::string> finished_;
};

class SilentView : public ProgressView {
 public:
  void Show(const job::v1::Job&) override {}
};

}  // namespace

std::unique_ptr<ProgressView> NewProgressView(const Console& console, std::ostream& out,
                                              bool is_terminal, Clock clock) {
  if (is_terminal) return std::make_unique<TerminalView>(console, out, std::move(clock));
  return std::make_unique<PlainView>(out, std::move(clock));
}

std::unique_ptr<ProgressView> NewSilentView() { return std::make_unique<SilentView>(); }

}  // namespace widthlab::cli
