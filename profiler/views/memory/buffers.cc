#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/memory/program_memory.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/base/status.h"
#include "profiler/base/text/unique_keys.h"
#include "profiler/report/column.h"
#include "profiler/report/table.h"
#include "profiler/views/notes/empty_notes.h"
#include "profiler/views/notes/filter_notes.h"
#include "profiler/views/view.h"

namespace profiler {
namespace {

// A program in a memory space.
struct ProgramRow {
  const Profile& profile;
  const ProgramMemory& memory;

  std::string_view module() const {
    return memory.module.valid() ? profile.strings[profile.modules[memory.module].name] : "";
  }
  Value program() const {
    return memory.module.valid() ? Known(profile.modules[memory.module].program_id) : kAbsent;
  }
};

const std::vector<ColumnOf<ProgramRow>>& ProgramColumns() {
  using C = ColumnOf<ProgramRow>;
  using Row = const ProgramRow&;
  static const std::vector<C> kColumns = {
      C::Text("module", "module", "The compiled program's name.", &ProgramRow::module)
          .RepeatsName(),
      C::Number("program_id", Unit::kNone, "program", "The compiled program's number.",
                &ProgramRow::program),
      C::Number("memory_space", Unit::kNone, "space",
                "XLA's number of the memory space; 0 is the device's main memory.",
                [](Row row) -> Value { return row.memory.space; }),
      C::Number("peak_bytes", Unit::kBytes, "peak",
                "The most that is there at once: what is there for the whole run, and temporaries.",
                [](Row row) { return row.memory.peak(); })
          .Typical(),
      C::Number("peak_unpadded_bytes", Unit::kBytes, "unpadded",
                "The same without the padding of temporaries.",
                [](Row row) { return row.memory.peak() - row.memory.padding; })
          .Typical(),
      C::Number("parameter_bytes", Unit::kBytes, "parameters", "What the program is given.",
                [](Row row) { return row.memory.parameters; })
          .Typical(),
      C::Number("live_out_bytes", Unit::kBytes, "outputs", "What its caller may read afterwards.",
                [](Row row) { return row.memory.live_out; })
          .Typical(),
      C::Number("temporary_bytes", Unit::kBytes, "temporaries",
                "The most that is alive of temporaries at once.",
                [](Row row) { return row.memory.temporaries; })
          .Typical(),
      C::Number("allocated_bytes", Unit::kBytes, "allocated",
                "What it takes from the device: also the gaps between temporaries.",
                [](Row row) { return row.memory.allocated(); })
          .Typical(),
      C::Number("indefinite_bytes", Unit::kBytes, "whole run",
                "What is there for the whole run: parameters, outputs, constants and memory of "
                "threads.",
                [](Row row) { return row.memory.whole_run; })
          .Typical(),
      C::Real("fragmentation", Unit::kShare, "fragmentation",
              "Of the room for temporaries: the share that is free even at the peak.",
              [](Row row) { return row.memory.fragmentation(); })
          .Typical(),
      C::Series("over_run_bytes", Unit::kBytes, "over the run",
                "What is there in each part of the run, the most of each part.",
                [](Row row) { return row.memory.over_run; }),
  };
  return kColumns;
}

// A buffer that is there at the peak.
struct HeldRow {
  ProgramRow program;
  const BufferRow& buffer;

