#include "profiler/analysis/steps/step_sums.h"

#include <algorithm>
#include <tuple>

#include "profiler/analysis/accelerators/host_waits.h"
#include "profiler/analysis/kept/kept_steps.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/analysis/values/account.h"
#include "profiler/analysis/values/op_values.h"
#include "profiler/base/status.h"
#include "profiler/query/quirks.h"
#include "profiler/store/derive/derive.h"

namespace profiler {
namespace {

class StepAdder {
 public:
  StepAdder(const Selected& selected, const Query& query)
      : profile_(selected.profile()),
        source_filter_(selected.source_filter()),
        rules_(profile_, Quirks(false)),
        waits_(WaitingOps(profile_)),
        sums_(StepsWithoutSums(profile_)) {
    if (!query.selection.account_types.all()) {
      matched_ = MatchedTypePatterns(profile_, query, OpValues());
    }
    unattributed_ = profile_.strings.Find(derive::kUnattributed);
    sum_of_.resize(profile_.steps.size());
    for (size_t i = 0; i < sums_.size(); ++i) {
      for (const StepId step : sums_[i].steps) sum_of_[step.row()] = i;
    }
  }

  absl::StatusOr<std::vector<StepSum>> Run(const RunContext& context) {
    PackedTable<ExecId, ExecRow>::Reader rows(profile_.execs().row);
    for (uint32_t op = 0; op < profile_.op_count(); ++op) {
      if (op % 4096 == 0) PROFILER_RETURN_IF_ERROR(context.Check());
      if (!matched_.empty() && matched_[op] == 0) continue;
      const auto [first, last] = profile_.ExecsOf(OpId(op));
      for (uint32_t i = first; i < last; ++i) {
        ExecRow row = rows[i];
        if (waits_[op] != 0) row.cpu_time = 0;
        if (source_filter_.Has(row.step, row.device)) Add(row);
      }
    }
    for (const Track track : Tracks(profile_, HoldsDeviceWork)) {
      PROFILER_RETURN_IF_ERROR(context.Check());
      AddDeviceTrack(track.row, track.events);
    }
    return std::move(sums_);
  }

 private:
  void Add(const ExecRow& row) {
    StepSum& sum = row.step.valid() ? sums_[sum_of_[row.step.row()]] : sums_.back();
    sum.ran = true;
    sum.execs.Add(row, rules_);
    if (row.device.valid()) AddHost(profile_.devices[row.device].host, sum);
    if (!DidRun(row) || row.op == sum.last_op || IsUnattributed(row.op)) return;
    sum.last_op = row.op;  // an op's rows are contiguous
    ++sum.ops;
  }

  void AddHost(StringId host, StepSum& sum) const {
    if (host == sum.last_host) return;
    sum.last_host = host;
    const std::string_view name = profile_.strings[host];
    if (!name.empty()) sum.hosts.insert(name);
  }

  void AddDeviceTrack(const TrackRow& track, const Events& events) {
    // For consecutive events of one step, only the first start and the last end are needed.
    StepId of;
    int64_t begin = 0, end = 0;
    const auto add = [&] {
      if (!of.valid()) return;
      WallSpan& span = sums_[sum_of_[of.row()]].device_spans[track.device];
      span.Add(profile_, track.source, begin, end);
    };
    for (uint32_t e = 0; e < events.size(); ++e) {
      const StepId step = events.step[e];
      const OpId op = events.op[e];
      if (!step.valid() || !op.valid() || events.begin[e] == kUnknown) continue;
      if (!source_filter_.Has(step, track.device)) continue;
      if (!matched_.empty() && matched_[op.row()] == 0) continue;
      const int64_t event_end = events.begin[e] + events.duration[e];
      if (step == of) {
        end = std::max(end, event_end);
        continue;
      }
      add();
      of = step;
      begin = events.begin[e];  // sorted by begin
      end = event_end;
    }
    add();
  }

  bool IsUnattributed(OpId op) const {
    const OpRow& row = profile_.ops.row[op];
    return unattributed_.valid() && row.name == unattributed_ && row.kind == OpKind::kRuntime;
  }

  const Profile& profile_;
  const SourceFilter& source_filter_;
  const TfprofRunRules rules_;
  const std::vector<char> waits_;  // by op: calls that only wait, which take no time of a CPU
  std::vector<uint32_t> matched_;  // by op; empty if all ops count
  StringId unattributed_;
  std::vector<size_t> sum_of_;  // indexed by step
  std::vector<StepSum> sums_;
};

}  // namespace

WallSpan StepSum::extent(const Profile& profile) const {
  WallSpan whole;
  for (const StepId id : steps) {
    const StepRow& step = profile.steps[id];
    whole.Add(profile, step.source, step.begin, step.end);
  }
  return whole;
}

bool StepSum::is_partial(const Profile& profile) const {
  return std::any_of(steps.begin(), steps.end(),
                     [&](StepId step) { return profile.steps[step].partial; });
}

Value StepSum::device_span() const {
  Value longest = kept_device_span;
  for (const auto& [device, wall] : device_spans) {
    const Value span = wall.span();
    if (span != kAbsent && (longest == kAbsent || span > longest)) longest = span;
  }
  return longest;
}

// A step of a process that several of its sources recorded is one. Processes never share a step, on
// one host or on several: each rank takes its own time.
std::vector<StepSum> StepsWithoutSums(const Profile& profile) {
  std::vector<StepSum> sums;
  // By the step that all of its number count as, and by host and rank.
  std::map<std::tuple<StepId, StringId, int64_t>, size_t> sum_of_process;
  for (uint32_t s = 0; s < profile.steps.size(); ++s) {
    const SourceRow& source = profile.sources[profile.steps[StepId(s)].source];
    const auto [it, is_new] = sum_of_process.try_emplace(
        {SameStep(profile, StepId(s)), source.host, source.rank}, sums.size());
    if (is_new) sums.emplace_back();
    sums[it->second].steps.push_back(StepId(s));
  }
  sums.emplace_back();
  return sums;
}

absl::StatusOr<std::vector<StepSum>> AddUpSteps(const Selected& selected, const Query& query,
                                                const RunContext& context) {
  PROFILER_ASSIGN_OR_RETURN(std::vector<StepSum> sums, StepAdder(selected, query).Run(context));
  AddKeptSpans(selected, sums);
  return sums;
}

}  // namespace profiler
