// The capture service as a part of a process.
#ifndef WIDTHLAB_SERVICES_CAPTURE_SERVICE_CAPTURE_AREA_H_
#define WIDTHLAB_SERVICES_CAPTURE_SERVICE_CAPTURE_AREA_H_

#include "services/host/area.h"

namespace widthlab::capture {

host::Area CaptureArea();

}  // namespace widthlab::capture

#endif  // WIDTHLAB_SERVICES_CAPTURE_SERVICE_CAPTURE_AREA_H_
