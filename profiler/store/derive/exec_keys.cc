#include "profiler/store/derive/exec_keys.h"

#include <algorithm>
#include <functional>

#include "profiler/base/threads/sort_runs.h"

namespace profiler::derive {

std::vector<uint32_t> PartOfOp(const std::vector<OpRange>& parts, size_t op_count) {
  std::vector<uint32_t> part_of_op(op_count);
  for (uint32_t part = 0; part < parts.size(); ++part) {
    std::fill(part_of_op.begin() + parts[part].first, part_of_op.begin() + parts[part].last, part);
  }
  return part_of_op;
}

ExecKeys::ExecKeys(OpRange ops, const std::vector<uint32_t>& facts) : ops_(ops), starts_{0} {
  for (uint32_t op = ops.first; op < ops.last; ++op) {
    places_.push_back({starts_.back(), starts_.back()});
    starts_.push_back(starts_.back() + facts[op]);
  }
  keys_.resize(starts_.back());
}

void ExecKeys::EndPut() {
  std::vector<ExecKey> kept;
  kept.reserve(keys_.size());
  for (size_t op = 0; op < places_.size(); ++op) {
    const auto first = keys_.begin() + starts_[op], last = keys_.begin() + places_[op].end;
    SortRuns(first, last, std::less<>());
    starts_[op] = static_cast<uint32_t>(kept.size());
    kept.insert(kept.end(), first, std::unique(first, last));
  }
  starts_.back() = static_cast<uint32_t>(kept.size());
  keys_ = {kept.begin(), kept.end()};  // shrinks: there was room for each fact
  places_ = {};
}

ExecFinder::ExecFinder(const ExecKeys& keys) : keys_(keys) {
  for (uint32_t op = keys.ops().first; op < keys.ops().last; ++op) {
    places_.push_back({keys.start(op), 0});
  }
}

uint32_t ExecFinder::Search(OpId op, const ExecKey& key) const {
  uint32_t first = keys_.start(op.row()), last = keys_.start(op.row() + 1);
  while (first < last) {
    const uint32_t middle = first + (last - first) / 2;
    if (keys_[middle] < key) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  return first;
}

}  // namespace profiler::derive
