#include "profiler/compare/check/budget_checker.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/kept/left_out_events.h"
#include "profiler/base/status.h"
#include "profiler/compare/check/base_rows.h"
#include "profiler/compare/check/bounds.h"
#include "profiler/compare/check/check_samples.h"
#include "profiler/compare/check/measured_side.h"
#include "profiler/compare/check/noise/memory_before.h"
#include "profiler/compare/check/noise/noise.h"
#include "profiler/compare/check/noise/uneven_steps.h"
#include "profiler/compare/check/row_verdicts.h"
#include "profiler/compare/cut_profiles.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

constexpr std::string_view kNotInBase = "not in the base", kNotInNew = "not in the new profile";

void AddToReason(std::string_view fact, CheckResult& result) {
  if (fact.empty()) return;
  if (!result.reason.empty()) result.reason += "; ";
  result.reason += fact;
}

// Values of both profiles to compare with a bound. `base` is NaN if the bound is a number.
struct ValueToJudge {
  double value = kAbsentReal, base = kAbsentReal;
  RowsToSample rows;
  bool is_added = false;      // the base has no such row
  bool is_removed = false;    // only the base has it
  std::string base_row = {};  // the name of the base's row, if that is another
  std::string op = {};        // of an added kernel: OpsWithOtherKernels()
};

class BudgetChecker {
 public:
  BudgetChecker(const CheckTools& tools, const Selected& next, const Selected* base,
                const Query& query, RunContext& context)
      : tools_(tools), next_(next), base_(base), query_(query), context_(context) {}

  absl::StatusOr<CheckResult> Check(const Budget& budget) {
    PROFILER_RETURN_IF_ERROR(context_.Check());
    const Requirement& requirement = budget.requirement;
    const Bound& bound = requirement.bound;
    if (bound.is_of_base && base_ == nullptr) {
      return absl::FailedPreconditionError("it compares with a base: name one with -base OLD");
    }
    const MeasureTaker taker{tools_, requirement.measure, query_, context_};
    absl::StatusOr<MeasuredSide> taken = taker.Take(next_, ReadMeasure);
    MeasuredSide base;
    if (absl::IsNotFound(taken.status()) && bound.is_of_base) {
      PROFILER_ASSIGN_OR_RETURN(base, TakeRemoved(taker, taken));
    } else if (taken.ok() && bound.is_of_base) {
      absl::StatusOr<MeasuredSide> of_base = taker.Take(*base_, ReadMeasureOrNone);
      if (!of_base.ok()) {
        return absl::Status(of_base.status().code(), "in the base " + Message(of_base.status()));
      }
      base = *std::move(of_base);
    }
    PROFILER_RETURN_IF_ERROR(taken.status());
    MeasuredSide& next = *taken;
    PROFILER_RETURN_IF_ERROR(taker.TakeCountsUncut(next, bound.is_of_base ? &base : nullptr));
    std::string caveat;
    if (bound.is_of_base) {
      PROFILER_ASSIGN_OR_RETURN(caveat, taker.TakePerStep(next, base));
    }
    if (!bound.is_of_base && !bound.number.Fits(next.measured.unit)) {
      return absl::InvalidArgumentError(fmt::format("the bound '{}' is {}, and the measure {}",
                                                    bound.text, Describe(bound.number.dimension()),
                                                    Describe(DimensionOf(next.measured.unit))));
    }
    double kept_before = 0;
    if (bound.is_of_base) {
      PROFILER_ASSIGN_OR_RETURN(kept_before, KeptBefore(next, base, context_));
    }
    PROFILER_ASSIGN_OR_RETURN(const std::vector<ValueToJudge> values,
                              ValuesOf(requirement, next.measured, base.measured));
    std::optional<MeasureSampler> sampler;
    if (bound.is_of_base) {
      sampler.emplace(tools_, requirement.measure, base.sampled(), next.sampled(), query_,
                      context_);
    }
    const double exact_to =
        ExactTo(next.measured.unit, bound.is_of_base && IsRounded(taker, next, base));
    std::vector<JudgedRow> rows;
    for (const ValueToJudge& one : values) {
      PROFILER_ASSIGN_OR_RETURN(JudgedRow row,
                                Judge(budget, next.measured, one, exact_to, sampler));
      WeakenByMemoryBefore(requirement.sign, kept_before, row);
      rows.push_back(std::move(row));
    }
    CorrectForRows(rows);
    for (JudgedRow& row : rows) Settle(row.result);
    SortWorstFirst(rows);
    CheckResult worst = rows.front().result;
    worst.command = tools_.command(requirement.measure);
    if (bound.is_of_base && worst.reason.empty()) {
      PROFILER_ASSIGN_OR_RETURN(const std::string noise, sampler->DescribeNoise());
      worst.reason = WithinText(rows.front());
      AddToReason(noise, worst);
    }
    const bool is_about_rows = rows.size() > 1 && (bound.is_of_base || rows[1].result.is_broken);
    if (is_about_rows) AddToReason(DescribeRows(rows), worst);
    if (!worst.base_row.empty()) {
      AddToReason(
          fmt::format("matched though renamed: {} in the base", NameInReason(worst.base_row)),
          worst);
    }
    PROFILER_ASSIGN_OR_RETURN(const StepBasis basis, taker.BasisOf(next));
    AddToReason(ValuesAreText(basis), worst);
    if (worst.status != CheckStatus::kCannotTell) AddToReason(MemoryBeforeText(next), worst);
    AddToReason(caveat, worst);
    return worst;
  }

