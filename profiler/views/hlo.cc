#include "profiler/views/hlo.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/base/status.h"
#include "profiler/store/derive/derive.h"
#include "profiler/views/op_events.h"
#include "profiler/views/table.h"

namespace profiler {
namespace {

struct Use {
  OpId op;
  StringId kernel;  // of ops that are no instruction
  int64_t occurrences = 0;
  Int128 total = 0, self = 0;
};

bool IsInstruction(const Profile& profile, OpId op) {
  return profile.ops.row[op].kind == OpKind::kHloInstruction;
}

// Where an accelerator runs the instructions, what the host has of them are launches.
bool HasAccelerator(const Profile& profile) {
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackRow& track = profile.tracks[TrackId(t)];
    if (derive::IsAccelerator(track) && profile.events[TrackId(t)].size() > 0) return true;
  }
  return false;
}

class Table {
 public:
  explicit Table(const Profile& profile)
      : profile_(profile), has_accelerator_(HasAccelerator(profile)) {}

  void Add(const OpEvent& event) {
    StringId kernel;
    if (has_accelerator_ && !event.on_device) return;
    if (!IsInstruction(profile_, event.op)) {
      if (!event.on_device) return;
      const Events& events = profile_.events[event.track];
      if (!events.label.empty()) kernel = events.label[event.row];
    }
    auto [it, is_new] = index_.try_emplace({event.op, kernel}, uses_.size());
    if (is_new) uses_.push_back({event.op, kernel});
    Use& use = uses_[it->second];
    ++use.occurrences;
    use.total += event.duration;
    use.self += event.self;
  }

  // What took most time itself first, then by name.
  std::vector<Use> Sorted() && {
    std::sort(uses_.begin(), uses_.end(), [this](const Use& a, const Use& b) {
      if (a.self != b.self) return a.self > b.self;
      const auto names = [this](const Use& use) {
        return std::tuple(profile_.strings[profile_.ops.row[use.op].name],
                          profile_.strings[use.kernel], use.op.row());
      };
      return names(a) < names(b);
    });
    return std::move(uses_);
  }

 private:
  const Profile& profile_;
  const bool has_accelerator_;
  absl::flat_hash_map<std::pair<OpId, StringId>, size_t> index_;
  std::vector<Use> uses_;
};

// "file.py:12" of the op's innermost frame.
std::string Source(const Profile& profile, FrameId frame) {
  if (!frame.valid()) return "";
  const FrameRow& row = profile.frames[frame];
  const std::string file(profile.strings[row.file]);
  return row.line == kUnknown ? file : fmt::format("{}:{}", file, row.line);
}

enum Column : size_t {
  kProgram,
  kModule,
  kCategory,
  kFrameworkOp,
  kOccurrences,
  kTotal,
  kSelf,
  kFlops,
  kBytes,
  kSource,
};

void AddRow(const Profile& profile, const Use& use, Report& report) {
  std::vector<ReportColumn>& columns = report.columns;
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
  report.rows.push_back({name, {module, name, std::to_string(use.op.row())}, 0, -1, true});
  columns[kProgram].own.push_back(program == kUnknown ? kAbsent : Value(program));
  columns[kModule].words.push_back(module);
  columns[kCategory].words.emplace_back(
      profile.strings[op.category.valid() ? op.category : op.type]);
  columns[kFrameworkOp].words.emplace_back(
      framework.valid() ? profile.strings[profile.ops.row[framework].name] : "");
  columns[kOccurrences].own.push_back(use.occurrences);
  columns[kTotal].own.push_back(use.total);
  columns[kSelf].own.push_back(use.self);
  columns[kFlops].own.push_back(times_runs(op.float_ops));
  columns[kBytes].own.push_back(times_runs(op.bytes_accessed));
  columns[kSource].words.push_back(Source(profile, op.frame));
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
  };
}

absl::StatusOr<Report> HloView(const Profile& profile, const Query& query, RunContext& context) {
  Table table(profile);
  PROFILER_RETURN_IF_ERROR(ForEachOpEvent(
      profile, query, [](const OpRow& op) { return op.kind != OpKind::kRuntime; },
      [&](const OpEvent& event) { table.Add(event); }, context));
  Report report;
  report.view = "hlo";
  report.description =
      "hlo: A row is an instruction of a compiled module, or a kernel that belongs to none.";
  report.shape = Shape::kTable;
  report.columns = HloColumns();
  for (const Use& use : std::move(table).Sorted()) AddRow(profile, use, report);
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  return report;
}

}  // namespace profiler
