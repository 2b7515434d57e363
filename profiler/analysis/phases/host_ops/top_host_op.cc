#include "profiler/analysis/phases/host_ops/top_host_op.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "profiler/analysis/input/input_waits.h"
#include "profiler/analysis/instructions/handed_work.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/analysis/phases/eager_calls.h"
#include "profiler/analysis/phases/host_ops/host_parts.h"
#include "profiler/analysis/phases/host_ops/judged_times.h"
#include "profiler/analysis/phases/host_ops/line_times.h"
#include "profiler/analysis/phases/host_ops/own_parts.h"
#include "profiler/analysis/phases/host_ops/work_times.h"
#include "profiler/analysis/phases/user_marks.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/op_events.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/analysis/time/interval_index.h"
#include "profiler/base/status.h"
#include "profiler/base/value.h"
#include "profiler/store/event_name.h"
#include "profiler/store/profile.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// Of several ops the one with most time is not worth a name if it takes less of the host's time.
constexpr double kLeastOfHost = 0.1;

// Calls `add` with each op that TensorFlow ran eagerly in a judged step, whose event names it: the
// op, its track and event.
template <typename Add>
void ForEachEagerOp(const Selected& selected, const std::vector<char>& is_judged, const Add& add) {
  const Profile& profile = selected.profile();
  if (!profile.strings.Find(kEagerExecute).valid()) return;
  for (const Track track : Tracks(selected, HoldsThreadsWork)) {
    const Events& events = track.events;
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StepId step = events.step[e];
      if (!step.valid() || is_judged[SameStep(profile, step).row()] == 0) continue;
      if (IsStepByTime(events, e)) continue;
      const StringId name = EventName(profile, events, e);
      const std::string_view op = name.valid() ? EagerOp(profile.strings[name]) : "";
      if (!op.empty()) add(op, track, e);
    }
  }
}

using NameAndType = std::pair<StringId, StringId>;

// Of a mark of users.
struct MarkTimes {
  Int128 without_ops = 0;  // TimeWithoutOps()
  Int128 in_loops = 0;     // the part of that on threads that hold steps
  Int128 whole = 0;
};

// The steps that are judged, and how many others the runs have.
void AddSteps(const Profile& profile, const std::vector<StepTimings>& runs,
              const std::vector<char>& is_judged, TopHostOp& found) {
  for (const StepTimings& run : runs) {
    for (const StepId id : run.ids) {
      if (is_judged[SameStep(profile, id).row()] == 0) {
        ++found.other_steps;
      } else {
        found.steps.push_back(profile.steps[id].number);
      }
    }
  }
  std::sort(found.steps.begin(), found.steps.end());
}

class TopHostOpFinder {
 public:
  TopHostOpFinder(const Selected& selected, const std::vector<StepTimings>& runs,
                  RunContext& context)
      : selected_(selected),
        profile_(selected.profile()),
        runs_(runs),
        context_(context),
        is_judged_(TypicalSteps(profile_, runs)),
        lines_(profile_),
        host_parts_(HostParts(profile_)),
        hidden_(WorkIndexes(selected)),
        handed_(HandedWorkOf(profile_, TimesOfSteps(profile_, is_judged_))) {}

  absl::StatusOr<TopHostOp> Find() {
    PROFILER_RETURN_IF_ERROR(AddOpsAndMarks());
    const auto is_less = [](const auto& a, const auto& b) { return a.second < b.second; };
    const auto top = std::max_element(self_.begin(), self_.end(), is_less);
    const auto eager = std::max_element(eager_.begin(), eager_.end(), is_less);
    Int128 top_time = top == self_.end() ? 0 : top->second;
    std::string_view name = top == self_.end() ? "" : profile_.strings[top->first.first];
    TopHostOp found;
    const bool is_call = eager != eager_.end() && eager->second > top_time;
    if (is_call) {
      name = eager->first;
      top_time = eager->second;
    }
    found.is_eager = is_call || (!name.empty() && run_eagerly_.contains(top->first));
    found.has_ops = has_ops_ || !eager_.empty();
    AddSteps(profile_, runs_, is_judged_, found);
    Int128 top_busy = top_time, busy = of_ops_;
    if (threads_ > 1) {
      const NameAndType none;
      PROFILER_RETURN_IF_ERROR(FindBusyTimes(is_call || top == self_.end() ? none : top->first,
                                             is_call ? name : "", top_busy, busy));
    }
    const auto [of_steps, steps] = TimeOfSteps(profile_, is_judged_);
    const auto of = [](Int128 time, Int128 all) { return all == 0 ? 0 : ShareOf(time, all); };
    if (of(top_time, of_ops_) >= kLeastOfHost) {
      found.name = name;
      found.of_steps = of(top_busy, of_steps);
      if (!is_call) found.after_event_of_steps = of(after_events_[top->first], of_steps);
      found.is_on_many_threads = 100 * (top_time - top_busy) > 5 * top_busy;
    }
    const LineTimes::Line line = lines_.Top();
    if (line.ops > 1 && 2 * line.time >= of_ops_ && 4 * line.time >= 5 * top_time) {
      found.line = line.text;
      found.line_of_ops = of(line.time, of_ops_);
    }
    found.ops_of_steps = of(busy, of_steps);
    found.after_events_of_steps = of(of_unknown_, of_steps);
    const auto other = std::max_element(others_.begin(), others_.end(), is_less);
    if (other != others_.end() && other->second > top_time) {
      found.but = other->first.first == HostPart::kInput ? "input" : "collectives";
    }
    const auto mark = std::max_element(
        marks_.begin(), marks_.end(),
        [](const auto& a, const auto& b) { return a.second.without_ops < b.second.without_ops; });
    const Int128 all = of_ops_ + of_marks_;
    found.marks_share = of(of_marks_, all);
    if (mark != marks_.end() && of(mark->second.without_ops, all) >= kLeastOfHost) {
      const MarkTimes& times = mark->second;
      found.mark = profile_.strings[mark->first];
      found.mark_of_steps = of(times.without_ops, of_steps);
      found.mark_of_each =
          static_cast<double>(times.without_ops) / static_cast<double>(std::max<int64_t>(steps, 1));
      found.holds_up_steps =
          times.in_loops == times.without_ops && 2 * times.without_ops >= times.whole;
    }
    return found;
  }

