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

// The part of the time that devices compute in 16 bits; NaN if they do not compute.
double In16Bits(const Side& side) {
  const auto median = [&](StepPart part) {
    return MedianOf(side.parts[static_cast<size_t>(part)].times);
  };
  const double in_16 = median(StepPart::kDeviceCompute16);
  const double all = in_16 + median(StepPart::kDeviceCompute32);
  return all > 0 ? in_16 / all : kAbsentReal;
}

EnvironmentRow RowOfPrecision(const Side& base, const Side& next) {
  constexpr double kLeast = 0.1;  // noise moves it by some percent
  const double before = In16Bits(base), now = In16Bits(next);
  if (!(std::abs(now - before) >= kLeast)) return {};
  return {fmt::format("{:.0f}%", 100 * before), fmt::format("{:.0f}%", 100 * now)};
}

// The longer of both, as either side's may explain the change.
double TimeOf(const Change& change) { return std::fmax(0, std::fmax(change.base, change.next)); }

std::string YesNo(bool is_so) { return is_so ? "yes" : "no"; }

// By string, whether it names an instruction of XLA. One of that number may be another one in
// another build.
std::vector<char> NamesOfInstructions(const Profile& profile) {
  std::vector<char> is_name(profile.strings.size());
  for (const OpRow& op : profile.ops.row.values()) {
    if (op.kind == OpKind::kHloInstruction && op.name.valid()) is_name[op.name.row()] = 1;
  }
  return is_name;
}

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
  void Add(std::string_view name, const Fact& fact, bool is_unlike = false) {
    AddRow({std::string(name), is_unlike}, {std::string(fact(base_)), std::string(fact(next_))});
  }
  void AddRow(const Cause& cause, const EnvironmentRow& row) {
    if (row.base.empty() || row.next.empty() || row.base == row.next) return;
    AppendRow(EnvironmentColumns(), cause.name, row, table);
    causes.push_back(cause);
  }

  Report table = EmptyEnvironmentTable();
  std::vector<Cause> causes;  // of all rows

 private:
  const Side &base_, &next_;
};

void AddMachines(EnvironmentRows& rows) {
  const auto add = [&rows](std::string_view name, std::string (*fact)(const Profile&),
                           bool is_unlike = false) {
    rows.Add(
        name, [fact](const Side& side) { return fact(side.profile()); }, is_unlike);
  };
  add("accelerators", AcceleratorModels, /*is_unlike=*/true);
  // Of other models they are others, too.
  const bool is_told = !rows.causes.empty() && rows.causes.back().is_unlike;
  add("memory of accelerators", AcceleratorMemory, is_told);
  add("compute capability", ComputeCapabilities, is_told);
  rows.Add("devices at work",
           [](const Side& side) { return CountText(static_cast<size_t>(side.busy.lanes)); });
  add("hosts", RecordedHosts);
  add("recorded ranks", RecordedRanks);
  add("ranks of the job", WorldSizes, /*is_unlike=*/true);
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
  rows.Add(
      "framework", [](const Side& side) { return NameOfFramework(side.profile()); },
      /*is_unlike=*/true);
  AddMachines(rows);
  rows.AddRow({"compute in 16 bits", /*is_unlike=*/false, /*is_precision=*/true},
              RowOfPrecision(base, next));
  const std::vector<char> is_instruction = NamesOfInstructions(next.profile());
  std::vector<const DiffRow*> heaviest;
  for (const DiffRow& row : ops) {
    if (row.by == PairedBy::kNothing) continue;
    const StringId name = next.profile().strings.Find(row.name);
    if (!name.valid() || is_instruction[name.row()] == 0) heaviest.push_back(&row);
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
    const bool is_unlike =
        !CompareFewShapes(base.profile(), next.profile(), row->name).next.empty();
    rows.AddRow({fmt::format("inputs of {}", row->name), is_unlike},
                {std::move(shapes.base), std::move(shapes.next)});
    ShapeDifference types = CompareTypes(base.profile(), base_name, next.profile(), row->name);
    rows.AddRow({fmt::format("input types of {}", row->name)},
                {std::move(types.base), std::move(types.next)});
  }
  Environment environment;
  environment.causes = rows.causes;
  AddRecording(rows);
  environment.table = std::move(rows.table);
  environment.recorded_once = RecordedOnce(base, next);
  for (Note& note : UnlikeSurroundings(base.profile(), next.profile())) {
    environment.unlike.push_back(std::move(note.text));
  }
  return environment;
}

}  // namespace profiler
