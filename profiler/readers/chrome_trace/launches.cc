#include "profiler/readers/chrome_trace/launches.h"

#include <algorithm>
#include <tuple>

namespace profiler::chrome_trace {

void Launches::AddCall(int64_t correlation, EventId event, bool in_op) {
  links_.AddCall(correlation, event);
  bool& call_in_op = calls_[correlation];
  call_in_op = call_in_op || in_op;
}

// Ids are reused, so the op is the last op with that id that began before the work.
OpId Launches::OpOf(int64_t external_id, int64_t begin) {
  const auto less = [](const NamedOp& a, const NamedOp& b) {
    return std::tie(a.external_id, a.begin) < std::tie(b.external_id, b.begin);
  };
  if (!is_sorted_) std::stable_sort(ops_.begin(), ops_.end(), less);
  is_sorted_ = true;
  const auto after =
      std::upper_bound(ops_.begin(), ops_.end(), NamedOp{external_id, begin, OpId()}, less);
  if (after != ops_.begin() && (after - 1)->external_id == external_id) return (after - 1)->op;
  // Or else the first op after it, because devices' clocks are not exact.
  return after != ops_.end() && after->external_id == external_id ? after->op : OpId();
}

Launches::Found Launches::Find(const Facts& facts, int64_t begin) {
  Found found;
  const auto call = calls_.find(facts.correlation);
  found.has_call = facts.correlation != kUnknown && call != calls_.end();
  const bool told_by_call = found.has_call && call->second;
  if (!told_by_call && facts.external_id != kUnknown) found.op = OpOf(facts.external_id, begin);
  return found;
}

}  // namespace profiler::chrome_trace
