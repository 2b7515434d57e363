#ifndef PROFILER_STORE_STRINGS_H_
#define PROFILER_STORE_STRINGS_H_

#include <memory>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "profiler/store/ids.h"

namespace profiler {

// Every distinct byte string of a profile, once. Ids are given in the order of first sight.
class Strings {
 public:
  Strings();
  Strings(Strings&&) = default;
  Strings& operator=(Strings&&) = default;

  // The same strings under the same ids.
  Strings Copy() const;

  StringId Intern(std::string_view text);
  // The id of a string that is there already; an invalid id otherwise.
  StringId Find(std::string_view text) const;

  // The bytes as recorded, possibly not UTF-8; "" for an invalid id. They live as long as this.
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
