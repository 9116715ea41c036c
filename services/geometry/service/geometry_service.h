// The geometry service: measuring as a job, and clouds that a client streams at once.
//
//   GeometryServiceImpl service(steps, pool, limits, host);
#ifndef WIDTHLAB_SERVICES_GEOMETRY_SERVICE_GEOMETRY_SERVICE_H_
#define WIDTHLAB_SERVICES_GEOMETRY_SERVICE_GEOMETRY_SERVICE_H_

#include "common/job/step_jobs.h"
#include "common/numeric/thread_pool.h"
#include "common/rpc/call.h"
#include "common/rpc/host.h"
#include "services/geometry/service/cloud_calls.h"
#include "widthlab/geometry/v1/geometry_service.grpc.pb.h"

namespace widthlab::geometry {

class GeometryServiceImpl final : public v1::GeometryService::Service {
 public:
  // `steps`, `pool` and `host` must outlive the service.
  GeometryServiceImpl(job::StepJobs& steps, numeric::ThreadPool& pool, const CloudLimits& limits,
                      rpc::Host& host)
      : steps_(steps),
        clouds_(pool, limits),
        calls_(v1::GeometryService::service_full_name(), host) {}

  grpc::Status MeasureWork(grpc::ServerContext* context, const v1::MeasureWorkRequest* request,
                           job::v1::Job* response) override;
  grpc::Status CompareClouds(grpc::ServerContext* context,
                             grpc::ServerReader<v1::CompareCloudsRequest>* reader,
                             v1::CloudComparison* response) override;
  grpc::Status EstimateDimension(grpc::ServerContext* context,
                                 grpc::ServerReader<v1::EstimateDimensionRequest>* reader,
                                 v1::CloudDimension* response) override;

 private:
  job::StepJobs& steps_;
  CloudCalls clouds_;
  rpc::Calls calls_;
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_SERVICE_GEOMETRY_SERVICE_H_
