#include "clients/cli/fit_command.h"

#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "clients/cli/input_file.h"
#include "clients/cli/json.h"
#include "clients/cli/parse.h"
#include "clients/cli/runs_file.h"
#include "clients/cli/session.h"
#include "clients/cli/spec_help.h"
#include "clients/cli/table.h"
#include "clients/cli/values.h"
#include "clients/cpp/schedule_client.h"
#include "common/spec/resolve.h"
#include "common/status/error.h"
#include "common/status/macros.h"

namespace widthlab::cli {
namespace {

using schedule::v1::FitScalingLawRequest;
using schedule::v1::ScalingCurve;
using schedule::v1::ScalingFamily;
using schedule::v1::ScalingLawFits;
using schedule::v1::ScalingOptions;
using schedule::v1::ScalingRatio;
using schedule::v1::ScalingValue;

absl::Status AddLosses(const Arguments& arguments, FitScalingLawRequest& request) {
  for (const std::string& text : arguments.Values("loss")) {
    double loss = 0;
    if (!absl::SimpleAtod(text, &loss)) {
      return UsageError("--loss", absl::StrCat("'--loss ", text, "' must be a number"));
    }
    request.add_losses(loss);
  }
  return absl::OkStatus();
}

absl::Status AddOptions(const Arguments& arguments, ScalingOptions& options) {
  for (const std::string& setting : arguments.Values("set")) {
    const size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0) {
      return UsageError("--set", absl::StrCat("'--set ", setting, "' must be --set KEY=VALUE"));
    }
    RETURN_IF_ERROR(spec::SetField(options, setting.substr(0, equals), setting.substr(equals + 1)));
  }
  return absl::OkStatus();
}

// The baseline is the first family of a request.
absl::Status MoveToFront(const std::string& name, FitScalingLawRequest& request) {
  if (name.empty()) return absl::OkStatus();
  for (int f = 0; f < request.families_size(); ++f) {
    if (request.families(f).name() != name) continue;
    for (; f > 0; --f) request.mutable_families()->SwapElements(f, f - 1);
    return absl::OkStatus();
  }
  return InvalidField("--baseline", name, "a family of the file");
}

std::string WithInterval(const ScalingValue& value) {
  std::string text = absl::StrFormat("%.5g", value.value());
  if (value.low() == value.low()) {
    absl::StrAppendFormat(&text, " [%.5g, %.5g]", value.low(), value.high());
  }
  return text;
}

std::string CurveTable(const Console& console, const ScalingLawFits& fits) {
  Table table({{"family"},
               {"variable"},
               {"runs", Table::kRight},
               {"E"},
               {"A"},
               {"alpha"},
               {"at", Table::kRight},
               {"error", Table::kRight},
               {""}});
  for (const ScalingCurve& c : fits.curves()) {
    const bool defined = c.undefined_reason().empty();
    table.AddRow({c.family(), c.variable(), absl::StrCat(c.runs()),
                  defined ? WithInterval(c.irreducible_loss()) : "-",
                  defined ? WithInterval(c.amplitude()) : "-",
                  defined ? WithInterval(c.exponent()) : "-",
                  absl::StrFormat("%.4g", c.reference()),
                  defined ? absl::StrFormat("%.2g %%", 100 * c.relative_error()) : "-",
                  c.undefined_reason()});
  }
  return table.Render(console);
}

std::string RatioTable(const Console& console, const ScalingLawFits& fits) {
  Table table(
      {{"at equal loss"}, {"against"}, {"variable"}, {"loss", Table::kRight}, {"ratio"}, {""}});
  for (const ScalingRatio& r : fits.ratios()) {
    const bool defined = r.undefined_reason().empty();
    table.AddRow({r.family(), r.baseline(), r.variable(), absl::StrFormat("%.4g", r.loss()),
                  defined ? WithInterval(r.ratio()) : "-",
                  !defined           ? r.undefined_reason()
                  : r.extrapolated() ? "extrapolated"
                                     : ""});
  }
  return table.empty() ? "" : absl::StrCat("\n", table.Render(console));
}

absl::StatusOr<ExitCode> Fit(const Arguments& arguments, Session& session) {
  if (!arguments.Has("file")) {
    return UsageError("--file", "'schedule fit' needs --file RUNS.csv");
  }
  ASSIGN_OR_RETURN(const std::string text, ReadInput("--file", arguments.Value("file")));
  absl::StatusOr<FitScalingLawRequest> request = ParseRuns(text);
  if (!request.ok()) return WithContext(request.status(), "--file");
  RETURN_IF_ERROR(MoveToFront(arguments.Value("baseline"), *request));
  RETURN_IF_ERROR(AddLosses(arguments, *request));
  RETURN_IF_ERROR(AddOptions(arguments, *request->mutable_options()));
  ASSIGN_OR_RETURN(const client::Connections to, session.Connect());
  ASSIGN_OR_RETURN(const ScalingLawFits fits,
                   client::ScheduleClient(to.schedule).FitScalingLaw(*request));
  if (session.json()) {
    session.PrintJson(fits);
  } else {
    session.out() << CurveTable(session.console(), fits) << RatioTable(session.console(), fits);
  }
  return kSuccess;
}

}  // namespace

Command FitCommand() {
  return {
      .group = "schedule",
      .verb = "fit",
      .summary = "Fit scaling laws to runs, and compare families at equal loss.",
      .description =
          "Fits loss = E + A (x / at)^-alpha for x = parameters, training_flops and\n"
          "kv_bytes_per_token, whichever the file has for all runs of a family. The file is a "
          "CSV\nwith the columns family and loss and those of x. Ratios say what a family "
          "needs over what\nthe baseline needs to reach the same loss.",
      .flags = {{.name = "file",
                 .value = "RUNS.csv",
                 .help = "table of runs, or - for standard input; required",
                 .values = FileValues()},
                {.name = "baseline", .value = "FAMILY", .help = "the first family of the file"},
                {.name = "loss",
                 .value = "NATS",
                 .help = "compare at this loss; the baseline's at its largest size",
                 .repeated = true},
                {.name = "set", .value = "KEY=VALUE", .help = "an option", .repeated = true}},
      .examples = "  widthctl schedule fit --file runs.csv --baseline uniform --loss 2.9 --json\n",
      .more_help =
          [](const Arguments&) {
            return absl::StrCat("Keys of --set:\n", SpecHelp(*ScalingOptions::descriptor()));
          },
      .run = Fit};
}

}  // namespace widthlab::cli
