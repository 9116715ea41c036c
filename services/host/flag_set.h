// The command line of a server.
//
//   FlagSet flags;
//   flags.Add("listen", "HOST:PORT", "Where to serve.", &options.listen);
//   flags.AddList("import-root", "DIR...", "Folders that may be read.", &options.import_roots);
//   RETURN_IF_ERROR(flags.Parse({argv + 1, argv + argc}));
//
// "--name value" and "--name=value" are the same. A value in the struct before Parse is the default
// that the help shows; one written by Parse takes its place.
#ifndef WIDTHLAB_SERVICES_HOST_FLAG_SET_H_
#define WIDTHLAB_SERVICES_HOST_FLAG_SET_H_

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace widthlab::host {

class FlagSet {
 public:
  // `target` must outlive Parse.
  void Add(const std::string& name, const std::string& value_name, const std::string& help,
           std::string* target);

  // A whole number in [least, most].
  void AddInt(const std::string& name, const std::string& value_name, const std::string& help,
              int least, int most, int* target);

  // A size such as "800M" or "1.5G", with K, M, G or T for powers of 1024; at least one byte.
  void AddBytes(const std::string& name, const std::string& value_name, const std::string& help,
                int64_t* target);

  // May be given several times, and takes several values at a time.
  void AddList(const std::string& name, const std::string& value_name, const std::string& help,
               std::vector<std::string>* target);

  // INVALID_ARGUMENT UNKNOWN_FLAG suggests the nearest name; INVALID_FIELD for a value that is
  // missing or wrong.
  absl::Status Parse(const std::vector<std::string>& arguments);

  // Whether Parse met the flag.
  bool Given(const std::string& name) const { return given_.count(name) > 0; }

  // One paragraph for each flag.
  std::string Help() const;

 private:
  struct Flag {
    std::string name;
    std::string value_name;
    std::string help;
    std::string default_value;
    bool list = false;
    std::function<absl::Status(const std::string&)> set;
  };

  const Flag* Find(const std::string& name) const;
  absl::Status UnknownFlag(const std::string& name) const;

  std::vector<Flag> flags_;
  std::set<std::string> given_;
};

}  // namespace widthlab::host

#endif  // WIDTHLAB_SERVICES_HOST_FLAG_SET_H_
