#include "services/geometry/service/geometry_area.h"
#include "services/host/area_server.h"

int main(int argc, char** argv) {
  return widthlab::host::RunAreaServer(widthlab::geometry::GeometryArea(), argc, argv);
}
