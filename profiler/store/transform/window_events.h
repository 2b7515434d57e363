#ifndef PROFILER_STORE_TRANSFORM_WINDOW_EVENTS_H_
#define PROFILER_STORE_TRANSFORM_WINDOW_EVENTS_H_

#include <cstdint>
#include <vector>

#include "profiler/store/tables.h"
#include "profiler/store/transform/window.h"

namespace profiler {

// A window in times of one source.
struct SourceWindow {
  int64_t from = 0, to = 0;

  bool HasMoment(int64_t time) const { return time >= from && time < to; }
  bool Overlaps(int64_t begin, int64_t end) const {
    return begin < to && (end > from || (end == begin && begin >= from));
  }
};

// The events of one track that are in the window, clipped to the window, with the same nesting.
class WindowEvents {
 public:
  static constexpr uint32_t kGone = UINT32_MAX;

  WindowEvents(const Events& events, SourceWindow window);

  // Copies the events to `to`, which must be empty.
  void CopyTo(Events& to, WindowReport& report) const;
  // The new row of each row of the whole track, or kGone.
  const std::vector<uint32_t>& moved() const { return moved_; }

 private:
  struct Kept {
    int64_t begin, duration;
    uint32_t row;
  };

  template <typename T>
  void Take(const std::vector<T>& from, std::vector<T>& to) const;

  const Events& events_;
  std::vector<Kept> kept_;
  std::vector<uint32_t> moved_;
};

}  // namespace profiler

#endif  // PROFILER_STORE_TRANSFORM_WINDOW_EVENTS_H_