 private:
  // Whether a side is a store that keeps rounded times of ops and kernels; those of steps are
  // exact.
  static bool IsRounded(const MeasureTaker& taker, const MeasuredSide& next,
                        const MeasuredSide& base) {
    return !taker.tools.view(taker.measure).rows_are_steps &&
           (LacksEvents(next.selected->profile()) || LacksEvents(base.selected->profile()));
  }

  void Settle(CheckResult& result) const {
    result.is_broken = result.status != CheckStatus::kOk &&
                       (result.status != CheckStatus::kUnclear || query_.check.strict_noise);
    if (result.is_broken && result.status == CheckStatus::kUnclear) {
      result.reason += "; broken all the same, because of -strict_noise";
    }
  }

  // What only the base has counts 0 in `next`, which otherwise keeps its error: no row of either
  // matches.
  absl::StatusOr<MeasuredSide> TakeRemoved(const MeasureTaker& taker,
                                           absl::StatusOr<MeasuredSide>& next) {
    absl::StatusOr<MeasuredSide> base = taker.Take(*base_, ReadMeasure);
    if (!base.ok()) return next.status();
    absl::StatusOr<MeasuredSide> none = taker.Take(next_, ReadMeasureOrNone);
    if (!none.ok()) return next.status();
    next = std::move(none);
    return base;
  }

  // With a function one value, without one of each row.
  absl::StatusOr<std::vector<ValueToJudge>> ValuesOf(const Requirement& requirement,
                                                     const Measured& next, const Measured& base) {
    std::vector<ValueToJudge> values;
    const bool has_base = requirement.bound.is_of_base;
    if (requirement.measure.function != MeasureFunction::kEach) {
      ValueToJudge& all = values.emplace_back(ValueToJudge{next.value, base.value, {}});
      all.is_added = has_base && base.rows.empty();
      all.is_removed = has_base && next.rows.empty();
      for (const MeasuredRow& row : next.rows) all.rows.next.push_back(&row);
      for (const MeasuredRow& row : base.rows) all.rows.base.push_back(&row);
      return values;
    }
    if (has_base && next.rows.empty()) {
      for (const MeasuredRow& row : base.rows) {
        values.push_back({.value = 0, .base = row.value, .rows = {{&row}, {}}, .is_removed = true});
      }
      return values;
    }
    const SampledView view = tools_.view(requirement.measure);
    if (has_base && view.rows_are_steps && next.rows.size() > 1) {
      return absl::InvalidArgumentError(
          fmt::format("steps differ from run to run: compare a function of them, as in median({})",
                      requirement.measure.column));
    }
    if (has_base && view.row_kind == RowKind::kKernels) {
      PROFILER_RETURN_IF_ERROR(CheckKernelsCanPair(next, base, base_->profile()));
    }
    const std::vector<const MeasuredRow*> in_base =
        has_base ? RowsInBase(next, base, view.row_kind)
                 : std::vector<const MeasuredRow*>(next.rows.size());
    const std::vector<std::string> ops = has_base && view.row_kind == RowKind::kKernels
                                             ? OpsWithOtherKernels(next, base, in_base)
                                             : std::vector<std::string>(next.rows.size());
    for (size_t i = 0; i < next.rows.size(); ++i) {
      const MeasuredRow &row = next.rows[i], *const old = in_base[i];
      ValueToJudge one{row.value, kAbsentReal, {{}, {&row}}};
      if (old != nullptr) one.rows.base = {old};
      if (has_base) one.base = old == nullptr ? 0 : old->value;
      one.is_added = has_base && old == nullptr;
      one.op = ops[i];
      if (old != nullptr && old->name != row.name) one.base_row = old->name;
      values.push_back(std::move(one));
    }
    return values;
  }

