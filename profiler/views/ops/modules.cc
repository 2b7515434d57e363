#include "profiler/views/ops/modules.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "profiler/report/table.h"
#include "profiler/report/table_row.h"

namespace profiler {
namespace {

struct ModuleUse {
  int64_t instructions = 0, ran = 0;
  int64_t occurrences = 0;
  Int128 total = 0, self = 0;
  OpId busiest;  // of its instructions
};

std::vector<ModuleUse> UsesOfModules(const Profile& profile, const std::vector<HloUse>& uses) {
  std::vector<ModuleUse> modules(profile.modules.size());
  for (const OpRow& op : profile.ops.row.values()) {
    if (op.kind == OpKind::kHloInstruction && op.module.valid()) {
      ++modules[op.module.row()].instructions;
    }
  }
  for (const HloUse& use : uses) {  // what took most time first
    const ModuleId id = profile.ops.row[use.op].module;
    if (!id.valid() || !IsInstruction(profile, use.op)) continue;
    ModuleUse& module = modules[id.row()];
    ++module.ran;
    const bool is_first = !module.busiest.valid();
    if (is_first) module.busiest = use.op;
    module.occurrences = is_first ? use.occurrences : std::min(module.occurrences, use.occurrences);
    module.total += use.total;
    module.self += use.self;
  }
  return modules;
}

std::vector<ReportColumn> ModuleColumns() {
  using enum ColumnType;
  return {
      TableColumn("program_id", kNumber, Unit::kNone, "program", "The compiled program's number."),
      TableColumn("instructions", kNumber, Unit::kCount, "instructions",
                  "How many it has, without those inside fusions."),
      TableColumn("instructions_run", kNumber, Unit::kCount, "ran",
                  "How many of them ran in what was recorded."),
      TableColumn("occurrences", kNumber, Unit::kCount, "occurrences",
                  "How often it ran: as often as the one of its instructions that ran least."),
      TableColumn("total_us", kNumber, Unit::kMicros, "total",
                  "Time of its instructions, each with those nested in it."),
      TableColumn("self_us", kNumber, Unit::kMicros, "self",
                  "The same, each without those nested in it: what the module took."),
      TableColumn("busiest", kText, Unit::kNone, "busiest",
                  "The instruction with the greatest self time."),
  };
}

}  // namespace

Report ModuleTable(const Profile& profile, const std::vector<HloUse>& uses) {
  const std::vector<ModuleUse> modules = UsesOfModules(profile, uses);
  Report report = StartTable("modules", "Modules", "the compiled module", ModuleColumns());
  std::vector<uint32_t> order(modules.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return modules[a].self > modules[b].self; });
  for (const uint32_t i : order) {
    const ModuleRow& row = profile.modules[ModuleId(i)];
    const ModuleUse& use = modules[i];
    const std::string name(profile.strings[row.name]);
    TableRow(report, name, {name, std::to_string(i)})
        .Number(Known(row.program_id))
        .Number(use.instructions)
        .Number(use.ran)
        .Number(use.occurrences)
        .Number(use.total)
        .Number(use.self)
        .Text(use.busiest.valid() ? profile.strings[profile.ops.row[use.busiest].name] : "");
  }
  return report;
}

}  // namespace profiler
