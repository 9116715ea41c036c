// A folder that goes with the process that made it.
#ifndef WIDTHLAB_TESTS_BENCH_SCRATCH_FOLDER_H_
#define WIDTHLAB_TESTS_BENCH_SCRATCH_FOLDER_H_

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace widthlab::bench {

class ScratchFolder {
 public:
  ScratchFolder() : path_(std::filesystem::temp_directory_path() / "widthlab_bench.XXXXXX") {
    if (mkdtemp(path_.data()) != nullptr) return;
    std::perror(path_.c_str());
    std::exit(1);
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace widthlab::bench

#endif  // WIDTHLAB_TESTS_BENCH_SCRATCH_FOLDER_H_
