#ifndef PROFILER_STORE_STRINGS_H_
#define PROFILER_STORE_STRINGS_H_

#include <memory>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "profiler/store/ids.h"

namespace profiler {

// The distinct byte strings of a profile, each stored once. Ids are assigned in the order of first
// use.
class Strings {
 public:
  Strings();
  Strings(Strings&&) = default;
  Strings& operator=(Strings&&) = default;

  // Returns a copy with the same strings and ids.
  Strings Copy() const;

  StringId Intern(std::string_view text);
  // Returns the id of a string that was added before, or an invalid id.
  StringId Find(std::string_view text) const;

  // Returns the bytes as recorded, which may not be UTF-8; "" for an invalid id. The view is valid
  // for the lifetime of this object.
  std::string_view operator[](StringId id) const {
    return id.valid() ? views_[id.row()] : std::string_view();
  }
  size_t size() const { return views_.size(); }

  friend uint64_t HeapBytes(const Strings& strings);

 private:
  std::string_view Keep(std::string_view text);

  std::vector<std::unique_ptr<char[]>> blocks_;
  size_t used_ = 0, capacity_ = 0;  // of the last block
  std::vector<std::string_view> views_;
  absl::flat_hash_map<absl::string_view, StringId> index_;
};

}  // namespace profiler

#endif  // PROFILER_STORE_STRINGS_H_
