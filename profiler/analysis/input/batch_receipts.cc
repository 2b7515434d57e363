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
    has_functions_ = receipt.has_functions = true;
    const bool waits = waits_for_threads[op.row()] != 0;
    if (time.begin < passed || !(waits || name == kUnpickles)) continue;
    passed = time.end;
    if (waits) receipt.polled += events.duration[e];
    polls_ = polls_ || waits;
  }
  tensors_ += receipt.tensors.size();
  waits_.push_back(std::move(receipt));
}

Int128 BatchReceipts::TimeOf(const Wait& wait, int64_t usual_pause) const {
  constexpr int kLong = 4;
  const Int128 all = Int128{wait.time.end} - wait.time.begin;
  if (wait.has_functions && polls_) return all - wait.polled;
  if (wait.tensors.empty()) return 0;
  const Int128 until_first = Int128{wait.tensors.front().begin} - wait.time.begin;
  Int128 time = all - until_first + std::min<Int128>(until_first, usual_pause);
  for (size_t i = 1; i < wait.tensors.size(); ++i) {
    const Int128 pause = Int128{wait.tensors[i].begin} - wait.tensors[i - 1].begin;
    time -= std::max<Int128>(0, pause - kLong * Int128{usual_pause});
  }
  return time;
}

Int128 BatchReceipts::Time() const {
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
