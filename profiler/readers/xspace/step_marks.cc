#include "profiler/readers/xspace/step_marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <string>
#include <tuple>

namespace profiler::xspace {
namespace {

// 12 for "train 12"; kUnknown if the name does not end with a number.
int64_t LastNumber(std::string_view name) {
  const size_t last = name.find_last_not_of("0123456789");
  const std::string_view digits = last == name.npos ? name : name.substr(last + 1);
  int64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error == std::errc() && !digits.empty() ? number : kUnknown;
}

// By mark of a thread, in how many others it is.
template <typename Marks>
std::vector<size_t> DepthsOf(const Marks& marks) {
  std::vector<size_t> order(marks.size()), depths(marks.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::tuple(marks[a].row.begin, -marks[a].row.duration) <
           std::tuple(marks[b].row.begin, -marks[b].row.duration);
  });
  std::vector<int64_t> ends;  // of the marks around
  for (const size_t at : order) {
    const EventRow& row = marks[at].row;
    while (!ends.empty() && ends.back() < row.begin + row.duration) ends.pop_back();
    while (!ends.empty() && ends.back() <= row.begin) ends.pop_back();
    depths[at] = ends.size();
    ends.push_back(row.begin + row.duration);
  }
  return depths;
}

// The depth of the marks that are steps.
template <typename Marks>
size_t DepthOfSteps(const Marks& marks, const std::vector<size_t>& depths) {
  constexpr size_t kFew = 5, kMany = 2;
  struct Level {
    size_t marks = 0;
    double time = 0;
  };
  // The mark around those that come first may have begun before the recording: these are of the
  // level of those of their name below.
  absl::flat_hash_map<StringId, size_t> deepest;
  for (size_t i = 0; i < marks.size(); ++i) {
    size_t& depth = deepest[marks[i].name];
    depth = std::max(depth, depths[i]);
  }
  std::vector<Level> levels;
  for (size_t i = 0; i < marks.size(); ++i) {
    levels.resize(std::max(levels.size(), depths[i] + 1));
    if (depths[i] < deepest[marks[i].name]) continue;
    ++levels[depths[i]].marks;
    levels[depths[i]].time += static_cast<double>(marks[i].row.duration);
  }
  size_t steps = 0;
  for (; steps + 1 < levels.size(); ++steps) {
    const Level &outer = levels[steps], &inner = levels[steps + 1];
    const bool are_held = outer.marks > 0 && outer.marks < kFew &&
                          inner.marks >= kMany * outer.marks && 2 * inner.time > outer.time;
    if (!are_held) break;
  }
  return steps;
}

}  // namespace

// Steps share the name of their mark, so "train" becomes "train 12".
StringId StepMarks::NameOf(std::string_view name, int64_t number) {
  return builder_.Intern(LastNumber(name) == number ? std::string(name)
                                                    : fmt::format("{} {}", name, number));
}

StepId StepMarks::Find(std::string_view name, int64_t number) {
  const StepId id = builder_.Step(source_, number);
  StepRow& step = builder_.step(id);
  if (step.listed) return id;
  step.listed = true;
  step.name = NameOf(name, number);
  steps_.push_back(id);
  return id;
}

StepId StepMarks::Another(std::string_view name, int64_t number) {
  StepRow step;
  step.source = source_;
  step.number = number;
  step.listed = true;
  step.name = NameOf(name, number);
  steps_.push_back(builder_.AddStep(step));
  return steps_.back();
}

StepId StepMarks::StepOfHostMark(std::string_view name, const EventRow& row, int64_t number) {
  const int64_t end = row.begin + row.duration;
  std::map<int64_t, HostStep>& steps = host_steps_[number];
  auto it = steps.lower_bound(std::max(end, row.begin + 1));
  if (it != steps.begin() && (--it)->second.end > row.begin) {
    HostStep known = it->second;
    known.end = std::max(known.end, end);
    const int64_t begin = std::min(it->first, row.begin);
    steps.erase(it);
    steps[begin] = known;
    if (told_by_cores_.contains(known.step)) return known.step;
    builder_.step(known.step).begin = begin;
    builder_.step(known.step).end = known.end;
    return known.step;
  }
  const StepId id = steps.empty() ? Find(name, number) : Another(name, number);
  steps[row.begin] = {end, id};
  if (told_by_cores_.contains(id)) return id;
  builder_.step(id).begin = row.begin;
  builder_.step(id).end = end;
  return id;
}

