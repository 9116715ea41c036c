#include "common/artifact/identity.h"

#include "common/artifact/digest.h"
#include "common/spec/canonical_json.h"

namespace widthlab::artifact {

std::string CacheKey(std::string_view spec_type, std::string_view spec_json,
                     const std::vector<std::string>& inputs, std::string_view algorithm_version) {
  // A manifest without its files: kind and schema version follow from the algorithm version.
  v1::Manifest request;
  request.set_spec_type(std::string(spec_type));
  request.set_spec_json(std::string(spec_json));
  for (const std::string& input : inputs) request.add_inputs(input);
  request.set_algorithm_version(std::string(algorithm_version));
  return Sha256Of(spec::CanonicalJson(request));
}

std::string ArtifactId(const v1::Manifest& manifest) {
  return Sha256Of(spec::CanonicalJson(manifest));
}

}  // namespace widthlab::artifact