 private:
  bool IsJudged(const OpEvent& event) const {
    const StepId step = profile_.events[event.track].step[event.row];
    return !event.on_device && step.valid() && is_judged_[SameStep(profile_, step).row()] != 0;
  }

  NameAndType NameOfWritten(OpId op) const {
    const OpRow& row = profile_.ops.row[WrittenOp(profile_, op)];
    return {row.name, row.type};
  }

  HostPart PartOf(const OpEvent& event) const {
    const HostPart part = host_parts_[event.op.row()];
    const std::string_view thread = profile_.strings[profile_.tracks[event.track].name];
    return part == HostPart::kCompute && IsPipelineThread(thread) ? HostPart::kInput : part;
  }

  // Of the self time of an op's event, that in which no accelerator works.
  int64_t ExposedTime(const OpEvent& event) const {
    const Events& events = profile_.events[event.track];
    const IntervalIndex& hidden = hidden_[profile_.tracks[event.track].source.row()];
    const int64_t begin = events.begin[event.row];
    if (hidden.Of(begin, begin + event.duration) == 0) return event.self;
    const auto is_other = [&](OpId op) { return profile_.ops.row[op].kind != OpKind::kRuntime; };
    Int128 time = event.self;
    ForEachOwnPart(events, event.row, is_other,
                   [&](const Interval& part) { time -= hidden.Of(part.begin, part.end); });
    return static_cast<int64_t>(std::max<Int128>(time, 0));
  }

  // The same of an event that names an op that runs eagerly.
  int64_t ExposedTime(const Track& track, uint32_t event) const {
    const IntervalIndex& hidden = hidden_[track.row.source.row()];
    Int128 time = 0;
    ForEachOwnPart(
        track.events, event, [&](OpId op) { return IsWrittenOp(profile_, op); },
        [&](const Interval& part) {
          time += Int128{part.end} - part.begin - hidden.Of(part.begin, part.end);
        });
    return static_cast<int64_t>(time);
  }

  bool MayCompute(const HandedWork& work) const {
    return !work.op.valid() || host_parts_[work.op.row()] == HostPart::kCompute;
  }

  bool HoldsStepsOf(TrackId track) {
    const auto [known, is_new] = holds_steps_.try_emplace(track, false);
    if (is_new) known->second = HoldsSteps(profile_.events[track]);
    return known->second;
  }

