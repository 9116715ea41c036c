#include "services/geometry/service/geometry_service.h"

namespace widthlab::geometry {

grpc::Status GeometryServiceImpl::MeasureWork(grpc::ServerContext* context,
                                              const v1::MeasureWorkRequest* request,
                                              job::v1::Job* response) {
  return calls_.Unary("MeasureWork", context, response,
                      [&](rpc::Call&) { return steps_.Submit("geometry.MeasureWork", *request); });
}

}  // namespace widthlab::geometry