  const Profile& profile() const { return program.profile; }
  std::string_view Text(StringId id) const { return id.valid() ? profile().strings[id] : ""; }
  const OpRow* op() const { return buffer.op.valid() ? &profile().ops.row[buffer.op] : nullptr; }
  std::string_view name() const { return op() == nullptr ? "" : Text(op()->name); }
  std::string_view group() const {
    switch (buffer.kind) {
      case BufferKind::kParameter:
        return "parameter";
      case BufferKind::kOutput:
        return "output";
      case BufferKind::kConstant:
        return "constant";
      case BufferKind::kThreadLocal:
        return "thread-local";
      case BufferKind::kTemporary:
      case BufferKind::kHeap:
        break;
    }
    return "temporary";
  }
  std::string_view framework_op() const {
    const OpId id = op() == nullptr ? OpId() : op()->framework_op;
    return id.valid() ? Text(profile().ops.row[id].name) : "";
  }
};

const std::vector<ColumnOf<HeldRow>>& HeldColumns() {
  using C = ColumnOf<HeldRow>;
  using Row = const HeldRow&;
  static const std::vector<C> kColumns = {
      C::Text("module", "module", "The compiled program's name.",
              [](Row row) { return row.program.module(); }),
      C::Number("program_id", Unit::kNone, "program", "The compiled program's number.",
                [](Row row) { return row.program.program(); })
          .ForPrograms(),
      C::Text("opcode", "opcode", "What the instruction does.",
              [](Row row) { return row.op() == nullptr ? "" : row.Text(row.op()->type); }),
      C::Text("group", "group",
              "What it is for: a parameter, an output, a constant, memory of a thread, or a "
              "temporary.",
              &HeldRow::group),
      C::Number("bytes", Unit::kBytes, "bytes", "Its size.",
                [](Row row) { return Known(row.buffer.bytes); }),
      C::Real("share", Unit::kShare, "share", "bytes of the program's peak.",
              [](Row row) { return ShareOf(row.buffer.bytes, row.program.memory.peak()); }),
      C::Number("unpadded_bytes", Unit::kBytes, "unpadded", "What of it has values.",
                [](Row row) { return Known(row.buffer.unpadded_bytes); }),
      C::Text("shape", "shape", "Its type, dimensions and layout, as XLA writes them.",
              [](Row row) { return row.Text(row.buffer.shape); }),
      C::Number("memory_space", Unit::kNone, "space",
                "XLA's number of the memory space; 0 is the device's main memory.",
                [](Row row) -> Value { return row.buffer.memory_space; }),
      C::Text("framework_op", "framework op", "What the user wrote.", &HeldRow::framework_op),
      C::Text("source", "source", "The line that made it: file:line.",
              [](Row row) {
                return row.op() == nullptr ? "" : SourceLine(row.profile(), row.op()->frame);
              })
          .As(ColumnRole::kPath),
      C::Number("live_from", Unit::kNone, "from",
                "Of a temporary: when it takes its room, in events of the program's heap. "
                "-order_by live_from gives the program's order.",
                [](Row row) { return Known(row.buffer.live_from); })
          .As(ColumnRole::kBegin),
      C::Number("live_to", Unit::kNone, "to", "Of a temporary: when it gives it back.",
                [](Row row) { return Known(row.buffer.live_to); })
          .As(ColumnRole::kPosition),
      C::Number("offset_bytes", Unit::kBytes, "offset",
                "Of a temporary: where it lies in the program's heap.",
                [](Row row) { return Known(row.buffer.offset); })
          .Typical(),
  };
  return kColumns;
}

constexpr std::string_view kUnnamed = "<no instruction>";

Report EmptyBuffers() {
  Report report = StartTable("buffers", "Buffers", "a buffer that is there at the peak",
                             Headers(HeldColumns()));
  report.values = {Basis::kPeaks, "the peak of the buffer's program"};
  return report;
}

Report EmptyPrograms() {
  Report report = StartTable("modules", "Programs", "the compiled program, in a memory space",
                             Headers(ProgramColumns()));
  report.values.basis = Basis::kPeaks;
  return report;
}

std::vector<Report> BufferTables() {
  return {StartTable("", "", "a buffer that is there at the peak", Headers(HeldColumns())),
          EmptyPrograms()};
}

absl::StatusOr<Report> AnswerBuffers(const Selected& selected, const Query& query, RunContext&) {
  const Profile& profile = selected.profile();
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  Report report = EmptyBuffers(), programs = EmptyPrograms();
  UniqueKeys keys, program_keys;
  const std::vector<ProgramMemory> all = MemoryOfPrograms(profile);
  for (const ProgramMemory& memory : all) {
    const ProgramRow program{profile, memory};
    if (!query.modules.empty() && !query.modules.Matches(program.module())) continue;
    AppendRow(ProgramColumns(), program.module(),
              program_keys.Of({std::string(program.module()), std::to_string(memory.space)}),
              program, programs);
    for (const size_t number : memory.held) {
      const HeldRow row{program, profile.buffers[number]};
      const std::string_view name = row.name().empty() ? kUnnamed : row.name();
      AppendRow(HeldColumns(), name, keys.Of({std::string(program.module()), std::string(name)}),
                row, report);
    }
  }
  if (all.empty()) {
    AddNoBuffersNote(selected, report);
  } else if (programs.rows.empty()) {
    report.notes.push_back({"no_module_matches", Severity::kWarning,
                            fmt::format("no compiled program has a name that -module '{}' matches; "
                                        "a regex matches all of a name: `buffers` lists them",
                                        fmt::join(query.modules.patterns(), ","))});
  } else {
    Query of_programs = query;
    of_programs.where = Where();
    PROFILER_RETURN_IF_ERROR(FinishTable(of_programs, programs));
    report.sections.push_back(std::move(programs));
  }
  PROFILER_RETURN_IF_ERROR(FinishTable(query, report));
  AddFilterNotes(profile, query, report);
  return report;
}

}  // namespace

extern const View kBuffersView = {
    .name = "buffers",
    .summary = "memory that compiled (XLA) programs plan: the peak, and what is there at it",
    .details =
        "A row is a buffer that is there when a compiled program needs most memory, the largest "
        "first: a parameter, an output, a constant or a temporary, with its shape and the line "
        "that made it. The section `modules` has the programs. -module REGEX picks programs.",
    .run = AnswerBuffers,
    .rows = RowKind::kOther,
    .columns = [] { return Headers(HeldColumns()); },
    .sections = BufferTables,
    .obeys = kTableUses | OptionUse::kModules,
};

}  // namespace profiler
