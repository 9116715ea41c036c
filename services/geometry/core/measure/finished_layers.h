// Layers that a job has measured, kept so that it goes on after a crash where it stopped.
//
//   FinishedLayers finished(folder, key);
//   if (const std::optional<v1::Profile> layer = finished.Find(3)) ...   // a profile of that layer
//   finished.Keep(3, layer);
//
// The parts of common/job/finished_parts.h, by layer.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_FINISHED_LAYERS_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_FINISHED_LAYERS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "common/job/finished_parts.h"
#include "widthlab/geometry/v1/geometry.pb.h"

namespace widthlab::geometry {

class FinishedLayers {
 public:
  // `folder` is the job's own and may not be there yet; an empty one keeps nothing. `key` names the
  // request: what is kept under another is never found.
  FinishedLayers(std::string folder, std::string key) : parts_(std::move(folder), std::move(key)) {}

  std::optional<v1::Profile> Find(int64_t layer) const;

  // Durable on return. A disk that is full is logged: the job is only slower after a crash.
  void Keep(int64_t layer, const v1::Profile& profile) const;

 private:
  const job::FinishedParts parts_;
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_FINISHED_LAYERS_H_
