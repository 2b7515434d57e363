#ifndef TESTS_UNIT_COMMON_TEST_FOLDER_H_
#define TESTS_UNIT_COMMON_TEST_FOLDER_H_

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>

namespace profiler {

// A temporary folder, removed after the test.
class TestFolder {
 public:
  TestFolder() {
    const char* base = std::getenv("TEST_TMPDIR");
    path_ = std::string(base == nullptr ? "/tmp" : base) + "/profiler_XXXXXX";
    if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("no folder for the test");
  }
  ~TestFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  // The path of a new file; creates its folders.
  std::string File(const std::string& name, const std::string& bytes) const {
    const std::filesystem::path path = std::filesystem::path(path_) / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace profiler

#endif  // TESTS_UNIT_COMMON_TEST_FOLDER_H_
