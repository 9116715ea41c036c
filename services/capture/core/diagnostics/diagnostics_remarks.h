// What diagnostics say in words, and what they cannot tell.
//
//   AddRemarks(diagnostics);
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_DIAGNOSTICS_REMARKS_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_DIAGNOSTICS_REMARKS_H_

#include "widthlab/capture/v1/diagnostics.pb.h"

namespace widthlab::capture {

// Of diagnostics whose other fields are final.
void AddRemarks(v1::Diagnostics& diagnostics);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_DIAGNOSTICS_DIAGNOSTICS_REMARKS_H_
