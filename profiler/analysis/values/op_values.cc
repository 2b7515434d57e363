#include "profiler/analysis/values/op_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/analysis/selection/selected_execs.h"
#include "profiler/analysis/steps/program_steps.h"
#include "profiler/analysis/values/no_work.h"
#include "profiler/analysis/values/op_means.h"
#include "profiler/analysis/values/tfprof_run_rules.h"
#include "profiler/base/status.h"
#include "profiler/base/threads/in_parallel.h"

namespace profiler {
namespace {

struct OpRange {
  uint32_t first = 0, last = 0;
};

// Splits the ops into `parts` ranges with about equally many exec rows.
std::vector<OpRange> SplitOps(const Profile& profile, size_t parts) {
  const std::vector<uint32_t>& start = profile.execs().op_start;
  std::vector<OpRange> ranges(parts);
  for (size_t part = 0; part < parts; ++part) {
    const uint64_t row = profile.execs().row.size() * (part + 1) / parts;
    const auto at = std::lower_bound(start.begin(), start.end(), row) - start.begin();
    ranges[part].first = part == 0 ? 0 : ranges[part - 1].last;
    ranges[part].last = part + 1 == parts ? static_cast<uint32_t>(profile.op_count())
                                          : std::min(static_cast<uint32_t>(at),
                                                     static_cast<uint32_t>(profile.op_count()));
  }
  return ranges;
}

// Whether the statistic needs the sum over the steps, not the value of each.
bool NeedsOnlySum(Statistic statistic) {
  return statistic == Statistic::kSum || statistic == Statistic::kMeanAll;
}

class Calculator {
 public:
  Calculator(const Selected& selected, const Query& query)
      : profile_(selected.profile()),
        steps_(selected.steps()),
        is_compat_(query.compat_tfprof),
        quirks_(query.compat_tfprof),
        source_filter_(selected.source_filter()),
        rules_(profile_, quirks_),
        selected_(profile_, steps_),
        execs_(profile_.execs().row),
        means_(profile_, quirks_, rules_.any_misses_accelerator()),
        program_steps_(selected),
        counted_for_(profile_.steps.size(), OpId()) {
    for (uint32_t step = 0; step < profile_.steps.size(); ++step) {
      counts_as_.push_back(SameStep(profile_, StepId(step)).row());
    }
    if (query.statistic == Statistic::kMean) return;
    StepAxis axis(selected);
    // Ops that never ran have no values in any step.
    only_what_ran_ = query.statistic != Statistic::kPerStep && axis.numbers.size() > 1;
    by_step_.emplace(profile_, std::move(axis), NeedsOnlySum(query.statistic));
  }

  OpValues Start() const {
    OpValues values;
    values.of = ValueColumns(MeasureSet().set(), profile_.op_count() + 1);
    if (!source_filter_.all()) values.ran_there.resize(profile_.op_count());
    return values;
  }

  void Calculate(OpRange ops, OpValues& values) {
    for (uint32_t op = ops.first; op < ops.last; ++op) {
      bool ran_there = false;
      values.of.Set(op, OfOp(OpId(op), ran_there));
      if (!source_filter_.all()) values.ran_there[op] = ran_there;
    }
  }

  // Merges the results of a copy that handled other ops.
  void Join(const Calculator& other) {
    outside_.Add(other.outside_);
    rules_.Join(other.rules_);
  }

  // Computes the values that depend on all ops.
  void Finish(OpValues& values) {
    LeaveOut(values);
    values.has_outside = outside_.steps > 0;
    if (values.has_outside) {
      Values outside = means_.Of(outside_);
      outside.defined = 0;
      values.of.Set(profile_.op_count(), outside);
    } else {
      values.of.DropLast();
    }
    AddUp(values);
    values.steps = std::move(by_step_);
  }

 private:
  static void AddUp(OpValues& values) {
    for (size_t m = 0; m < kMeasureCount; ++m) {
      Value& sum = values.sum[m];
      for (const Value value : values.of.column(static_cast<Measure>(m))) {
        if (value == kAbsent) continue;
        if (value < 0) sum = kAbsent;
        if (sum == kAbsent) break;
        sum += value;
      }
    }
  }

  void LeaveOut(OpValues& values) const {
    const std::vector<char> without_work =
        is_compat_ ? std::vector<char>() : OpsWithoutWork(profile_);
    for (uint32_t op = 0; op < profile_.op_count(); ++op) {
      const bool is_no_work = !without_work.empty() && without_work[op] != 0;
      if (!is_no_work && !rules_.LeavesOut(OpId(op))) continue;
      values.left_out.resize(profile_.op_count());
      values.left_out[op] = 1;
    }
    values.quirks = rules_.used();
  }

  // Up to this number of rows are unpacked one by one instead of in blocks.
  static constexpr uint32_t kFew = 4;

