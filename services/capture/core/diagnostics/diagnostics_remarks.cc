#include "services/capture/core/diagnostics/diagnostics_remarks.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace widthlab::capture {
namespace {

void AddUncertainty(v1::Diagnostics& diagnostics) {
  if (diagnostics.batches() > 1) return;
  diagnostics.add_remarks(
      diagnostics.draws() > 1 && !diagnostics.additivity().empty()
          ? "There is one batch: intervals are over draws of noise, and say nothing about other "
            "text. Scaled states have none."
          : "There is one batch: nothing has an interval over text.");
}

void AddRatio(const v1::Additivity& additivity, v1::Diagnostics& diagnostics) {
  if (additivity.joint().values_size() < 2) return;
  const std::string at = absl::StrCat("At epsilon ", additivity.epsilon());
  if (std::isnan(additivity.low())) {
    diagnostics.add_remarks(absl::StrCat(
        at,
        " the sum of the layers' rises is not significantly different from 0: its ratio to the "
        "joint rise says nothing. More sequences, batches or draws help."));
  } else if (additivity.low() > 1 || additivity.high() < 1) {
    diagnostics.add_remarks(
        absl::StrFormat("%s disturbances do not add up: all layers at once cost %.3g times the sum "
                        "of one at a time (95 %% interval %.3g to %.3g).",
                        at, additivity.ratio(), additivity.low(), additivity.high()));
  }
}

}  // namespace

void AddRemarks(v1::Diagnostics& diagnostics) {
  AddUncertainty(diagnostics);
  for (const v1::Additivity& additivity : diagnostics.additivity()) {
    AddRatio(additivity, diagnostics);
  }
}

}  // namespace widthlab::capture
