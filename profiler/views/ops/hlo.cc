#include "profiler/views/ops/hlo.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/ops/hlo_text.h"
#include "profiler/analysis/ops/hlo_uses.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/base/status.h"
#include "profiler/report/table.h"
#include "profiler/report/table_row.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/ops/modules.h"

namespace profiler {
namespace {

struct Around {
  std::string_view role;  // self, operand or user; empty: not asked
  OpId of;                // the instruction that was asked for
};

constexpr size_t kAroundColumns = 3;  // the last: only -around asks for a neighbourhood

void AddRow(const Profile& profile, const HloUse& use, const Around& around, Report& report) {
  const OpRow& op = profile.ops.row[use.op];
  const bool is_instruction = IsInstruction(profile, use.op);
  std::string name(profile.strings[op.name]);
  if (!is_instruction) name += fmt::format("/{}", profile.strings[use.kernel]);
  int64_t program = kUnknown;
  std::string module;
  if (op.module.valid()) {
    program = profile.modules[op.module].program_id;
    module = profile.strings[profile.modules[op.module].name];
  }
  const auto times_runs = [&](int64_t once) {
    return once == kUnknown ? kAbsent : static_cast<Value>(once) * use.occurrences;
  };
  const OpId framework = is_instruction ? op.framework_op : use.op;
  std::vector<std::string> key = {module, name, std::to_string(use.op.row())};
  if (!around.role.empty()) {
    key.insert(key.begin(), {std::to_string(around.of.row()), std::string(around.role)});
  }
  TableRow row(report, name, std::move(key));
  row.Number(Known(program)).Text(module);
  row.Text(profile.strings[op.category.valid() ? op.category : op.type]);
  row.Text(framework.valid() ? profile.strings[profile.ops.row[framework].name] : "");
  row.Number(use.occurrences).Number(use.total).Number(use.self);
  row.Number(times_runs(op.float_ops)).Number(times_runs(op.bytes_accessed));
  row.Text(SourceLine(profile, op.frame));
  if (around.role.empty()) return;
  row.Text(around.role).Text(profile.strings[profile.ops.row[around.of].name]);
  row.Text(is_instruction ? InstructionText(profile, use.op) : "");
}

// The instructions that -around names, what ran longest first, each followed by its operands and
// its users.
class Neighbourhoods {
 public:
  Neighbourhoods(const Profile& profile, const RegexSet& around, const std::vector<HloUse>& uses)
      : profile_(profile) {
    std::vector<char> is_asked(profile.op_count());
    for (const HloUse& use : uses) {
      if (!IsInstruction(profile, use.op)) continue;
      uses_.emplace(use.op, use);
      if (around.Matches(NameOf(use.op))) Ask(use.op, is_asked);
    }
    for (uint32_t op = 0; op < profile.op_count(); ++op) {
      if (!IsInstruction(profile, OpId(op))) continue;
      if (is_asked[op] == 0 && around.Matches(NameOf(OpId(op)))) Ask(OpId(op), is_asked);
    }
    for (uint32_t op = 0; op < profile.op_count(); ++op) {
      for (const OpInput& input : profile.ops.inputs[OpId(op)]) {
        if (is_asked[input.producer.row()] != 0) users_[input.producer].push_back(OpId(op));
      }
    }
  }

  void AddRows(Report& report) const {
    for (const OpId op : asked_) {
      Add(op, "self", op, report);
      absl::flat_hash_map<OpId, int> seen;  // what takes a value twice is told once
      for (const OpInput& input : profile_.ops.inputs[op]) {
        if (seen[input.producer]++ == 0) Add(input.producer, "operand", op, report);
      }
      const auto users = users_.find(op);
      if (users == users_.end()) continue;
      seen.clear();
      for (const OpId user : users->second) {
        if (seen[user]++ == 0) Add(user, "user", op, report);
      }
    }
  }

  bool empty() const { return asked_.empty(); }

