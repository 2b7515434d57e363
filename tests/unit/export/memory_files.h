// Files in memory, for the tests of exporters.
#ifndef TESTS_UNIT_EXPORT_MEMORY_FILES_H_
#define TESTS_UNIT_EXPORT_MEMORY_FILES_H_

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "profiler/export/output_file.h"

namespace profiler {

class MemoryFiles : public OutputFiles {
 public:
  std::map<std::string, std::string> closed;  // by path

  absl::StatusOr<std::unique_ptr<OutputFile>> Create(const std::string& path) override {
    return std::make_unique<File>(path, *this);
  }

 private:
  class File : public OutputFile {
   public:
    File(std::string path, MemoryFiles& files) : path_(std::move(path)), files_(files) {}
    absl::Status Append(std::string_view bytes) override {
      bytes_ += bytes;
      return absl::OkStatus();
    }
    absl::Status WriteAt(uint64_t offset, std::string_view bytes) override {
      if (bytes_.size() < offset + bytes.size()) bytes_.resize(offset + bytes.size());
      bytes_.replace(offset, bytes.size(), bytes);
      return absl::OkStatus();
    }
    absl::StatusOr<size_t> ReadAt(uint64_t offset, char* to, size_t size) override {
      return offset < bytes_.size() ? bytes_.copy(to, size, offset) : 0;
    }
    absl::Status Close() override {
      files_.closed[path_] = std::move(bytes_);
      return absl::OkStatus();
    }

   private:
    const std::string path_;
    MemoryFiles& files_;
    std::string bytes_;
  };
};

}  // namespace profiler

#endif  // TESTS_UNIT_EXPORT_MEMORY_FILES_H_
