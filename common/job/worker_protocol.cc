#include "common/job/worker_protocol.h"

#include <optional>
#include <utility>

#include "absl/strings/escaping.h"
#include "common/status/status_proto.h"
#include "nlohmann/json.hpp"

namespace widthlab::job {
namespace {

using Json = nlohmann::json;

std::string Dump(const Json& json) {
  return json.dump(-1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace);
}

absl::Status NotOurs() { return absl::DataLossError("not a line of a worker"); }

bool Holds(const Json& json, const std::string&) { return json.is_string(); }
bool Holds(const Json& json, bool) { return json.is_boolean(); }
bool Holds(const Json& json, int64_t) { return json.is_number_integer(); }

// The member `key` where it has the type wanted, else an empty value.
template <typename T>
T Member(const Json& object, const char* key) {
  const auto it = object.find(key);
  return it != object.end() && Holds(*it, T()) ? it->get<T>() : T();
}

absl::StatusOr<std::string> Base64Member(const Json& object, const char* key) {
  std::string bytes;
  if (!object.is_object() || !object.contains(key) || !object[key].is_string() ||
      !absl::Base64Unescape(Member<std::string>(object, key), &bytes)) {
    return NotOurs();
  }
  return bytes;
}

struct Encoder {
  Json operator()(const ProgressReport& report) const {
    return {{"progress",
             {{"stage", report.stage},
              {"done", report.done},
              {"total", report.total},
              {"unit", report.unit}}}};
  }
  Json operator()(const WorkerEvent& event) const {
    return {{"event", absl::Base64Escape(event.event)}};
  }
  Json operator()(const v1::StepResult& result) const {
    return {{"result", {{"artifact", result.artifact()}, {"cached", result.cached()}}}};
  }
  Json operator()(const absl::Status& status) const {
    return {{"error",
             {{"message", std::string(status.message())},
              {"status", absl::Base64Escape(StatusToProto(status).SerializeAsString())}}}};
  }
};

ProgressReport DecodeProgress(const Json& json) {
  return {.stage = Member<std::string>(json, "stage"),
          .done = Member<int64_t>(json, "done"),
          .total = Member<int64_t>(json, "total"),
          .unit = Member<std::string>(json, "unit")};
}

absl::StatusOr<WorkerLine> DecodeError(const Json& json) {
  const absl::StatusOr<std::string> bytes = Base64Member(json, "status");
  google::rpc::Status proto;
  if (!bytes.ok() || !proto.ParseFromString(*bytes) || proto.code() == 0) return NotOurs();
  return WorkerLine(StatusFromProto(proto));
}

}  // namespace

std::string EncodeWorkerRequest(const WorkerRequest& request) {
  return Dump({{"kind", request.kind},
               {"spec", request.spec_json},
               {"ignore_cache", request.ignore_cache},
               {"scratch", request.scratch}});
}

absl::StatusOr<WorkerRequest> DecodeWorkerRequest(std::string_view text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("kind") || !json.contains("spec")) {
    return absl::DataLossError("not the spec file of a worker");
  }
  return WorkerRequest{.kind = Member<std::string>(json, "kind"),
                       .spec_json = Member<std::string>(json, "spec"),
                       .ignore_cache = Member<bool>(json, "ignore_cache"),
                       .scratch = Member<std::string>(json, "scratch")};
}

std::string EncodeWorkerLine(const WorkerLine& line) { return Dump(std::visit(Encoder(), line)); }

absl::StatusOr<WorkerLine> DecodeWorkerLine(std::string_view text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || json.size() != 1) return NotOurs();
  const std::string& key = json.begin().key();
  const Json& value = json.begin().value();
  if (key == "progress" && value.is_object()) return WorkerLine(DecodeProgress(value));
  if (key == "error") return DecodeError(value);
  if (key == "result" && value.is_object()) {
    v1::StepResult result;
    result.set_artifact(Member<std::string>(value, "artifact"));
    result.set_cached(Member<bool>(value, "cached"));
    return WorkerLine(std::move(result));
  }
  if (key == "event") {
    const absl::StatusOr<std::string> event = Base64Member(json, "event");
    if (event.ok()) return WorkerLine(WorkerEvent{*event});
  }
  return NotOurs();
}

}  // namespace widthlab::job
