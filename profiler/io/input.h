#ifndef PROFILER_IO_INPUT_H_
#define PROFILER_IO_INPUT_H_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace profiler {

struct MappedFile;

// The bytes of one input, and the input's name for messages. Readers get an Input and never open
// paths.
class Input {
 public:
  // Maps a file read-only. Fails for a missing, unreadable or empty file, and for a folder.
  static absl::StatusOr<Input> Map(const std::string& path);
  // Makes an Input that owns its bytes, for tests and unpacked content.
  static Input FromBytes(std::string name, std::string bytes);

  const std::string& name() const { return name_; }
  std::string_view bytes() const { return bytes_; }
  // Frees the memory of a part of bytes() that is rarely needed again. Reading the part later loads
  // it from the file again.
  void Release(std::string_view part) const;

  // Returns how the file changed while it was read. If the file was cut or overwritten, the bytes
  // read may be a mix of two versions.
  enum class Change { kNone, kGrown, kCut, kRewritten };
  Change FindChange() const;
  // Returns an error if the file was cut or overwritten while it was read.
  absl::Status CheckUnchanged() const;

 private:
  std::string name_;
  std::shared_ptr<const void> held_;          // the bytes, if owned
  std::shared_ptr<const MappedFile> mapped_;  // the file, if mapped
  std::string_view bytes_;
};

}  // namespace profiler

#endif  // PROFILER_IO_INPUT_H_
