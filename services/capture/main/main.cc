#include "services/capture/service/capture_area.h"
#include "services/host/area_server.h"

int main(int argc, char** argv) {
  return widthlab::host::RunAreaServer(widthlab::capture::CaptureArea(), argc, argv);
}
