// Forms that narrow a list: they ask for the same page again, with what was chosen in the address.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_FORM_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_FORM_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "services/orchestrator/web/pages/html.h"

namespace widthlab::web {

struct Choice {
  // Of the parameter, and as it is shown.
  std::string name = {};
  std::string label = {};
  // Empty: all.
  std::string chosen = {};
  std::vector<std::string> values = {};
  // Without `values`: a text, with this as an example of one.
  std::string example = {};
};

Html FilterForm(const std::string& path, const std::vector<Choice>& choices);

// INVALID_ARGUMENT unless `value` is one of `values`.
absl::Status CheckChoice(const std::string& name, const std::string& value,
                         const std::vector<std::string>& values);

}  // namespace widthlab::web

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_FORM_H_
