#include "profiler/compare/diff_columns.h"

namespace profiler {
namespace {

using C = ColumnOf<DiffRow>;
using DiffRowIn = const DiffRow&;

C RealColumn(std::string_view name, Unit unit, std::string_view title, std::string_view sentence,
             double Change::*member) {
  return C::Real(name, unit, title, sentence,
                 [member](DiffRowIn row) { return row.change.*member; });
}

C VerdictColumn(std::string_view sentence) {
  return C::Text("verdict", "verdict", sentence,
                 [](DiffRowIn row) { return Name(row.change.verdict); })
      .As(ColumnRole::kVerdict);
}

C TimesVerdict() {
  return VerdictColumn(
      "added, removed, same, slower, faster, or unclear: noise hides whether it changed.");
}

C RatioColumn() {
  return C::Real("ratio", Unit::kNone, "in %",
                 "new / base; 1 + change / base where the medians changed the other way.",
                 [](DiffRowIn row) { return row.change.shown_ratio(); })
      .As(ColumnRole::kRatio);
}

C PValueColumn() {
  return C::Real("p_value", Unit::kNone, "p",
                 "The probability of such a difference by chance (Mann-Whitney), corrected for the "
                 "number of rows.",
                 [](DiffRowIn row) { return row.change.p_value; })
      .As(ColumnRole::kProbability);
}

std::vector<C> IntervalColumns(Unit unit) {
  return {RealColumn("low", unit, "low", "The lower end of the 95 % interval of the change.",
                     &Change::low)
              .As(ColumnRole::kChange),
          RealColumn("high", unit, "high", "The upper end of the 95 % interval of the change.",
                     &Change::high)
              .As(ColumnRole::kChange)};
}

std::vector<C> MoreColumns() {
  return {C::Real("more_steps", Unit::kCount, "more steps",
                  "If unclear: about how many more steps in each profile would decide.",
                  [](DiffRowIn row) { return row.change.more_steps; })
              .Optional(),
          C::Real("more_runs", Unit::kCount, "more runs",
                  "The same in runs, where runs are compared; unknown above 100.",
                  [](DiffRowIn row) { return row.change.shown_more_runs(); })
              .Optional()};
}

C BaseNameColumn() {
  return C::Text("base_name", "renamed from", "The name in the base, if it differs.",
                 &DiffRow::base_name)
      .Optional();
}

std::vector<C> RunColumns() {
  return {C::Real("base_runs", Unit::kCount, "base calls", "How often it ran per step of the base.",
                  &DiffRow::base_runs)
              .Optional(),
          C::Real("new_runs", Unit::kCount, "new calls",
                  "How often it ran per step of the new profile.", &DiffRow::new_runs)
              .Optional()};
}

}  // namespace

const std::vector<C>& DiffStepColumns() {
  static const std::vector<C> kColumns = Concat<DiffRow>({
      TimesVerdict(),
      RealColumn("delta", Unit::kMicros, "change", "The typical change (Hodges-Lehmann shift).",
                 &Change::delta)
          .As(ColumnRole::kChange),
      RatioColumn(),
      RealColumn("base", Unit::kMicros, "base", "The median over whole steps of the base.",
                 &Change::base),
      RealColumn("new", Unit::kMicros, "new", "The median over whole steps of the new profile.",
                 &Change::next),
      PValueColumn(),
      IntervalColumns(Unit::kMicros),
      MoreColumns(),
  });
  return kColumns;
}

const std::vector<C>& DiffRowColumns() {
  static const std::vector<C> kColumns = Concat<DiffRow>({
      TimesVerdict(),
      RealColumn(
          "delta_us", Unit::kMicros, "change",
          "The typical change per step (Hodges-Lehmann shift); of an added or removed row, all "
          "of its time.",
          &Change::delta)
          .As(ColumnRole::kChange),
      RatioColumn(),
      C::Real("share", Unit::kShare, "of the step's change",
              "The change as a part of the step's change, if the step's is more than noise.",
              &DiffRow::share)
          .As(ColumnRole::kChange),
      RealColumn("base_us", Unit::kMicros, "base", "The median time per whole step of the base.",
                 &Change::base),
      RealColumn("new_us", Unit::kMicros, "new",
                 "The median time per whole step of the new profile.", &Change::next),
      PValueColumn(),
      IntervalColumns(Unit::kMicros),
      MoreColumns(),
      RunColumns(),
      BaseNameColumn(),
      C::Text("type", "type", "The op's type.", &DiffRow::type).Optional(),
      C::Text("base_type", "type in the base", "The op's type in the base, if it differs.",
              &DiffRow::base_type)
          .Optional(),
  });
  return kColumns;
}

const std::vector<C>& DiffMemoryColumns() {
  static const std::vector<C> kColumns = {
      VerdictColumn("added, removed, same, higher or lower. Without noise, as each peak was "
                    "recorded once."),
      RealColumn("delta_bytes", Unit::kBytes, "change", "How much the peak changed.",
                 &Change::delta)
          .As(ColumnRole::kChange),
      RatioColumn(),
      RealColumn("base_bytes", Unit::kBytes, "base",
                 "The most memory that was allocated in the base.", &Change::base),
      RealColumn("new_bytes", Unit::kBytes, "new",
                 "The most memory that was allocated in the new profile.", &Change::next),
  };
  return kColumns;
}

const std::vector<C>& DiffMetricColumns() {
  static const std::vector<C> kColumns = Concat<DiffRow>({
      VerdictColumn("added, removed, same, higher, lower, or unclear."),
      RealColumn("delta", Unit::kNone, "change", "The typical change (Hodges-Lehmann shift).",
                 &Change::delta)
          .As(ColumnRole::kChange),
      RatioColumn(),
      RealColumn("base", Unit::kNone, "base", "The median of the samples of the base.",
                 &Change::base),
      RealColumn("new", Unit::kNone, "new", "The median of the samples of the new profile.",
                 &Change::next),
      PValueColumn(),
      IntervalColumns(Unit::kNone),
      C::Text("unit", "unit", "The unit of the values.", &DiffRow::type).Optional(),
  });
  return kColumns;
}

}  // namespace profiler
