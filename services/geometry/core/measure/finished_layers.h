// Layers that a job has measured, kept so that it goes on after a crash where it stopped.
//
//   FinishedLayers finished(folder, key);
//   if (const std::optional<v1::Profile> layer = finished.Find(3)) ...   // a profile of that layer
//   finished.Keep(3, layer);
//
// Each is a file of its own, whole or absent, with a digest over its bytes, the layer's number and
// the key: whatever is damaged, or of another request, counts as absent. Safe to use from many
// threads.
#ifndef WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_FINISHED_LAYERS_H_
#define WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_FINISHED_LAYERS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "widthlab/geometry/v1/geometry.pb.h"

namespace widthlab::geometry {

class FinishedLayers {
 public:
  // `folder` is the job's own and may not be there yet; an empty one keeps nothing. `key` names the
  // request: what is kept under another is never found.
  FinishedLayers(std::string folder, std::string key)
      : folder_(std::move(folder)), key_(std::move(key)) {}

  std::optional<v1::Profile> Find(int64_t layer) const;

  // Durable on return. A disk that is full is logged: the job is only slower after a crash.
  void Keep(int64_t layer, const v1::Profile& profile) const;

 private:
  std::string PathOf(int64_t layer) const;
  std::string DigestOf(int64_t layer, const std::string& bytes) const;

  const std::string folder_;
  const std::string key_;
};

}  // namespace widthlab::geometry

#endif  // WIDTHLAB_SERVICES_GEOMETRY_CORE_MEASURE_FINISHED_LAYERS_H_
