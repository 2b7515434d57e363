#include "profiler/readers/chrome_trace/backward_modules.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "profiler/readers/trace_events/categories.h"

namespace profiler::chrome_trace {
namespace {

template <typename Mark>
bool IsEarlier(const Mark& a, const Mark& b) {
  return a.time < b.time;
}

}  // namespace

BackwardModules::BackwardModules(const Slices& slices, HostOps& ops, ProfileBuilder& builder)
    : slices_(slices), ops_(ops), builder_(builder) {
  modules_.resize(slices.threads.size());
  bool has_modules = false;
  for (size_t i = 0; i < slices.threads.size(); ++i) {
    FindModules(slices.threads[i], modules_[i]);
    has_modules = has_modules || !modules_[i].empty();
  }
  if (!has_modules) return;
  backward_.resize(slices.threads.size());
  if (!FollowFlows()) FollowNumbers();
  for (Marks& marks : backward_) std::stable_sort(marks.begin(), marks.end(), IsEarlier<Mark>);
}

// Adds marks where modules' frames begin and end on a thread.
void BackwardModules::FindModules(const Thread& thread, Marks& marks) const {
  struct Open {
    int64_t end;
    StringId module;
  };
  std::vector<Open> open;
  const auto close_before = [&](int64_t time) {
    while (!open.empty() && open.back().end <= time) {
      const int64_t end = open.back().end;
      open.pop_back();
      marks.push_back({end, open.empty() ? StringId() : open.back().module});
    }
  };
  for (const Slice& slice : thread.slices) {
    if (slice.category != Category::kPython) continue;
    const std::string_view module = ModuleOfFrame(builder_.strings()[slice.name]);
    if (module.empty()) continue;
    close_before(slice.begin);
    const StringId path = ops_.Below(open.empty() ? StringId() : open.back().module, module);
    marks.push_back({slice.begin, path});
    open.push_back({slice.end(), path});
  }
  close_before(INT64_MAX);
}

StringId BackwardModules::ModuleAt(uint32_t thread, int64_t time) const {
  const Marks& marks = modules_[thread];
  const auto after =
      std::upper_bound(marks.begin(), marks.end(), Mark{time, StringId()}, IsEarlier<Mark>);
  return after == marks.begin() ? StringId() : (after - 1)->module;
}

bool BackwardModules::FollowFlows() {
  bool found = false;
  for (const auto& [key, ends] : slices_.flows) {
    if (!IsBackwardFlow(builder_.strings()[key.first])) continue;
    found = true;
    // Ids are reused, so the begin of a flow is the last begin before the flow's end.
    const FlowEnd* from = nullptr;
    for (const FlowEnd& end : ends) {
      if (end.phase == 's') from = &end;
      if (end.phase != 'f' || from == nullptr) continue;
      backward_[end.thread].push_back({end.time, ModuleAt(from->thread, from->time)});
    }
  }
  return found;
}

// Nested forward ops have the same sequence number, which belongs to the innermost op. Its backward
// op has the number, too, and a forward thread.
void BackwardModules::FollowNumbers() {
  std::map<std::pair<int64_t, int64_t>, StringId> forward;  // by number and begin
  const auto for_each = [&](const auto& take) {
    for (uint32_t i = 0; i < slices_.threads.size(); ++i) {
      for (const Slice& slice : slices_.threads[i].slices) {
        if (slice.category != Category::kOp) continue;
        const Facts facts = slices_.facts_of(slice);
        if (facts.sequence != kUnknown) take(i, slice, facts);
      }
    }
  };
  for_each([&](uint32_t thread, const Slice& slice, const Facts& facts) {
    if (facts.forward_thread > 0) return;
    forward[{facts.sequence, slice.begin}] = ModuleAt(thread, slice.begin);
  });
  for_each([&](uint32_t thread, const Slice& slice, const Facts& facts) {
    if (facts.forward_thread <= 0) return;
    const auto after = forward.upper_bound({facts.sequence, slice.begin});
    if (after == forward.begin()) return;
    const auto& [key, module] = *std::prev(after);
    if (key.first == facts.sequence) backward_[thread].push_back({slice.begin, module});
  });
}

StringId BackwardModules::Of(uint32_t thread, const Slice& slice) const {
  if (backward_.empty() || backward_[thread].empty()) return StringId();
  const Marks& marks = backward_[thread];
  auto mark =
      std::lower_bound(marks.begin(), marks.end(), Mark{slice.begin, StringId()}, IsEarlier<Mark>);
  StringId module;
  constexpr int kMostLooks = 64;  // a slice that contains more is not a single op
  for (int looks = 0; mark != marks.end() && mark->time < slice.end(); ++mark, ++looks) {
    if (looks == kMostLooks || (module.valid() && module != mark->module)) return StringId();
    module = mark->module;
  }
  return module;
}

}  // namespace profiler::chrome_trace
