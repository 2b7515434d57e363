#include "profiler/store/derive/exec_keys.h"

#include <algorithm>

namespace profiler::derive {

void ExecKeys::EndCount() {
  for (size_t i = 1; i < start_.size(); ++i) start_[i] += start_[i - 1];
  keys_.resize(start_.back());
  places_.resize(ops());
  for (size_t op = 0; op < ops(); ++op) places_[op] = {start_[op], start_[op]};
}

void ExecKeys::EndPut() {
  size_t kept = 0;
  for (size_t op = 0; op < ops(); ++op) {
    const auto first = keys_.begin() + static_cast<ptrdiff_t>(start_[op]);
    const auto last = keys_.begin() + static_cast<ptrdiff_t>(places_[op].end);
    if (!std::is_sorted(first, last)) std::sort(first, last);
    const auto end = std::unique(first, last);
    start_[op] = kept;
    const auto to = std::move(first, end, keys_.begin() + static_cast<ptrdiff_t>(kept));
    kept = static_cast<size_t>(to - keys_.begin());
  }
  start_.back() = kept;
  keys_.resize(kept);
  keys_.shrink_to_fit();  // there was room for each fact
  places_ = {};
}

uint32_t ExecKeys::OpOf(size_t row) const {
  const auto behind = std::upper_bound(start_.begin(), start_.end(), row);
  return static_cast<uint32_t>(behind - start_.begin() - 1);
}

ExecFinder::ExecFinder(const ExecKeys& keys, uint32_t first, uint32_t last)
    : keys_(keys), first_(first), found_(last - first + 1) {
  for (size_t i = 0; i < found_.size(); ++i) found_[i] = keys.start(first + i);
}

size_t ExecFinder::Search(OpId op, const ExecKey& key) const {
  size_t first = keys_.start(op.row()), last = keys_.start(op.row() + 1);
  while (first < last) {
    const size_t middle = first + (last - first) / 2;
    if (keys_[middle] < key) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  return first;
}

}  // namespace profiler::derive