void StepMarks::AddHostMark(const Numbered& mark) {
  const std::string name(builder_.strings()[mark.name]);  // a view would move with the strings
  builder_.SetStep(mark.event, StepOfHostMark(name, mark.row, mark.number));
}

void StepMarks::AddRoot(std::string_view name, EventId event, const EventRow& row, int64_t number) {
  roots_.push_back({builder_.Intern(name), event, row, number});
}

void StepMarks::TakeRoots() {
  const std::vector<size_t> depths = DepthsOf(roots_);
  const size_t steps = DepthOfSteps(roots_, depths);
  absl::flat_hash_set<StringId> names;
  for (size_t i = 0; i < roots_.size(); ++i) {
    if (depths[i] == steps) names.insert(roots_[i].name);
  }
  for (size_t i = 0; i < roots_.size(); ++i) {
    // The mark around the first ones may have begun before the recording.
    if (depths[i] <= steps && names.contains(roots_[i].name)) AddHostMark(roots_[i]);
  }
  roots_.clear();
}

StepId StepMarks::AddCoreStep(std::string_view name, const EventRow& row, int64_t number) {
  if (number == kUnknown) number = LastNumber(name);
  if (number == kUnknown) return StepId();
  const StepId id = Find(name, number);
  StepRow& step = builder_.step(id);
  if (told_by_cores_.insert(id).second || row.duration > step.end - step.begin) {
    step.begin = row.begin;
    step.end = row.begin + row.duration;
  }
  core_steps_.push_back({row.begin, row.begin + row.duration, id});
  is_sorted_ = false;
  return id;
}

StepId StepMarks::OfCore(int64_t begin) {
  const auto earlier = [](const CoreStep& a, const CoreStep& b) { return a.begin < b.begin; };
  if (!is_sorted_) std::stable_sort(core_steps_.begin(), core_steps_.end(), earlier);
  is_sorted_ = true;
  const auto after = std::upper_bound(core_steps_.begin(), core_steps_.end(),
                                      CoreStep{begin, 0, StepId()}, earlier);
  if (after == core_steps_.begin() || (after - 1)->end <= begin) return StepId();
  return (after - 1)->step;
}

void StepMarks::AddNumbered(std::string_view name, EventId event, const EventRow& row,
                            int64_t number) {
  numbered_.push_back({builder_.Intern(name), event, row, number});
}

void StepMarks::TakeNumbered() {
  if (!steps_.empty()) return;
  const auto key = [](const Numbered& one) {
    return std::tuple(one.event.track, one.row.begin, -one.row.duration);
  };
  std::stable_sort(numbered_.begin(), numbered_.end(),
                   [&](const Numbered& a, const Numbered& b) { return key(a) < key(b); });
  std::vector<const Numbered*> outermost;
  absl::flat_hash_map<StringId, int64_t> time_of;
  StringId longest;
  for (const Numbered& one : numbered_) {
    const Numbered* const last = outermost.empty() ? nullptr : outermost.back();
    const bool is_inside = last != nullptr && last->event.track == one.event.track &&
                           one.row.begin < last->row.begin + last->row.duration;
    if (is_inside) continue;
    outermost.push_back(&one);
    time_of[one.name] += one.row.duration;
    if (!longest.valid() || time_of[one.name] > time_of[longest]) longest = one.name;
  }
  for (const Numbered* const one : outermost) {
    if (one->name == longest) AddHostMark(*one);
  }
}

void StepMarks::EndRecording(int64_t begin, int64_t end) {
  for (const StepId id : steps_) {
    StepRow& step = builder_.step(id);
    step.partial = step.begin <= begin || step.end >= end;
  }
}

}  // namespace profiler::xspace
