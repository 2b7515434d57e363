#include "profiler/analysis/samples/functions_in_steps.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/ops/user_frame.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/base/status.h"
#include "profiler/store/event_name.h"
#include "profiler/store/python_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

constexpr uint32_t kNoFunction = UINT32_MAX;

// Items by file and function, or by mark, and the item of each op.
class NamedFunctions {
 public:
  NamedFunctions(const Profile& profile, size_t steps)
      : profile_(profile), marks_(profile), of_op_(profile.op_count(), kNoFunction) {
    work_.steps = steps;
    for (uint32_t i = 0; i < of_op_.size(); ++i) of_op_[i] = FindItem(OpId(i));
  }

  size_t size() const { return work_.items.size(); }
  bool IsMark(OpId op) const { return marks_.Has(op); }
  uint32_t ItemOf(OpId op) const { return op.valid() ? of_op_[op.row()] : kNoFunction; }
  void Add(uint32_t item, uint32_t step, double picos) {
    work_.Add(item, step, picos);
    work_.items[item].runs += 1;
  }
  WorkInSteps Finish() && {
    work_.Finish(1);
    return std::move(work_);
  }

 private:
  uint32_t FindItem(OpId id) {
    const OpRow& op = profile_.ops.row[id];
    const std::string_view name = profile_.strings[op.name];
    if (marks_.Has(id)) return ItemNamed(std::string(name), name, id);
    if (!IsUsersFunction(profile_, op)) return kNoFunction;
    const PythonName python = SplitPythonName(name);
    if (python.function.empty() || python.function.front() == '<') return kNoFunction;
    const int64_t line = profile_.frames[op.frame].line;
    const std::string place =
        line == kUnknown ? std::string(python.path) : fmt::format("{}:{}", python.path, line);
    work_.made->push_back(fmt::format("{} ({})", place, python.function));
    return ItemNamed(fmt::format("{} {}", python.file(), python.function), work_.made->back(), id);
  }

  uint32_t ItemNamed(std::string key, std::string_view name, OpId op) {
    const auto [it, is_new] = index_.try_emplace(std::move(key), 0);
    if (is_new) {
      work_.made->push_back(it->first);
      it->second = work_.AddItem({name, work_.made->back(), op, {}, 0});
    }
    return it->second;
  }

  const Profile& profile_;
  const UserMarks marks_;
  WorkInSteps work_;
  absl::flat_hash_map<std::string, uint32_t> index_;
  std::vector<uint32_t> of_op_;
};

}  // namespace

absl::StatusOr<WorkInSteps> FunctionsInSteps(const Selected& selected, const StepNumbers& numbers,
                                             RunContext& context) {
  const Profile& profile = selected.profile();
  NamedFunctions functions(profile, numbers.size());
  if (functions.size() == 0) return WorkInSteps();
  for (const Track track : Tracks(selected, IsInTotals)) {
    const Events& events = track.events;
    if (IsAccelerator(track.row) || !HoldsSteps(events)) continue;
    // Of each item, of its last call that is not in one of the same.
    std::vector<int64_t> ends(functions.size(), INT64_MIN);
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (e % kCheckEvery == 0) PROFILER_RETURN_IF_ERROR(context.Check());
      const uint32_t item = functions.ItemOf(events.op[e]);
      const uint32_t number = numbers.Of(events.step[e]);
      if (item == kNoFunction || number == StepNumbers::kNone) continue;
      if (functions.IsMark(events.op[e]) &&
          IsAroundStep(profile, EventName(profile, events, e), events.step[e])) {
        continue;
      }
      if (events.begin[e] < ends[item]) continue;
      ends[item] = events.begin[e] + events.duration[e];
      functions.Add(item, number, static_cast<double>(events.duration[e]));
    }
  }
  return std::move(functions).Finish();
}

}  // namespace profiler
