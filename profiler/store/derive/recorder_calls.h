#ifndef PROFILER_STORE_DERIVE_RECORDER_CALLS_H_
#define PROFILER_STORE_DERIVE_RECORDER_CALLS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler::derive {

// Whether a Python function is one by which a program starts or stops its own recorder, e.g.
// "$profiler.py:101 start_trace". Their time is not the program's.
bool StartsOrStopsRecording(std::string_view name);

// Finds these functions, with what runs in them and wrappers around them, as a `with` statement
// calls. Caches what names say.
class RecorderCalls {
 public:
  explicit RecorderCalls(const Profile& profile)
      : profile_(profile), by_name_(profile.strings.size()) {}

  // By event of a track, whether it is such a call. Empty if there is none.
  std::vector<char> Of(const Events& events);

 private:
  enum Fact : uint8_t { kKnown = 1, kStartsOrStops = 2, kWraps = 4 };

  uint8_t FactsOf(const Events& events, uint32_t event);

  const Profile& profile_;
  std::vector<uint8_t> by_name_;  // of Fact; 0 if not asked yet
};

}  // namespace profiler::derive

#endif  // PROFILER_STORE_DERIVE_RECORDER_CALLS_H_
