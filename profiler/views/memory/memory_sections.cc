#include "profiler/views/memory/memory_sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/ops/op_scope.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/analysis/ops/torch/forward_frames.h"
#include "profiler/report/table.h"
#include "profiler/views/ops/op_origin.h"

namespace profiler {
namespace {

constexpr std::string_view kNoScope = "<no scope>";
constexpr char kUnknownLine[] = "<unknown line>";

// The memory that ops of the same name held at the peak.
struct Holder {
  std::string name;
  AmountByOp by_op = {};
  Int128 bytes = 0;
  int64_t allocations = 0;
};

std::string_view OpName(const Profile& profile, OpId op) {
  return op.valid() ? profile.strings[profile.ops.row[op].name] : kUnknownOp;
}

// The line of the user's code that made the op, or whose backward pass runs it. `forward` is
// ForwardFrames().
std::string LineName(const Profile& profile, const std::vector<FrameId>& forward, OpId op) {
  if (!op.valid()) return kUnknownLine;
  std::string line = OriginOf(profile, {{op, 1}}).source;
  if (line.empty()) line = SourceLine(profile, forward[op.row()]);
  return line.empty() ? kUnknownLine : line;
}

// The scope that contains the op.
std::string_view ScopeName(const Profile& profile, OpId op) {
  if (!op.valid()) return kUnknownOp;
  const std::string_view scope = ScopeOf(profile, op);
  return scope.empty() ? kNoScope : scope;
}

// Sorted by amount, largest first, then by name.
template <typename NameFunction>
std::vector<Holder> HoldersOf(const Profile& profile, const MemoryUse& use,
                              const NameFunction& name) {
  std::vector<Holder> holders;
  std::unordered_map<std::string, size_t> index;
  absl::flat_hash_map<OpId, size_t> of_op;
  for (const HeldMemory& one : use.held) {
    const auto [known, is_new_op] = of_op.try_emplace(one.op);
    if (is_new_op) {
      const auto [it, is_new] =
          index.try_emplace(std::string(name(profile, one.op)), holders.size());
      if (is_new) holders.push_back({it->first});
      known->second = it->second;
    }
    Holder& holder = holders[known->second];
    holder.bytes += one.bytes;
    holder.by_op[one.op] += one.bytes;
    ++holder.allocations;
  }
  if (use.peak > use.held_at_peak) {
    holders.push_back({std::string(kAllocatedBefore), {}, use.peak - use.held_at_peak});
  }
  std::sort(holders.begin(), holders.end(), [](const Holder& a, const Holder& b) {
    return a.bytes != b.bytes ? a.bytes > b.bytes : a.name < b.name;
  });
  return holders;
}

// A row of the tables of memory at the peak.
struct HolderRow {
  MemoryPlace place;
  const Holder& holder;
};

std::vector<std::string> HolderKey(const HolderRow& row, const SourceKeys& sources) {
  std::vector<std::string> key = row.place.Key(sources);
  key.push_back(row.holder.name);
  return key;
}

const std::vector<ColumnOf<HolderRow>>& ScopeHolderColumns() {
  using C = ColumnOf<HolderRow>;
  using Row = const HolderRow&;
  static const auto& columns = *new auto(Concat<HolderRow>({
      PartColumns<HolderRow>(MemoryPlaceColumns(), &HolderRow::place),
      {
          C::Text("device", "device", "Whose memory it is.",
                  [](Row row) { return row.place.device(); }),
          C::Number("bytes", Unit::kBytes, "bytes", "What it held at the peak.",
                    [](Row row) { return row.holder.bytes; }),
          C::Real("share", Unit::kShare, "share", "bytes of the peak's.",
                  [](Row row) { return ShareOf(row.holder.bytes, row.place.use.peak); }),
          C::Number("allocations", Unit::kCount, "allocations",
                    "How many these are; unknown of what was allocated before.",
                    [](Row row) {
                      const int64_t count = row.holder.allocations;
                      return count == 0 ? kAbsent : Value(count);
                    }),
      },
  }));
  return columns;
}

struct OpHolderRow {
  HolderRow held;
  OpOrigin origin;
};

const std::vector<ColumnOf<OpHolderRow>>& OpHolderColumns() {
  static const auto& columns = *new auto(Concat<OpHolderRow>({
      PartColumns<OpHolderRow>(ScopeHolderColumns(), &OpHolderRow::held),
      PartColumns<OpHolderRow>(OriginColumns(), &OpHolderRow::origin),
  }));
  return columns;
}

struct MemoryTimeRow {
  MemoryPlace place;
};

const std::vector<ColumnOf<MemoryTimeRow>>& MemoryTimeColumns() {
  using C = ColumnOf<MemoryTimeRow>;
  using Row = const MemoryTimeRow&;
  static const auto& columns = *new auto(Concat<MemoryTimeRow>({
      PartColumns<MemoryTimeRow>(MemoryPlaceColumns(), &MemoryTimeRow::place),
      {
          C::Number("begin_us", Unit::kMicros, "begin",
                    "From the profile's start to its first moment.",
                    [](Row row) { return row.place.FromStart(row.place.use.begin); })
              .As(ColumnRole::kBegin),
          C::Number("end_us", Unit::kMicros, "end", "The same to its last moment.",
                    [](Row row) { return row.place.FromStart(row.place.use.end); })
              .As(ColumnRole::kPosition),
          C::Series("allocated_bytes", Unit::kBytes, "allocated",
                    "The most that was allocated in equal parts of that time.",
                    [](Row row) { return row.place.use.allocated_series.most; }),
          C::Series("allocated_least_bytes", Unit::kBytes, "least", "The least in them.",
                    [](Row row) { return row.place.use.allocated_series.least; })
              .ForPrograms(),
          C::Series("allocated_last_bytes", Unit::kBytes, "last",
                    "What was allocated when each of them ended.",
                    [](Row row) { return row.place.use.allocated_series.last; })
              .ForPrograms(),
          C::Series("reserved_bytes", Unit::kBytes, "reserved",
                    "The most that the allocator reserved from the device in them.",
                    [](Row row) { return row.place.use.reserved_series.most; }),
      },
  }));
  return columns;
}

}  // namespace

const std::vector<ColumnOf<MemoryPlace>>& MemoryPlaceColumns() {
  using C = ColumnOf<MemoryPlace>;
  using Row = const MemoryPlace&;
  static const auto& columns = *new std::vector<C>{
      C::Number("rank", Unit::kNone, "rank", "The rank in the job.",
                [](Row row) { return Known(row.source().rank); }),
      C::Text("allocator", "allocator", "What hands it out.", &MemoryPlace::allocator)
          .In(Detail::kReport),
      C::Number("step", Unit::kNone, "step",
                "The only step that it belongs to, if the recorder recorded steps separately.",
                [](Row row) {
                  return row.use.step.valid() ? Known(row.profile.steps[row.use.step].number)
                                              : kAbsent;
                })
          .In(Detail::kReport),
  };
  return columns;
}

SourceRow MemoryPlace::source() const {
  return use.source.valid() ? profile.sources[use.source] : SourceRow();
}
std::string_view MemoryPlace::device() const {
  return profile.strings[profile.devices[use.device].name];
}
std::string_view MemoryPlace::allocator() const { return profile.strings[use.allocator]; }

Value MemoryPlace::FromStart(int64_t time) const {
  return use.source.valid() ? profile.time_axis.FromStart(use.source, time) : kAbsent;
}

std::vector<std::string> MemoryPlace::Key(const SourceKeys& sources) const {
  return {sources.Of(use.source), std::string(device()), std::string(allocator())};
}

void DescribeSizes(const std::vector<MemoryUse>& uses, bool has_shares, Report& report) {
  report.values.basis = Basis::kPeaks;
  if (has_shares) report.values.shares_of = "what was allocated at the peak";
  if (!AreMoments(uses)) return;
  report.values_are = fmt::format(
      "Sizes are what was held when the snapshot was taken, which need not be the peak{}",
      has_shares ? "; shares are of all that" : "");
}

std::string_view WhenHeld(const std::vector<MemoryUse>& uses) {
  return AreMoments(uses) ? "when the snapshot was taken" : "at the peak";
}

Report PeakByOp(const Profile& profile, const std::vector<MemoryUse>& uses) {
  Report report = StartTable("peak_ops", fmt::format("What was held {}, by op", WhenHeld(uses)),
                             "the op", Headers(OpHolderColumns()));
  DescribeSizes(uses, true, report);
  const SourceKeys sources(profile);
  for (const MemoryUse& use : uses) {
    for (const Holder& holder : HoldersOf(profile, use, OpName)) {
      const OpHolderRow row{{{profile, use}, holder}, OriginOf(profile, holder.by_op)};
      AppendRow(OpHolderColumns(), holder.name, HolderKey(row.held, sources), row, report);
    }
  }
  return report;
}

Report PeakByLine(const Profile& profile, const std::vector<MemoryUse>& uses) {
  Report report = StartTable("peak_lines", fmt::format("What was held {}, by line", WhenHeld(uses)),
                             "the line of code that made the op", Headers(ScopeHolderColumns()));
  DescribeSizes(uses, true, report);
  const SourceKeys sources(profile);
  const std::vector<FrameId> forward = ForwardFrames(profile);
  const auto line_name = [&](const Profile& of, OpId op) { return LineName(of, forward, op); };
  for (const MemoryUse& use : uses) {
    const std::vector<Holder> holders = HoldersOf(profile, use, line_name);
    const bool has_lines = std::any_of(holders.begin(), holders.end(), [](const Holder& holder) {
      return holder.allocations > 0 && holder.name != kUnknownLine;
    });
    if (!has_lines) continue;
    for (const Holder& holder : holders) {
      const HolderRow row{{profile, use}, holder};
      AppendRow(ScopeHolderColumns(), holder.name, HolderKey(row, sources), row, report);
    }
  }
  return report;
}

Report PeakByScope(const Profile& profile, const std::vector<MemoryUse>& uses) {
  Report report =
      StartTable("peak_scopes", fmt::format("What was held {}, by scope", WhenHeld(uses)),
                 "the path above the ops", Headers(ScopeHolderColumns()));
  DescribeSizes(uses, true, report);
  const SourceKeys sources(profile);
  for (const MemoryUse& use : uses) {
    for (const Holder& holder : HoldersOf(profile, use, ScopeName)) {
      const HolderRow row{{profile, use}, holder};
      AppendRow(ScopeHolderColumns(), holder.name, HolderKey(row, sources), row, report);
    }
  }
  return report;
}

Report MemoryOverTime(const Profile& profile, const std::vector<MemoryUse>& uses) {
  Report report =
      StartTable("over_time", "Memory over time", "the device", Headers(MemoryTimeColumns()));
  const SourceKeys sources(profile);
  for (const MemoryUse& use : uses) {
    const MemoryTimeRow row{{profile, use}};
    AppendRow(MemoryTimeColumns(), row.place.device(), row.place.Key(sources), row, report);
  }
  return report;
}

}  // namespace profiler
