// docs/reference/specs.md: every template, step and family of schedules with its fields, from the
// options on them and the comments beside them.
#ifndef WIDTHLAB_TOOLS_REFERENCE_SPEC_PAGE_H_
#define WIDTHLAB_TOOLS_REFERENCE_SPEC_PAGE_H_

#include <string>

#include "tools/reference/comments.h"

namespace widthlab::reference {

std::string SpecPage(const Comments& comments);

}  // namespace widthlab::reference

#endif  // WIDTHLAB_TOOLS_REFERENCE_SPEC_PAGE_H_