  absl::Status AddOpsAndMarks() {
    const UserMarks user_marks(profile_);
    const std::vector<IntervalIndex> op_times = OpTimes(selected_, user_marks, hidden_);
    TrackId last;
    PROFILER_RETURN_IF_ERROR(ForEachOpEvent(
        selected_, [](const OpRow& op) { return op.kind != OpKind::kRuntime; },
        [&](const OpEvent& event) {
          if (!IsJudged(event)) return;
          const OpId op = WrittenOp(profile_, event.op);
          const OpRow& row = profile_.ops.row[op];
          if (IsFrameworkOp(profile_, op)) {
            has_ops_ = true;
            const HostPart part = PartOf(event);
            const int64_t time = ExposedTime(event);
            if (part != HostPart::kCompute) {
              if (part != HostPart::kNoOp) others_[{part, row.name}] += time;
              return;
            }
            self_[{row.name, row.type}] += time;
            lines_.Add(event.op, time);
            if (row.eager == Eager::kYes && row.name == row.type) {
              run_eagerly_.insert({row.name, row.type});
            }
            of_ops_ += time;
            if (!(event.track == last)) ++threads_;
            last = event.track;
            return;
          }
          const StepId step = profile_.events[event.track].step[event.row];
          if (user_marks.Has(op) && row.name != profile_.steps[step].name &&
              !IsMarkOfFramework(profile_.strings[row.name]) &&
              !WaitsForInput(profile_.strings[row.name])) {
            const SourceId source = profile_.tracks[event.track].source;
            const Int128 time = TimeWithoutOps(profile_, event, op_times[source.row()]);
            MarkTimes& of_mark = marks_[row.name];
            of_mark.without_ops += time;
            if (HoldsStepsOf(event.track)) of_mark.in_loops += time;
            of_mark.whole += event.duration;
            of_marks_ += time;
          }
        },
        context_));
    for (const HandedWork& work : handed_) {
      if (!MayCompute(work)) continue;
      const Int128 time = Int128{work.time.end} - work.time.begin -
                          hidden_[work.source.row()].Of(work.time.begin, work.time.end);
      of_ops_ += time;
      ++threads_;
      if (!work.op.valid()) {
        of_unknown_ += time;
        continue;
      }
      const NameAndType name = NameOfWritten(work.op);
      self_[name] += time;
      lines_.Add(work.op, time);
      after_events_[name] += time;
    }
    ForEachEagerOp(selected_, is_judged_,
                   [&](std::string_view op, const Track& track, uint32_t event) {
                     const int64_t time = ExposedTime(track, event);
                     eager_[op] += time;
                     of_ops_ += time;
                     if (!(track.id == last)) ++threads_;
                     last = track.id;
                   });
    return absl::OkStatus();
  }

  // The times in which the op runs, and in which any op does.
  absl::Status FindBusyTimes(const NameAndType& top, std::string_view top_eager, Int128& top_busy,
                             Int128& busy) {
    BusyTime of_top(hidden_), of_all(hidden_);
    const auto is_op = [&](OpId op) { return IsWrittenOp(profile_, op); };
    PROFILER_RETURN_IF_ERROR(ForEachOpEvent(
        selected_, [](const OpRow& op) { return op.kind != OpKind::kRuntime; },
        [&](const OpEvent& event) {
          if (!IsJudged(event) || PartOf(event) != HostPart::kCompute) return;
          const bool is_top = top.first.valid() && NameOfWritten(event.op) == top;
          const SourceId source = profile_.tracks[event.track].source;
          ForEachOwnPart(profile_.events[event.track], event.row, is_op, [&](const Interval& part) {
            of_all.Add(source, part);
            if (is_top) of_top.Add(source, part);
          });
        },
        context_));
    for (const HandedWork& work : handed_) {
      if (!MayCompute(work)) continue;
      of_all.Add(work.source, work.time);
      if (work.op.valid() && NameOfWritten(work.op) == top) of_top.Add(work.source, work.time);
    }
    ForEachEagerOp(selected_, is_judged_,
                   [&](std::string_view op, const Track& track, uint32_t event) {
                     ForEachOwnPart(track.events, event, is_op, [&](const Interval& part) {
                       of_all.Add(track.row.source, part);
                       if (op == top_eager) of_top.Add(track.row.source, part);
                     });
                   });
    top_busy = std::min(top_busy, std::move(of_top).Total());
    busy = std::min(busy, std::move(of_all).Total());
    return absl::OkStatus();
  }

  const Selected& selected_;
  const Profile& profile_;
  const std::vector<StepTimings>& runs_;
  RunContext& context_;
  const std::vector<char> is_judged_;
  LineTimes lines_;
  const std::vector<HostPart> host_parts_;
  const std::vector<IntervalIndex> hidden_;  // by source: when accelerators work
  const std::vector<HandedWork> handed_;
  // By the name and type of ops as the user wrote them: ops of several modules may share these.
  std::map<NameAndType, Int128> self_;
  std::map<std::pair<HostPart, StringId>, Int128> others_;  // the same of input and collectives
  std::map<StringId, MarkTimes> marks_;
  std::map<TrackId, bool> holds_steps_;
  std::map<NameAndType, Int128> after_events_;  // the part of `self_` that other threads finish
  std::set<NameAndType> run_eagerly_;
  std::map<std::string_view, Int128> eager_;
  Int128 of_ops_ = 0, of_marks_ = 0;
  Int128 of_unknown_ = 0;  // the part of `of_ops_` of which no op is known
  size_t threads_ = 0;     // that ran ops
  bool has_ops_ = false;
};

}  // namespace

absl::StatusOr<TopHostOp> FindTopHostOp(const Selected& selected,
                                        const std::vector<StepTimings>& runs, RunContext& context) {
  return TopHostOpFinder(selected, runs, context).Find();
}

}  // namespace profiler
