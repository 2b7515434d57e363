#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/instructions/hlo_text.h"
#include "profiler/analysis/instructions/hlo_uses.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/base/status.h"
#include "profiler/base/text/unique_keys.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/views/notes/command_buffer_note.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/ops/instruction_row.h"
#include "profiler/views/ops/modules.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

struct Around {
  std::string_view role;  // self, operand or user; empty without -around
  OpId of;                // the instruction that -around names
};

struct HloRow : InstructionRow {
  Around around = {};

  // The same in another profile of the program. Rows may share it.
  std::vector<std::string> Key() const {
    std::vector<std::string> key = {std::string(module()), name()};
    if (!around.role.empty()) {
      key.insert(key.begin(), {std::string(NameOfOp(around.of)), std::string(around.role)});
    }
    return key;
  }
};

// `has_around`: whether to include the columns for -around.
std::vector<ColumnOf<HloRow>> HloColumns(bool has_around) {
  using C = ColumnOf<HloRow>;
  using Row = const HloRow&;
  return Concat<HloRow>({
      C::Number("program_id", Unit::kNone, "program", "The compiled program's number.",
                &HloRow::program),
      C::Text("module", "module", "The program's name.", &HloRow::module),
      C::Text("category", "category",
              "The compiler's own category, or else the instruction's opcode.", &HloRow::category),
      C::Text("framework_op", "framework op", "What the user wrote.",
              [](Row row) { return row.framework_op(); }),
      C::Number("occurrences", Unit::kCount, "occurrences", "How often it ran.",
                [](Row row) { return row.use.occurrences; }),
      C::Number("total_us", Unit::kMicros, "total",
                "Its time, instructions nested in it included, summed over its occurrences.",
                [](Row row) { return row.use.total; }),
      C::Number("self_us", Unit::kMicros, "self", "The same without the instructions nested in it.",
                [](Row row) { return row.use.self; }),
      C::Number("flops", Unit::kCount, "flops", "Float operations, summed over the occurrences.",
                [](Row row) { return WholeNumber(row.use.flops); }),
      C::Number("bytes_accessed", Unit::kBytes, "accessed",
                "Bytes read and written, summed over the occurrences.",
                [](Row row) { return WholeNumber(row.use.bytes); }),
      C::Text("source", "source", "The line that made it: file:line.",
              [](Row row) { return SourceLine(row.profile, row.op().frame); })
          .As(ColumnRole::kPath),
      C::Text("role", "role", "Of -around: self, an operand of it, or a user of its result.",
              [](Row row) { return row.around.role; })
          .If(has_around),
      C::Text("of", "of", "Of -around: the instruction that matched.",
              [](Row row) { return row.NameOfOp(row.around.of); })
          .If(has_around),
      C::Text("text", "text", "Of -around: the instruction as HLO writes it, as far as it is kept.",
              [](Row row) {
                return row.is_instruction ? InstructionText(row.profile, row.use.op) : "";
              })
          .If(has_around),
  });
}

// The instructions that -around matches, in descending order of time, each followed by its operands
// and users.
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

  template <typename Function>  // takes an HloRow
  void ForEachRow(const Function& append) const {
    const auto add = [&](OpId op, std::string_view role, OpId of) {
      const auto use = uses_.find(op);
      HloUse unused;
      unused.op = op;
      append({{profile_, use == uses_.end() ? unused : use->second}, {role, of}});
    };
    for (const OpId op : asked_) {
      add(op, "self", op);
      absl::flat_hash_map<OpId, int> seen;  // to show each operand and user only once
      for (const OpInput& input : profile_.ops.inputs[op]) {
        if (seen[input.producer]++ == 0) add(input.producer, "operand", op);
      }
      const auto users = users_.find(op);
      if (users == users_.end()) continue;
      seen.clear();
      for (const OpId user : users->second) {
        if (seen[user]++ == 0) add(user, "user", op);
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

  const Profile& profile_;
  absl::flat_hash_map<OpId, HloUse> uses_;  // for instructions that ran
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

std::vector<ReportColumn> AllHloColumns() { return Headers(HloColumns(true)); }

std::vector<Report> HloTables() {
  return {StartTable("", "", "the instruction", AllHloColumns()), ModuleTable(Profile(), {})};
}

absl::StatusOr<Report> AnswerHlo(const Selected& selected, const Query& query,
                                 RunContext& context) {
  const Profile& profile = selected.profile();
  PROFILER_ASSIGN_OR_RETURN(const std::vector<HloUse> uses,
                            UsesOfInstructions(selected, query, context));
  const std::vector<ColumnOf<HloRow>> columns = HloColumns(!query.around.empty());
  Report report = StartTable(
      "hlo", "",
      "hlo: A row is an instruction of a compiled module, or a kernel that belongs to none.",
      Headers(columns));
  report.values.basis = Basis::kTotals;
  UniqueKeys keys;
  const auto append = [&](const HloRow& row) {
    AppendRow(columns, row.name(), keys.Of(row.Key()), row, report);
  };
  if (query.around.empty()) {
    for (const HloUse& use : uses) append({{profile, use}});
    if (uses.empty()) AddNoInstructionsNote(selected, report);
    if (Report modules = ModuleTable(profile, uses); !modules.rows.empty()) {
      report.sections.push_back(std::move(modules));
    }
  } else {
    const Neighbourhoods neighbourhoods(profile, query.around, uses);
    neighbourhoods.ForEachRow(append);
    AddAroundNotes(query, neighbourhoods.empty(), report);
  }
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  AddCommandBufferNote(profile, report);
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace

extern const View kHloView = {
    .name = "hlo",
    .summary = "the instructions of compiled (XLA) modules",
    .details =
        "A row is an instruction of a module, or a kernel that belongs to none. -around REGEX "
        "shows instructions with their operands and users, each as text. A section lists the "
        "modules.",
    .run = AnswerHlo,
    .columns = AllHloColumns,
    .sections = HloTables,
    .obeys = kSelectionUses | kTableUses | OptionUse::kNeighbours,
    .events = EventUse::kAlways,
};

}  // namespace profiler
