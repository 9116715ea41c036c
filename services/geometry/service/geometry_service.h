// The geometry service: measuring as a job.
//
//   GeometryServiceImpl service(steps, host);
#ifndef WIDTHLAB_SERVICES_GEOMETRY_SERVICE_GEOMETRY_SERVICE_H_
#define WIDTHLAB_SERVICES_GEOMETRY_SERVICE_GEOMETRY_SERVICE_H_

#include "common/job/step_jobs.h"
#include "common/rpc/call.h"
#include "common/rpc/host.h"
#include "widthlab/geometry/v1/geometry_service.grpc.pb.h"

namespace widthlab::geometry {

class GeometryServiceImpl final : public v1::GeometryService::Service {
 public:
  // Both must outlive the service.
  GeometryServiceImpl(job::StepJobs& steps, rpc::Host& host)
      : steps_(steps), calls_(v1::GeometryService::service_full_name(), host) {}

  grpc::Status MeasureWork(grpc::ServerContext* context, const v1::MeasureWorkRequest* request,
                           job::v1::Job* response) override;

 private:
  job::StepJobs& steps_;
  rpc::Calls calls_;
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_SERVICE_GEOMETRY_SERVICE_H_
