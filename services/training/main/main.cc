#include "services/host/area_server.h"
#include "services/training/service/training_area.h"

int main(int argc, char** argv) {
  return widthlab::host::RunAreaServer(widthlab::training::TrainingArea(), argc, argv);
}
