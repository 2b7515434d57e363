#ifndef PROFILER_IO_INPUT_H_
#define PROFILER_IO_INPUT_H_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace profiler {

struct MappedFile;

// The bytes of one input, and the name to use for it in messages. Readers see offsets, never
// a path to open.
class Input {
 public:
  // A read-only memory map; reports a missing, unreadable or empty file, and a folder.
  static absl::StatusOr<Input> Map(const std::string& path);
  // Bytes held here, for tests and for what had to be inflated.
  static Input FromBytes(std::string name, std::string bytes);

  const std::string& name() const { return name_; }
  std::string_view bytes() const { return bytes_; }
  // Gives back the memory of a part that was read and is mostly done with. It can be read again,
  // and comes from the file then.
  void Release(std::string_view part) const;

  // What became of the file while it was read. Where it was cut or written over, what was read is
  // of two files, or of none.
  enum class Change { kNone, kGrown, kCut, kRewritten };
  Change FindChange() const;
  // The error, where that is one.
  absl::Status CheckUnchanged() const;

 private:
  std::string name_;
  std::shared_ptr<const void> held_;          // the bytes, where they are held here
  std::shared_ptr<const MappedFile> mapped_;  // the file, where it is mapped
  std::string_view bytes_;
};

}  // namespace profiler

#endif  // PROFILER_IO_INPUT_H_
