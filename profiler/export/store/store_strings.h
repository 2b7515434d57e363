#ifndef PROFILER_EXPORT_STORE_STORE_STRINGS_H_
#define PROFILER_EXPORT_STORE_STORE_STRINGS_H_

#include <vector>

#include "absl/status/status.h"
#include "profiler/export/store/store_frames.h"
#include "profiler/store/profile.h"

namespace profiler {

// The texts that a store has, and their ids there.
class StoredStrings {
 public:
  // All texts, with their ids.
  explicit StoredStrings(const Strings& strings) : strings_(strings) {}
  // Only those that the rows of the profile refer to. The first, empty text is always there.
  static StoredStrings UsedBy(const Profile& profile);

  StringId Mapped(StringId id) const { return has_all_ || !id.valid() ? id : ids_[id.row()]; }
  // Writes the texts in the order of their ids. A long text is split into several rows.
  absl::Status Write(StoreFrames& frames) const;

 private:
  const Strings& strings_;
  bool has_all_ = true;
  std::vector<StringId> ids_;  // unless it has all
};

}  // namespace profiler

#endif  // PROFILER_EXPORT_STORE_STORE_STRINGS_H_
