// The training service as a part of a process.
#ifndef WIDTHLAB_SERVICES_TRAINING_SERVICE_TRAINING_AREA_H_
#define WIDTHLAB_SERVICES_TRAINING_SERVICE_TRAINING_AREA_H_

#include "services/host/area.h"

namespace widthlab::training {

host::Area TrainingArea();

}  // namespace widthlab::training

#endif  // WIDTHLAB_SERVICES_TRAINING_SERVICE_TRAINING_AREA_H_
