#include "profiler/views/ops/modules.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "profiler/report/column.h"
#include "profiler/report/table.h"

namespace profiler {
namespace {

struct ModuleUse {
  int64_t instructions = 0, ran = 0;
  int64_t occurrences = 0;
  Int128 total = 0, self = 0;
  OpId busiest;  // the instruction with the most time
};

std::vector<ModuleUse> UsesOfModules(const Profile& profile, const std::vector<HloUse>& uses) {
  std::vector<ModuleUse> modules(profile.modules.size());
  for (const OpRow& op : profile.ops.row.values()) {
    if (op.kind == OpKind::kHloInstruction && op.module.valid()) {
      ++modules[op.module.row()].instructions;
    }
  }
  for (const HloUse& use : uses) {  // `uses` is in descending order of time
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

struct ModuleTableRow {
  const Profile& profile;
  ModuleId id;
  const ModuleUse& use;

  const ModuleRow& module() const { return profile.modules[id]; }
  std::string name() const { return std::string(profile.strings[module().name]); }
  std::string_view busiest() const {
    return use.busiest.valid() ? profile.strings[profile.ops.row[use.busiest].name] : "";
  }
};

const std::vector<ColumnOf<ModuleTableRow>>& ModuleColumns() {
  using C = ColumnOf<ModuleTableRow>;
  using Row = const ModuleTableRow&;
  static const std::vector<C> kColumns = {
      C::Number("program_id", Unit::kNone, "program", "The compiled program's number.",
                [](Row row) { return Known(row.module().program_id); }),
      C::Number("instructions", Unit::kCount, "instructions",
                "How many it has, without those inside fusions.",
                [](Row row) { return row.use.instructions; })
          .Typical(),
      C::Number("instructions_run", Unit::kCount, "ran", "How many of them ran.",
                [](Row row) { return row.use.ran; })
          .Typical(),
      C::Number("occurrences", Unit::kCount, "occurrences",
                "How often it ran: as often as the one of its instructions that ran least.",
                [](Row row) { return row.use.occurrences; }),
      C::Number("total_us", Unit::kMicros, "total",
                "Time of its instructions, each with those nested in it.",
                [](Row row) { return row.use.total; }),
      C::Number("self_us", Unit::kMicros, "self",
                "The same, each without those nested in it: what the module took.",
                [](Row row) { return row.use.self; }),
      C::Text("busiest", "busiest", "The instruction with the greatest self time.",
              &ModuleTableRow::busiest),
  };
  return kColumns;
}

}  // namespace

Report ModuleTable(const Profile& profile, const std::vector<HloUse>& uses) {
  const std::vector<ModuleUse> modules = UsesOfModules(profile, uses);
  Report report = StartTable("modules", "Modules", "the compiled module", Headers(ModuleColumns()));
  report.values.basis = Basis::kTotals;
  std::vector<uint32_t> order(modules.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return modules[a].self > modules[b].self; });
  const bool any_ran = !order.empty() && modules[order.front()].ran > 0;
  for (const uint32_t i : order) {
    if (any_ran && modules[i].ran == 0) {
      ++report.hidden_rows;
      report.hidden_reason = "modules of which nothing ran";
      continue;
    }
    const ModuleTableRow row{profile, ModuleId(i), modules[i]};
    AppendRow(ModuleColumns(), row.name(), {row.name(), std::to_string(i)}, row, report);
  }
  return report;
}

}  // namespace profiler
