#include "profiler/analysis/steps/step_sums.h"

#include <algorithm>

#include "profiler/analysis/selection/event_scan.h"
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
        rules_(profile_, Quirks(false)) {
    if (!query.selection.account_types.all()) {
      matched_ = MatchedTypePatterns(profile_, query, OpValues());
    }
    unattributed_ = profile_.strings.Find(derive::kUnattributed);
    MakeSums();
  }

  absl::StatusOr<std::vector<StepSum>> Run(const RunContext& context) {
    PackedTable<ExecId, ExecRow>::Reader rows(profile_.execs.row);
    for (uint32_t op = 0; op < profile_.op_count(); ++op) {
      if (op % 4096 == 0) PROFILER_RETURN_IF_ERROR(context.Check());
      if (!matched_.empty() && matched_[op] == 0) continue;
      const auto [first, last] = profile_.ExecsOf(OpId(op));
      for (uint32_t i = first; i < last; ++i) {
        const ExecRow& row = rows[i];
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
  // Several sources of one host may record the same step. Returns the step that stands for all of
  // them, or `id` itself.
  StepId SameStep(StepId id) const {
    const StepRow& step = profile_.steps[id];
    if (!step.counts_as.valid()) return id;
    const StepRow& first = profile_.steps[step.counts_as];
    const bool same_host =
        profile_.sources[step.source].host == profile_.sources[first.source].host;
    return same_host && !first.counts_as.valid() ? step.counts_as : id;
  }

  void MakeSums() {
    sum_of_.resize(profile_.steps.size());
    for (uint32_t s = 0; s < sum_of_.size(); ++s) {
      if (SameStep(StepId(s)) != StepId(s)) continue;
      sum_of_[s] = sums_.size();
      sums_.emplace_back();
    }
    for (uint32_t s = 0; s < sum_of_.size(); ++s) {
      sum_of_[s] = sum_of_[SameStep(StepId(s)).row()];
      sums_[sum_of_[s]].steps.push_back(StepId(s));
    }
    sums_.emplace_back();
  }

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
  Value longest = kAbsent;
  for (const auto& [device, wall] : device_spans) {
    const Value span = wall.span();
    if (span != kAbsent && (longest == kAbsent || span > longest)) longest = span;
  }
  return longest;
}

absl::StatusOr<std::vector<StepSum>> AddUpSteps(const Selected& selected, const Query& query,
                                                const RunContext& context) {
  return StepAdder(selected, query).Run(context);
}

}  // namespace profiler
