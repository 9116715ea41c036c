// Correlations for people: a table for each model and each two models.
#ifndef WIDTHLAB_CLIENTS_CLI_CORRELATIONS_TEXT_H_
#define WIDTHLAB_CLIENTS_CLI_CORRELATIONS_TEXT_H_

#include <string>

#include "clients/cli/console.h"
#include "widthlab/pipeline/v1/correlations.pb.h"

namespace widthlab::cli {

// Spearman's coefficients with interval and p, of profiles as they are and of their differences;
// --json has Pearson's too.
std::string CorrelationsText(const Console& console,
                             const pipeline::v1::Correlations& correlations);

}  // namespace widthlab::cli

#endif  // WIDTHLAB_CLIENTS_CLI_CORRELATIONS_TEXT_H_
