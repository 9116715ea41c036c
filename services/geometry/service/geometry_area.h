// The geometry service as a part of a process.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_SERVICE_GEOMETRY_AREA_H_
#define WIDTHLAB_SERVICES_GEOMETRY_SERVICE_GEOMETRY_AREA_H_

#include "services/host/area.h"

namespace widthlab::geometry {

host::Area GeometryArea();

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_SERVICE_GEOMETRY_AREA_H_
