// Shows how far a job is, each time it changes.
//
//   std::unique_ptr<ProgressView> view = NewProgressView(console, console.out, is_terminal);
//   for (each job of the watch) view->Show(job);
//   view->Finish();
//
// On a terminal: finished steps scroll away, one line each; those at work are bars with rate and
// time left, drawn again in place; below them a line that counts all steps. Elsewhere: a line when
// a step begins or ends, and one every ten seconds between.
#ifndef WIDTHLAB_CLIENTS_CLI_PROGRESS_VIEW_H_
#define WIDTHLAB_CLIENTS_CLI_PROGRESS_VIEW_H_

#include <functional>
#include <memory>
#include <ostream>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "clients/cli/console.h"
#include "widthlab/job/v1/job.pb.h"

namespace widthlab::cli {

class ProgressView {
 public:
  virtual ~ProgressView() = default;
  virtual void Show(const job::v1::Job& job) = 0;

  // Leaves the last picture and the cursor below it.
  virtual void Finish() {}
};

using Clock = std::function<absl::Time()>;

// `console` and `out` must outlive the view.
std::unique_ptr<ProgressView> NewProgressView(const Console& console, std::ostream& out,
                                              bool is_terminal, Clock clock = absl::Now);

// Shows nothing.
std::unique_ptr<ProgressView> NewSilentView();

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_PROGRESS_VIEW_H_