  Values OfOp(OpId op, bool& ran_there) {
    // Evaluated once for speed, as there are many rows.
    const bool takes_all_places = source_filter_.all(), takes_all_of_rows = rules_.counts_all();
    const bool may_miss_accelerator = rules_.any_misses_accelerator();
    const auto all = profile_.ExecsOf(op);
    // Whether an op ran in a selected place depends on the rows of all steps.
    const auto [first, last] = takes_all_places ? selected_.Of(op) : all;
    const bool few = last - first <= kFew;
    OpSums sums;
    ExecRow one;
    for (uint32_t i = first; i < last; ++i) {
      const ExecRow& row = few ? one = profile_.execs().row[i] : execs_[i];
      if (!takes_all_places && !source_filter_.Has(row.step, row.device)) continue;
      ran_there = true;
      if (!row.step.valid()) {
        if (steps_.all) {
          outside_.Add(row, false);
          outside_.steps = 1;
        }
        continue;
      }
      if (!steps_.Has(row.step)) continue;
      const ExecRow* const counted = takes_all_of_rows ? &row : rules_.Count(row);
      if (counted == nullptr) continue;
      CountStep(op, row.step, sums);
      const bool misses_accelerator = may_miss_accelerator && rules_.MissesAccelerator(row);
      sums.Add(*counted, misses_accelerator);
      if (by_step_) by_step_->Count(i, row, *counted, misses_accelerator);
    }
    if (sums.steps > 0) sums.steps = std::max(sums.steps, program_steps_.Of(op));
    if (steps_.one_number && sums.steps > 0)
      sums.steps = 1;  // steps of the same number in several sources are one step
    Values values = means_.Of(sums);
    values.defined = 1;
    values[Measure::kParams] = Params(op);
    values[Measure::kFloatOps] = FloatOps(op, all.first < all.second, values[Measure::kOccurrence]);
    return values;
  }

  // A step that several sources recorded counts once.
  void CountStep(OpId op, StepId step, OpSums& sums) {
    OpId& counted = counted_for_[counts_as_[step.row()]];
    if (counted == op) return;
    counted = op;
    ++sums.steps;
  }

  Value Params(OpId op) const {
    const auto shape = profile_.ops.shape[op];
    if (shape.empty()) return kAbsent;
    if (!quirks_.params_of_placeholders() && !IsVariable(profile_, op)) return kAbsent;
    Value params = 1;
    for (int64_t dim : shape) {
      if (dim < 0) return 0;
      params = quirks_.Product(params, dim);
    }
    return params;
  }

  Value FloatOps(OpId op, bool ran_at_all, Value runs) const {
    const int64_t once = profile_.ops.row[op].float_ops;
    if (once == kUnknown) return kAbsent;
    return ran_at_all || only_what_ran_ ? quirks_.Product(once, OrZero(runs)) : once;
  }

  const Profile& profile_;
  const SelectedSteps& steps_;
  const bool is_compat_;
  const Quirks quirks_;
  const SourceFilter& source_filter_;
  TfprofRunRules rules_;
  const SelectedExecs selected_;
  decltype(Execs::row)::Reader execs_;
  const OpMeans means_;
  const ProgramSteps program_steps_;
  std::vector<uint32_t> counts_as_;  // by step: the step that it is counted as
  std::vector<OpId> counted_for_;    // by step: the last op that ran in the step
  OpSums outside_;
  std::optional<StepValues> by_step_;
  bool only_what_ran_ = false;
};

// Uses several threads for different ops. The result does not depend on the number of threads.
OpValues Calculate(const Selected& selected, const Query& query, size_t threads) {
  const Profile& profile = selected.profile();
  constexpr size_t kPart = 1 << 17;  // rows
  const bool by_step = query.statistic != Statistic::kMean;
  const size_t parts = by_step || threads < 2 ? 1 : profile.execs().row.size() / kPart + 1;
  const std::vector<OpRange> ranges = SplitOps(profile, parts);
  Calculator all(selected, query);
  OpValues values = all.Start();
  if (parts == 1) {
    all.Calculate(ranges[0], values);
  } else {
    std::vector<std::unique_ptr<Calculator>> calculators(parts);
    InParallel(parts, threads, [&](size_t part) {
      calculators[part] = std::make_unique<Calculator>(all);
      calculators[part]->Calculate(ranges[part], values);
    });
    for (const auto& calculator : calculators) all.Join(*calculator);
  }
  all.Finish(values);
  return values;
}

// Statistics with equal keys share OpValues.
std::string_view KeyOf(Statistic statistic) {
  if (statistic == Statistic::kMean) return "the mean";
  if (NeedsOnlySum(statistic)) return "over steps";
  return statistic == Statistic::kPerStep ? "by step and the mean" : "by step";
}

}  // namespace

bool IsVariable(const Profile& profile, OpId op) {
  const std::string_view type = profile.strings[profile.ops.row[op].type];
  return type == "VarHandleOp" || type.find("Variable") != std::string_view::npos;
}

absl::StatusOr<std::shared_ptr<const OpValues>> GetOpValues(const Selected& selected,
                                                            const Query& query,
                                                            RunContext& context) {
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  if (IsOverOneRun(query.statistic)) PROFILER_RETURN_IF_ERROR(CheckOneRun(selected, "this -stat"));
  const std::string key = fmt::format("op values, {}, compat {}, {}", selected.Key(),
                                      query.compat_tfprof, KeyOf(query.statistic));
  return context.memo().Get<OpValues>(selected.profile().identity, key, [&] {
    return Calculate(selected, query, std::max<size_t>(context.threads(), 1));
  });
}

}  // namespace profiler
