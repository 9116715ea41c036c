#include "services/geometry/service/geometry_service.h"

namespace widthlab::geometry {

grpc::Status GeometryServiceImpl::MeasureWork(grpc::ServerContext* context,
                                              const v1::MeasureWorkRequest* request,
                                              job::v1::Job* response) {
  return calls_.Unary("MeasureWork", context, response,
                      [&](rpc::Call&) { return steps_.Submit("geometry.MeasureWork", *request); });
}

grpc::Status GeometryServiceImpl::CompareClouds(
    grpc::ServerContext* context, grpc::ServerReader<v1::CompareCloudsRequest>* reader,
    v1::CloudComparison* response) {
  return calls_.ClientStream("CompareClouds", context, reader, response,
                             [&](rpc::Call& call, rpc::StreamReader<v1::CompareCloudsRequest>& in) {
                               return clouds_.Compare(call, in);
                             });
}

grpc::Status GeometryServiceImpl::EstimateDimension(
    grpc::ServerContext* context, grpc::ServerReader<v1::EstimateDimensionRequest>* reader,
    v1::CloudDimension* response) {
  return calls_.ClientStream(
      "EstimateDimension", context, reader, response,
      [&](rpc::Call& call, rpc::StreamReader<v1::EstimateDimensionRequest>& in) {
        return clouds_.EstimateDimension(call, in);
      });
}

}  // namespace widthlab::geometry
