// The RPCs that make a job for one kind of step. The step must be of that kind.
#ifndef WIDTHLAB_CLIENTS_CPP_STAGES_SUBMIT_H_
#define WIDTHLAB_CLIENTS_CPP_STAGES_SUBMIT_H_

#include "clients/cpp/connection.h"
#include "clients/cpp/stages/job_stage.h"

namespace widthlab::client {

// TrainingService.Train.
SubmitStep SubmitTraining(const Connection& connection);

// CaptureService.CaptureActivations.
SubmitStep SubmitCapture(const Connection& connection);

// CaptureService.MeasureSensitivity.
SubmitStep SubmitSensitivity(const Connection& connection);

// CaptureService.Diagnose.
SubmitStep SubmitDiagnosis(const Connection& connection);

// GeometryService.MeasureWork.
SubmitStep SubmitMeasurement(const Connection& connection);

}  // namespace widthlab::client

#endif  // WIDTHLAB_CLIENTS_CPP_STAGES_SUBMIT_H_