 private:
  std::string_view NameOf(OpId op) const { return profile_.strings[profile_.ops.row[op].name]; }
  void Ask(OpId op, std::vector<char>& is_asked) {
    is_asked[op.row()] = 1;
    asked_.push_back(op);
  }
  void Add(OpId op, std::string_view role, OpId of, Report& report) const {
    const auto use = uses_.find(op);
    HloUse unused;
    unused.op = op;
    AddRow(profile_, use == uses_.end() ? unused : use->second, {role, of}, report);
  }

  const Profile& profile_;
  absl::flat_hash_map<OpId, HloUse> uses_;  // of instructions that ran
  std::vector<OpId> asked_;
  absl::flat_hash_map<OpId, std::vector<OpId>> users_;
};

void AddAroundNotes(const Query& query, bool found_none, Report& report) {
  if (found_none) {
    report.notes.push_back(
        {"no_instruction_matches", Severity::kWarning,
         fmt::format("no instruction has a name that -around '{}' matches; names are as `hlo` "
                     "shows them, and a regex matches all of one",
                     fmt::join(query.around.patterns(), ","))});
    return;
  }
  report.notes.push_back({"text_in_part", Severity::kInfo,
                          "the text has of each instruction what is kept of it: its layouts and "
                          "attributes (dimensions, slices, ...) are not"});
}

}  // namespace

std::vector<ReportColumn> HloColumns() {
  using enum ColumnType;
  return {
      TableColumn("program_id", kNumber, Unit::kNone, "program", "The compiled program's number."),
      TableColumn("module", kText, Unit::kNone, "module", "The program's name."),
      TableColumn("category", kText, Unit::kNone, "category",
                  "The compiler's own category, or else the instruction's opcode."),
      TableColumn("framework_op", kText, Unit::kNone, "framework op", "What the user wrote."),
      TableColumn("occurrences", kNumber, Unit::kCount, "occurrences", "How often it ran."),
      TableColumn("total_us", kNumber, Unit::kMicros, "total",
                  "Its time, instructions nested in it included, summed over its occurrences."),
      TableColumn("self_us", kNumber, Unit::kMicros, "self",
                  "The same without the instructions nested in it."),
      TableColumn("flops", kNumber, Unit::kCount, "flops",
                  "Float operations, summed over the occurrences."),
      TableColumn("bytes_accessed", kNumber, Unit::kBytes, "accessed",
                  "Bytes read and written, summed over the occurrences."),
      TableColumn("source", kText, Unit::kNone, "source", "The line that made it: file:line."),
      TableColumn("role", kText, Unit::kNone, "role",
                  "Of -around: self, an operand of it, or a user of its result."),
      TableColumn("of", kText, Unit::kNone, "of", "Of -around: the instruction that matched."),
      TableColumn("text", kText, Unit::kNone, "text",
                  "Of -around: the instruction as HLO writes it, as far as it is kept."),
  };
}

std::vector<Report> HloTables() {
  Report own = StartTable("", "", "the instruction", HloColumns());
  return {std::move(own), ModuleTable(Profile(), {})};
}

absl::StatusOr<Report> HloView(const Selected& selected, const Query& query, RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(const std::vector<HloUse> uses, UsesOfInstructions(selected, context));
  Report report;
  report.view = "hlo";
  report.description =
      "hlo: A row is an instruction of a compiled module, or a kernel that belongs to none.";
  report.shape = Shape::kTable;
  report.columns = HloColumns();
  if (query.around.empty()) {
    report.columns.resize(report.columns.size() - kAroundColumns);
    for (const HloUse& use : uses) AddRow(profile, use, {}, report);
    if (uses.empty()) AddNoInstructionsNote(selected, report);
    if (Report modules = ModuleTable(profile, uses); !modules.rows.empty()) {
      report.sections.push_back(std::move(modules));
    }
  } else {
    const Neighbourhoods neighbourhoods(profile, query.around, uses);
    neighbourhoods.AddRows(report);
    AddAroundNotes(query, neighbourhoods.empty(), report);
  }
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace profiler
