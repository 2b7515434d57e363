#include "profiler/analysis/input/batch_receipts.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "profiler/analysis/input/call_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {

void BatchReceipts::Add(const Profile& profile, const Events& events, uint32_t wait,
                        const std::vector<char>& waits_for_threads) {
  constexpr std::string_view kUnpickledTensor = "aten::set_";
  constexpr std::string_view kUnpickles = "<built-in function loads>";
  Wait receipt;
  receipt.time = {events.begin[wait], events.begin[wait] + events.duration[wait]};
  int64_t passed = receipt.time.begin;  // what runs in unpickling, or in a call that waits
  for (uint32_t e = wait + 1; e < events.size() && events.begin[e] < receipt.time.end; ++e) {
    const OpId op = events.op[e];
    if (!op.valid()) continue;
    const std::string_view name = profile.strings[profile.ops.row[op].name];
    const Interval time = {events.begin[e], events.begin[e] + events.duration[e]};
    if (name == kUnpickledTensor) receipt.tensors.push_back(time);
    if (!IsPythonFunction(profile, events, e)) continue;
    has_functions_ = true;
    const bool waits = waits_for_threads[op.row()] != 0;
    if (time.begin < passed || !(waits || name == kUnpickles)) continue;
    passed = time.end;
    if (waits) polled_ += events.duration[e];
  }
  time_ += events.duration[wait];
  tensors_ += receipt.tensors.size();
  waits_.push_back(std::move(receipt));
}

int64_t BatchReceipts::TimeOf(const Wait& wait, int64_t usual_pause) {
  constexpr int64_t kLong = 4;
  if (wait.tensors.empty()) return 0;
  const int64_t until_first = wait.tensors.front().begin - wait.time.begin;
  int64_t time = wait.time.end - wait.tensors.front().begin + std::min(until_first, usual_pause);
  for (size_t i = 1; i < wait.tensors.size(); ++i) {
    const int64_t pause = wait.tensors[i].begin - wait.tensors[i - 1].begin;
    time -= std::max<int64_t>(0, pause - kLong * usual_pause);
  }
  return time;
}

Int128 BatchReceipts::Time() const {
  if (has_functions_ && polled_ > 0) return time_ - polled_;
  const int64_t usual = UsualPause();
  Int128 time = 0;
  for (const Wait& wait : waits_) time += TimeOf(wait, usual);
  return time;
}

double BatchReceipts::TensorsOfAWait() const {
  return waits_.empty() ? 0 : static_cast<double>(tensors_) / static_cast<double>(waits_.size());
}

// The median time from one tensor of a wait to the next; 0 if no wait has two.
int64_t BatchReceipts::UsualPause() const {
  std::vector<int64_t> pauses;
  for (const Wait& wait : waits_) {
    for (size_t i = 1; i < wait.tensors.size(); ++i) {
      pauses.push_back(wait.tensors[i].begin - wait.tensors[i - 1].begin);
    }
  }
  if (pauses.empty()) return 0;
  const auto middle = pauses.begin() + static_cast<ptrdiff_t>(pauses.size() / 2);
  std::nth_element(pauses.begin(), middle, pauses.end());
  return *middle;
}

}  // namespace profiler
