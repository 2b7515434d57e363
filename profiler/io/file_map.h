#ifndef PROFILER_IO_FILE_MAP_H_
#define PROFILER_IO_FILE_MAP_H_

#include <cstddef>

namespace profiler {

struct MappedRange;

// A file that is mapped for reading. If another program truncates the file while it is read, or the
// disk fails, the missing part reads as zeros, and no SIGBUS ends the program. Callers check
// is_broken() after reading.
class FileMap {
 public:
  // Maps `size` bytes of the open file. On failure begin() is null and errno is set.
  FileMap(int fd, size_t size);
  ~FileMap();
  FileMap(const FileMap&) = delete;
  FileMap& operator=(const FileMap&) = delete;

  const char* begin() const { return begin_; }
  size_t size() const { return size_; }
  // Whether a missing part of the file was read.
  bool is_broken() const;

 private:
  const char* begin_ = nullptr;
  const size_t size_;
  MappedRange* range_ = nullptr;
};

}  // namespace profiler

#endif  // PROFILER_IO_FILE_MAP_H_
