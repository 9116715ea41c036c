// Parts of a result that a job has finished, kept so that it goes on after a crash where it
// stopped.
//
//   const FinishedParts finished(context.scratch, key);
//   if (finished.Find(LayerPart(3), &sensitivity)) ...
//   finished.Keep(LayerPart(3), sensitivity);
//
// Each is a file of its own, whole or absent, with a digest over its bytes, its name and the key:
// whatever is damaged, or of another request, counts as absent. Safe to use from many threads.
#ifndef WIDTHLAB_COMMON_JOB_FINISHED_PARTS_H_
#define WIDTHLAB_COMMON_JOB_FINISHED_PARTS_H_

#include <cstdint>
#include <string>
#include <utility>

#include "google/protobuf/message_lite.h"

namespace widthlab::job {

// The name of the part that is about one layer: "layer-3".
std::string LayerPart(int64_t layer);

class FinishedParts {
 public:
  // `folder` is the job's own and may not be there yet; an empty one keeps nothing. `key` names the
  // request: what is kept under another is never found.
  FinishedParts(std::string folder, std::string key)
      : folder_(std::move(folder)), key_(std::move(key)) {}

  // Whether the part `name` (letters, digits, "-") is there, and if so what it is.
  bool Find(const std::string& name, google::protobuf::MessageLite* part) const;

  // Durable on return. A disk that is full is logged: the job is only slower after a crash.
  void Keep(const std::string& name, const google::protobuf::MessageLite& part) const;

 private:
  std::string PathOf(const std::string& name) const;
  std::string DigestOf(const std::string& name, const std::string& bytes) const;

  const std::string folder_;
  const std::string key_;
};

}  // namespace widthlab::job

#endif  // WIDTHLAB_COMMON_JOB_FINISHED_PARTS_H_
