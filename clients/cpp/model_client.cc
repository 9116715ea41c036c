#include "clients/cpp/model_client.h"

#include <filesystem>
#include <system_error>

#include "clients/cpp/call.h"
#include "common/status/macros.h"
#include "widthlab/capture/v1/capture_service.grpc.pb.h"

namespace widthlab::client {

absl::StatusOr<capture::v1::ModelInspection> InspectModel(const Connection& connection,
                                                          const std::string& model) {
  const std::unique_ptr<capture::v1::CaptureService::StubInterface> stub =
      capture::v1::CaptureService::NewStub(connection.channel);
  capture::v1::InspectModelRequest request;
  request.set_model(ModelOnServer(model));
  return Call<capture::v1::ModelInspection>(
      connection, *stub, &capture::v1::CaptureService::StubInterface::InspectModel, request);
}

absl::StatusOr<std::vector<int64_t>> Tokenize(const Connection& connection,
                                              const std::string& model, const std::string& text,
                                              bool with_special) {
  const std::unique_ptr<capture::v1::CaptureService::StubInterface> stub =
      capture::v1::CaptureService::NewStub(connection.channel);
  capture::v1::TokenizeRequest request;
  request.set_model(ModelOnServer(model));
  request.set_text(text);
  request.set_leave_out_special(!with_special);
  ASSIGN_OR_RETURN(
      const capture::v1::TokenizeResponse response,
      Call<capture::v1::TokenizeResponse>(
          connection, *stub, &capture::v1::CaptureService::StubInterface::Tokenize, request));
  return std::vector<int64_t>(response.ids().begin(), response.ids().end());
}

std::string ModelOnServer(const std::string& model) {
  std::error_code error;
  const bool is_path = !model.empty() && (model[0] == '/' || model[0] == '.' ||
                                          std::filesystem::exists(model, error));
  if (!is_path) return model;
  const std::filesystem::path absolute = std::filesystem::absolute(model, error);
  return error ? model : absolute.lexically_normal().string();
}

}  // namespace widthlab::client
