#include "profiler/views/memory/memory_sections.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "profiler/analysis/ops/op_scope.h"
#include "profiler/report/table.h"
#include "profiler/views/ops/op_origin.h"

namespace profiler {
namespace {

using enum ColumnType;

constexpr std::string_view kUnknownOp = "<unknown op>";
constexpr std::string_view kNoScope = "<no scope>";
constexpr std::string_view kBefore = "<allocated before>";

// What ops of one name held at the peak.
struct Holder {
  std::string name;
  AmountByOp by_op = {};
  Int128 bytes = 0;
  int64_t allocations = 0;
};

std::string_view OpName(const Profile& profile, OpId op) {
  return op.valid() ? profile.strings[profile.ops.row[op].name] : kUnknownOp;
}

// The path above the op.
std::string_view ScopeName(const Profile& profile, OpId op) {
  if (!op.valid()) return kUnknownOp;
  const std::string_view scope = ScopeOf(profile, op);
  return scope.empty() ? kNoScope : scope;
}

// The greatest first, equal ones by name.
template <typename NameFunction>
std::vector<Holder> HoldersOf(const Profile& profile, const MemoryUse& use,
                              const NameFunction& name) {
  std::vector<Holder> holders;
  std::unordered_map<std::string_view, size_t> index;
  for (const HeldMemory& one : use.held) {
    const auto [it, is_new] = index.try_emplace(name(profile, one.op), holders.size());
    if (is_new) holders.push_back({std::string(it->first)});
    Holder& holder = holders[it->second];
    holder.bytes += one.bytes;
    holder.by_op[one.op] += one.bytes;
    ++holder.allocations;
  }
  if (use.peak > use.held_at_peak) {
    holders.push_back({std::string(kBefore), {}, use.peak - use.held_at_peak});
  }
  std::sort(holders.begin(), holders.end(), [](const Holder& a, const Holder& b) {
    return a.bytes != b.bytes ? a.bytes > b.bytes : a.name < b.name;
  });
  return holders;
}

std::vector<ReportColumn> HolderColumns() {
  std::vector<ReportColumn> columns = MemoryPlaceColumns();
  columns.push_back(TableColumn("device", kText, Unit::kNone, "device", "Whose memory it is."));
  columns.push_back(
      TableColumn("bytes", kNumber, Unit::kBytes, "bytes", "What it held at the peak."));
  columns.push_back(TableColumn("share", kReal, Unit::kShare, "share", "bytes of the peak's."));
  columns.push_back(TableColumn("allocations", kNumber, Unit::kCount, "allocations",
                                "How many these are; unknown of what was allocated before."));
  return columns;
}

TableRow AddHolder(const Profile& profile, const MemoryUse& use, const Holder& holder,
                   Report& report) {
  TableRow row = AddMemoryRow(profile, use, holder.name, {holder.name}, report);
  row.Text(profile.strings[profile.devices[use.device].name]).Number(holder.bytes);
  row.Real(use.peak == 0 ? kAbsentReal
                         : static_cast<double>(holder.bytes) / static_cast<double>(use.peak));
  row.Number(holder.allocations == 0 ? kAbsent : holder.allocations);
  return row;
}

}  // namespace

std::vector<ReportColumn> MemoryPlaceColumns() {
  return {
      TableColumn("rank", kNumber, Unit::kNone, "rank", "The rank in the job."),
      TableColumn("allocator", kText, Unit::kNone, "allocator", "What hands it out."),
      TableColumn("step", kNumber, Unit::kNone, "step",
                  "The step that it is of alone, where the recorder notes each step by itself."),
  };
}

TableRow AddMemoryRow(const Profile& profile, const MemoryUse& use, std::string_view name,
                      std::vector<std::string> key, Report& report) {
  const SourceRow source = use.source.valid() ? profile.sources[use.source] : SourceRow();
  const std::string_view device = profile.strings[profile.devices[use.device].name];
  const std::string_view allocator = profile.strings[use.allocator];
  std::vector<std::string> full = {std::string(profile.strings[source.path]), std::string(device),
                                   std::string(allocator)};
  std::move(key.begin(), key.end(), std::back_inserter(full));
  TableRow row(report, name, std::move(full));
  row.Number(Known(source.rank)).Text(allocator);
  row.Number(use.step.valid() ? Known(profile.steps[use.step].number) : kAbsent);
  return row;
}

Report PeakByOp(const Profile& profile, const std::vector<MemoryUse>& uses) {
  std::vector<ReportColumn> columns = HolderColumns();
  for (ReportColumn& column : OriginColumns()) columns.push_back(std::move(column));
  Report report =
      StartTable("peak_ops", "What was held at the peak, by op", "the op", std::move(columns));
  for (const MemoryUse& use : uses) {
    for (const Holder& holder : HoldersOf(profile, use, OpName)) {
      TableRow row = AddHolder(profile, use, holder, report);
      AddOrigin(profile, holder.by_op, row);
    }
  }
  return report;
}

Report PeakByScope(const Profile& profile, const std::vector<MemoryUse>& uses) {
  Report report = StartTable("peak_scopes", "What was held at the peak, by scope",
                             "the path above the ops", HolderColumns());
  for (const MemoryUse& use : uses) {
    for (const Holder& holder : HoldersOf(profile, use, ScopeName)) {
      AddHolder(profile, use, holder, report);
    }
  }
  return report;
}

Report MemoryOverTime(const Profile& profile, const std::vector<MemoryUse>& uses) {
  std::vector<ReportColumn> columns = MemoryPlaceColumns();
  const auto add = [&](const char* name, ColumnType type, Unit unit, const char* title,
                       const char* description) {
    columns.push_back(TableColumn(name, type, unit, title, description));
  };
  add("begin_us", kNumber, Unit::kMicros, "begin", "From the profile's start to its first moment.");
  add("end_us", kNumber, Unit::kMicros, "end", "The same to its last moment.");
  add("allocated_bytes", kSeries, Unit::kBytes, "allocated",
      "The most that was allocated in equal parts of that time.");
  add("reserved_bytes", kSeries, Unit::kBytes, "reserved",
      "The most that the allocator had from the device in them.");
  Report report = StartTable("over_time", "Memory over time", "the device", std::move(columns));
  for (const MemoryUse& use : uses) {
    const auto from_start = [&](int64_t time) {
      return use.source.valid() ? profile.time_axis.FromStart(use.source, time) : kAbsent;
    };
    AddMemoryRow(profile, use, profile.strings[profile.devices[use.device].name], {}, report)
        .Number(from_start(use.begin))
        .Number(from_start(use.end))
        .Series(use.allocated_series)
        .Series(use.reserved_series);
  }
  return report;
}

}  // namespace profiler
