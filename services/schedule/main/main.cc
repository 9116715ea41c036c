#include "services/host/area_server.h"
#include "services/schedule/service/schedule_area.h"

int main(int argc, char** argv) {
  return widthlab::host::RunAreaServer(widthlab::schedule::ScheduleArea(), argc, argv);
}