  // `sampler` is there if the bound is of the base.
  absl::StatusOr<JudgedRow> Judge(const Budget& budget, const Measured& next,
                                  const ValueToJudge& of, double exact_to,
                                  std::optional<MeasureSampler>& sampler) {
    const Requirement& requirement = budget.requirement;
    const Bound& bound = requirement.bound;
    JudgedRow judged;
    CheckResult& result = judged.result;
    result.name = budget.name;
    result.requirement = requirement.text;
    result.severity = budget.severity;
    result.owner = budget.owner;
    result.why = budget.why;
    result.unit = next.unit;
    result.value = of.value;
    result.base = of.base;
    const double offset = bound.offset ? bound.offset->In(result.unit) : 0;
    result.bound =
        bound.is_of_base ? of.base * bound.factor + offset : bound.number.In(result.unit);
    if (requirement.measure.function == MeasureFunction::kEach && next.rows.size() > 1) {
      result.row = of.rows.next.front()->name;
    }
    result.base_row = of.base_row;
    if (of.is_added || of.is_removed) result.reason = of.is_added ? kNotInBase : kNotInNew;
    if (IsMet(requirement.sign, result.value, result.bound, exact_to)) {
      if (result.bound > 0) judged.room = std::abs(result.bound - result.value) / result.bound;
      return judged;
    }
    result.excess = std::abs(result.value - result.bound);
    result.status = CheckStatus::kBroken;
    if (!of.op.empty()) {
      result.reason += fmt::format(
          "; there {0} ran other kernels for about as much: a budget of op[{0}] counts both",
          of.op);
    }
    const bool are_in_both = !of.is_added && !of.is_removed;
    if (bound.is_of_base && are_in_both && requirement.sign != RequiredSign::kNotEqual) {
      PROFILER_ASSIGN_OR_RETURN(NoiseSamples samples, sampler->Sample(of.rows));
      judged.noise = JudgeNoise(std::move(samples), requirement.sign, bound.factor, offset);
      const bool is_worse = judged.noise->status == CheckStatus::kBroken ||
                            judged.noise->status == CheckStatus::kCannotTell;
      if (is_worse) {
        PROFILER_ASSIGN_OR_RETURN(const std::optional<StepsOfRuns> steps,
                                  sampler->UnevenSteps(of.rows));
        if (steps) {
          WeakenByUnevenSteps(*steps, requirement.sign, bound.factor, offset, result.excess,
                              result.unit, *judged.noise);
        }
      }
      result.status = judged.noise->status;
      result.p_value = judged.noise->p_value;
      result.reason = judged.noise->reason;
    }
    return judged;
  }

  const CheckTools& tools_;
  const Selected& next_;
  const Selected* const base_;
  const Query& query_;
  RunContext& context_;
};

// Which file that the requirement is about was cut short; empty if none was.
std::string CutFilesOf(const Budget& budget, const Selected& next, const Selected* base) {
  std::string cut = CutFilesText(next);
  const bool has_base = budget.requirement.bound.is_of_base && base != nullptr;
  const std::string of_base = has_base ? CutFilesText(*base) : "";
  if (cut.empty()) return of_base.empty() ? "" : "in the base " + of_base;
  return of_base.empty() ? cut : fmt::format("{}; in the base {}", cut, of_base);
}

// A value that lacks work shows neither that a requirement holds nor that it is broken.
absl::Status NotWhole(std::string_view cut_files, const absl::StatusOr<CheckResult>& kept) {
  std::string text = fmt::format("{}: record it again", cut_files);
  if (kept.ok()) {
    const auto value = [&](double of) { return ScaledText(of, kept->unit); };
    text += fmt::format(". In what was kept the value is {}, bound {}", value(kept->value),
                        value(kept->bound));
    if (!std::isnan(kept->base)) text += fmt::format(", base {}", value(kept->base));
  }
  return absl::FailedPreconditionError(text);
}

}  // namespace

absl::StatusOr<CheckResult> CheckBudget(const Budget& budget, const CheckTools& tools,
                                        const Selected& next, const Selected* base,
                                        const Query& query, RunContext& context) {
  absl::StatusOr<CheckResult> result =
      BudgetChecker(tools, next, base, query, context).Check(budget);
  const std::string cut_files = CutFilesOf(budget, next, base);
  return cut_files.empty() ? result : NotWhole(cut_files, result);
}

}  // namespace profiler
