#include "profiler/compare/page/environment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "profiler/analysis/kept/left_out_events.h"
#include "profiler/analysis/kept/recorded_details.h"
#include "profiler/compare/formats.h"
#include "profiler/compare/page/shape_use.h"
#include "profiler/compare/stats/median.h"
#include "profiler/compare/surroundings.h"
#include "profiler/report/column.h"
#include "profiler/report/scaled.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

constexpr size_t kOpsWithShapes = 3;  // the heaviest ops, of which shapes are compared

struct EnvironmentRow {
  std::string base, next;
};

const std::vector<ColumnOf<EnvironmentRow>>& EnvironmentColumns() {
  using C = ColumnOf<EnvironmentRow>;
  static const std::vector<C> kColumns = {
      C::Text("base", "base", "What it is in the base.", &EnvironmentRow::base),
      C::Text("new", "new", "What it is in the new profile.", &EnvironmentRow::next),
  };
  return kColumns;
}

// The part of the time that devices compute in 16 bits.
std::string In16Bits(const Side& side) {
  const auto median = [&](StepPart part) {
    return MedianOf(side.parts[static_cast<size_t>(part)].times);
  };
  const double in_16 = median(StepPart::kDeviceCompute16);
  const double all = in_16 + median(StepPart::kDeviceCompute32);
  // Noise moves it by some percent.
  return all > 0 ? fmt::format("{:.0f}%", 10 * std::round(10 * in_16 / all)) : "";
}

// The longer of both, as either side's may explain the change.
double TimeOf(const Change& change) { return std::fmax(0, std::fmax(change.base, change.next)); }

std::string YesNo(bool is_so) { return is_so ? "yes" : "no"; }

// What a recorder collects of each op if it is asked to. nullopt if that is not known.
struct Collected {
  std::string_view name;
  std::optional<bool> (*is_there)(const Side&);
};
// What a cut file has none of may have been behind the cut.
std::optional<bool> IsCollected(const Collected& one, const Side& side) {
  const std::optional<bool> is_there = one.is_there(side);
  return is_there && !*is_there && side.lacks_work() ? std::nullopt : is_there;
}
constexpr Collected kCollected[] = {
    {"stacks", [](const Side& side) -> std::optional<bool> { return !side.ops.lines.empty(); }},
    {"shapes",
     [](const Side& side) -> std::optional<bool> { return RecordsShapes(side.profile()); }},
    {"memory",
     [](const Side& side) -> std::optional<bool> {
       // An older store without events keeps none, whatever was recorded.
       const bool is_known = !side.memory.uses.empty() || !LacksEvents(side.profile());
       return is_known ? std::optional<bool>(!side.memory.uses.empty()) : std::nullopt;
     }},
};

class EnvironmentRows {
 public:
  EnvironmentRows(const Side& base, const Side& next) : base_(base), next_(next) {}

  // Adds what differs; what only one side knows is no difference.
  template <typename Fact>
  void Add(std::string_view name, const Fact& fact) {
    AddRow(name, {std::string(fact(base_)), std::string(fact(next_))});
  }
  void AddRow(std::string_view name, const EnvironmentRow& row) {
    if (row.base.empty() || row.next.empty() || row.base == row.next) return;
    AppendRow(EnvironmentColumns(), name, row, table);
  }

  Report table = EmptyEnvironmentTable();

 private:
  const Side &base_, &next_;
};

void AddMachines(EnvironmentRows& rows) {
  const auto add = [&rows](std::string_view name, std::string (*fact)(const Profile&)) {
    rows.Add(name, [fact](const Side& side) { return fact(side.profile()); });
  };
  add("accelerators", AcceleratorModels);
  add("memory of accelerators", AcceleratorMemory);
  add("compute capability", ComputeCapabilities);
  rows.Add("devices at work",
           [](const Side& side) { return CountText(static_cast<size_t>(side.busy.lanes)); });
  add("hosts", RecordedHosts);
  add("recorded ranks", RecordedRanks);
  add("ranks of the job", WorldSizes);
}

void AddRecording(EnvironmentRows& rows) {
  rows.Add("runs", [](const Side& side) { return CountText(side.samples.runs()); });
  rows.Add("whole steps", [](const Side& side) { return CountText(side.samples.steps()); });
  rows.Add("steps are", [](const Side& side) { return StepsFoundBy(side.profile()); });
  for (const Collected& one : kCollected) {
    rows.Add(fmt::format("{} recorded", one.name), [&](const Side& side) {
      const std::optional<bool> is_there = IsCollected(one, side);
      return is_there ? YesNo(*is_there) : "";
    });
  }
}

std::vector<std::string_view> RecordedOnce(const Side& base, const Side& next) {
  std::vector<std::string_view> names;
  for (const Collected& one : kCollected) {
    const std::optional<bool> in_base = IsCollected(one, base), in_next = IsCollected(one, next);
    if (in_base && in_next && *in_base != *in_next) names.push_back(one.name);
  }
  return names;
}

}  // namespace

Report EmptyEnvironmentTable() {
  return StartTable("environment", "What else differs", "a fact that differs",
                    Headers(EnvironmentColumns()));
}

Environment CompareEnvironments(const Side& base, const Side& next,
                                const std::vector<DiffRow>& ops) {
  EnvironmentRows rows(base, next);
  rows.Add("format", [](const Side& side) { return FormatsOf(side.profile()); });
  rows.Add("framework", [](const Side& side) { return NameOfFramework(side.profile()); });
  AddMachines(rows);
  const size_t before_precision = rows.table.rows.size();
  rows.Add("compute in 16 bits", In16Bits);
  std::optional<size_t> precision;
  if (rows.table.rows.size() > before_precision) precision = before_precision;
  std::vector<const DiffRow*> heaviest;
  for (const DiffRow& row : ops) {
    if (row.by != PairedBy::kNothing) heaviest.push_back(&row);
  }
  const size_t count = std::min(heaviest.size(), kOpsWithShapes);
  std::partial_sort(heaviest.begin(), heaviest.begin() + static_cast<ptrdiff_t>(count),
                    heaviest.end(), [](const DiffRow* a, const DiffRow* b) {
                      return std::tuple(-TimeOf(a->change), a) < std::tuple(-TimeOf(b->change), b);
                    });
  heaviest.resize(count);
  for (const DiffRow* const row : heaviest) {
    const std::string_view base_name = row->base_name.empty() ? row->name : row->base_name;
    ShapeDifference shapes = CompareShapes(base.profile(), base_name, next.profile(), row->name);
    rows.AddRow(fmt::format("inputs of {}", row->name),
                {std::move(shapes.base), std::move(shapes.next)});
    ShapeDifference types = CompareTypes(base.profile(), base_name, next.profile(), row->name);
    rows.AddRow(fmt::format("input types of {}", row->name),
                {std::move(types.base), std::move(types.next)});
  }
  const size_t causes = rows.table.rows.size();
  AddRecording(rows);
  return {std::move(rows.table), causes, precision, RecordedOnce(base, next)};
}

}  // namespace profiler
