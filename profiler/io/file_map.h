#ifndef PROFILER_IO_FILE_MAP_H_
#define PROFILER_IO_FILE_MAP_H_

#include <cstddef>

namespace profiler {

struct MappedRange;

// A file's bytes, mapped to be read. What others cut off the file while it is read, and what its
// disk fails to deliver, reads as zeros, where the kernel would end the program (SIGBUS), and is
// told of: whoever reads asks is_broken() in the end.
class FileMap {
 public:
  // Maps so many bytes of the open file. errno tells what failed: begin() is null.
  FileMap(int fd, size_t size);
  ~FileMap();
  FileMap(const FileMap&) = delete;
  FileMap& operator=(const FileMap&) = delete;

  const char* begin() const { return begin_; }
  size_t size() const { return size_; }
  // Bytes were asked for that the file does not have, any more.
  bool is_broken() const;

 private:
  const char* begin_ = nullptr;
  const size_t size_;
  MappedRange* range_ = nullptr;
};

}  // namespace profiler

#endif  // PROFILER_IO_FILE_MAP_H_
