// What a sensitivity cannot tell, in words: doubtful numbers are said, not hidden.
//
//   AddRemarks(sensitivity);    // lists of layers not above zero, and remarks
#ifndef WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_REMARKS_H_
#define WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_REMARKS_H_

#include "widthlab/capture/v1/sensitivity.pb.h"

namespace widthlab::capture {

// Of a sensitivity whose other fields are final.
void AddRemarks(v1::Sensitivity& sensitivity);

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_CORE_SENSITIVITY_REMARKS_H_
