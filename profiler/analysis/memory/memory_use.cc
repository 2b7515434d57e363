#include "profiler/analysis/memory/memory_use.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "profiler/analysis/kept/left_out_events.h"
#include "profiler/analysis/memory/allocations.h"
#include "profiler/analysis/memory/allocator_rows.h"
#include "profiler/base/status.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// Parts of a series: no more than an allocator has rows, as more would show nothing new.
constexpr size_t kFewestParts = 24, kMostParts = 480;

// The memory of an allocator after each row.
struct Level {
  Value allocated = kAbsent;  // if unknown, the value of the row before
  Value reserved = kAbsent;
};

// What the row changed, in the recording.
Value ChangeOf(const AllocationRow& row) { return row.held_before ? 0 : row.delta; }

// Whether the memory at the start is unknown although reported as 0. Recorders count the memory of
// host allocators from 0 at the start of the recording.
bool CountsFromZero(const Profile& profile, const MemoryUse& use) {
  return use.at_start == 0 && !IsAccelerator(profile.devices[use.device].kind);
}

std::vector<Level> LevelsByTotals(const AllocationRows& rows, MemoryUse& use) {
  std::vector<Level> levels(rows.size());
  Value allocated = kAbsent;
  for (size_t i = 0; i < rows.size(); ++i) {
    const AllocationRow& row = *rows[i];
    if (row.total_allocated >= 0) {
      const bool tells_start =
          row.delta != kUnknown && (row.delta != 0 || use.is_kept || row.held_before);
      if (allocated == kAbsent && tells_start) {
        use.at_start = std::max<Value>(row.total_allocated - ChangeOf(row), 0);
      }
      allocated = row.total_allocated;
    } else if (allocated != kAbsent) {
      allocated = std::max<Value>(allocated + row.delta, 0);
    }
    levels[i].allocated = allocated;
  }
  return levels;
}

std::vector<Level> LevelsByChanges(const AllocationRows& rows, const AllocationHistory& history) {
  std::vector<Level> levels(rows.size());
  Value held = history.before;
  for (size_t i = 0; i < rows.size(); ++i) {
    held += rows[i]->delta;
    levels[i].allocated = held;
  }
  return levels;
}

MemorySeries SeriesOf(const AllocationRows& rows, const std::vector<Level>& levels, Value first,
                      Value Level::*level) {
  const size_t parts = std::clamp(rows.size(), kFewestParts, kMostParts);
  const std::vector<double> unknown(parts, kAbsentReal);
  MemorySeries series{unknown, unknown, unknown};
  const Int128 begin = rows.front()->time;
  const Int128 length = static_cast<Int128>(rows.back()->time) - begin + 1;
  bool is_known = false;
  double last = first == kAbsent ? std::nan("") : static_cast<double>(first);
  size_t filled = 0;
  // Memory held at the start of a part counts for that part, too.
  const auto fill_to = [&](size_t end) {
    for (; filled < end; ++filled) {
      series.most[filled] = series.least[filled] = series.last[filled] = last;
    }
  };
  for (size_t i = 0; i < rows.size(); ++i) {
    const Value value = levels[i].*level;
    if (value == kAbsent) continue;
    is_known = true;
    const auto at = static_cast<size_t>((rows[i]->time - begin) * parts / length);
    fill_to(at + 1);
    last = static_cast<double>(value);
    // fmax and fmin pass over what is not known.
    series.most[at] = std::fmax(series.most[at], last);
    series.least[at] = std::fmin(series.least[at], last);
    series.last[at] = last;
  }
  fill_to(parts);
  return is_known ? series : MemorySeries();
}

// If the peak is reached several times, the last time is returned, as in xprof.
size_t FindPeak(const AllocationRows& rows, const std::vector<Level>& levels, MemoryUse& use) {
  const bool knows_first = levels[0].allocated != kAbsent && rows[0]->delta != kUnknown;
  const Value first = knows_first ? levels[0].allocated - ChangeOf(*rows[0]) : 0;
  size_t peak_at = SIZE_MAX;
  use.peak = std::max<Value>(first, 0);
  use.peak_time = rows[0]->time;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (levels[i].allocated == kAbsent || levels[i].allocated < use.peak) continue;
    use.peak = levels[i].allocated;
    use.peak_time = rows[i]->time;
    peak_at = i;
  }
  return peak_at;
}

// What the allocator recorded at the peak.
void TakeRecorded(const AllocationRow& row, MemoryUse& use) {
  use.stack_at_peak = Known(row.stack);
  use.free_at_peak = Known(row.available);
  use.split_at_peak = Known(row.split);
  if (row.fragmentation != kUnknown) {
    use.fragmentation_at_peak = static_cast<double>(row.fragmentation) / 1e9;
  }
}

// Drops the earliest allocations that were not seen freed, until the rest fits the peak.
void FitPeak(MemoryPieces pieces, MemoryUse& use) {
  if (use.held_at_peak <= use.peak) return;
  use.lost_frees = true;
  std::vector<HeldMemory> kept;
  for (const HeldMemory& piece : use.held) {
    if (piece.end != kUnknown || use.held_at_peak <= use.peak) {
      kept.push_back(piece);
      continue;
    }
    use.held_at_peak -= piece.bytes;
    if (pieces == MemoryPieces::kAll) use.not_at_peak.push_back(piece);
  }
  use.held = std::move(kept);
}

void AddRefused(const AllocationRows& rows, MemoryUse& use) {
  for (const AllocationRow* row : rows) {
    if (row->refused == kUnknown) continue;
    use.refused.push_back({row->op, row->refused, Known(row->device_free),
                           Known(row->total_allocated), Known(row->total_reserved), row->time});
  }
}

void Follow(const Profile& profile, const AllocationRows& rows, MemoryPieces pieces,
            MemoryUse& use) {
  AllocationRows changes;
  std::vector<size_t> row_of_change;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i]->delta == kUnknown || rows[i]->delta == 0) continue;
    if (!rows[i]->held_before) ++(rows[i]->delta > 0 ? use.allocations : use.frees);
    changes.push_back(rows[i]);
    row_of_change.push_back(i);
  }
  use.has_changes = !changes.empty();
  const bool none_changes = use.allocations == 0 && use.frees == 0;
  use.is_moment =
      none_changes && (use.has_changes || use.is_kept) && rows.front()->time == rows.back()->time;
  const AllocationHistory history = FollowAllocations(changes);
  use.frees_of_unknown = history.frees_of_unknown;
  const bool has_totals = std::any_of(
      rows.begin(), rows.end(), [](const AllocationRow* row) { return row->total_allocated >= 0; });
  std::vector<Level> levels =
      has_totals ? LevelsByTotals(rows, use) : LevelsByChanges(rows, history);
  for (size_t i = 0; i < rows.size(); ++i) {
    const int64_t reserved = rows[i]->total_reserved;
    if (reserved < 0) continue;
    levels[i].reserved = reserved;
    use.reserved_peak =
        use.reserved_peak == kAbsent ? reserved : std::max<Value>(use.reserved_peak, reserved);
  }
  const size_t peak_at = FindPeak(rows, levels, use);
  if (peak_at != SIZE_MAX) TakeRecorded(*rows[peak_at], use);
  for (const AllocatedMemory& one : history.memory) {
    const AllocationRow& row = *changes[one.born];
    if (one.died == AllocatedMemory::kNever && !row.held_before) use.unfreed += one.bytes;
    const bool is_born = peak_at != SIZE_MAX && row_of_change[one.born] <= peak_at;
    const bool is_freed =
        is_born && one.died != AllocatedMemory::kNever && row_of_change[one.died] <= peak_at;
    const int64_t end = one.died == AllocatedMemory::kNever ? kUnknown : changes[one.died]->time;
    const HeldMemory piece = {one.op,     one.bytes,     row.time, end,
                              row.region, row.data_type, row.shape};
    if (!is_born || is_freed) {
      if (pieces == MemoryPieces::kAll) use.not_at_peak.push_back(piece);
      continue;
    }
    use.held.push_back(piece);
    use.held_at_peak += one.bytes;
  }
  FitPeak(pieces, use);
  AddRefused(rows, use);
  use.begin = rows.front()->time;
  use.end = rows.back()->time;
  use.at_end = levels.back().allocated;
  if (!use.is_kept) {
    use.allocated_series = SeriesOf(rows, levels, use.at_start, &Level::allocated);
    use.reserved_series = SeriesOf(rows, levels, kAbsent, &Level::reserved);
  }
  if (CountsFromZero(profile, use)) use.at_start = kAbsent;
  use.knows_start = use.at_start != kAbsent;
  const Value at_most = use.knows_start && use.at_end != kAbsent ? use.at_end : use.peak;
  if (has_totals) use.unfreed = std::min<Int128>(use.unfreed, at_most);
}

bool IsFromStoreWithoutEvents(const Profile& profile, SourceId source) {
  return source.valid() ? profile.sources[source].without_events : LacksEvents(profile);
}

bool IsSameAllocator(const MemoryUse& a, const MemoryUse& b) {
  return a.source == b.source && a.device == b.device && a.allocator == b.allocator;
}

}  // namespace

bool AreMoments(const std::vector<MemoryUse>& uses) {
  return !uses.empty() &&
         std::all_of(uses.begin(), uses.end(), [](const MemoryUse& use) { return use.is_moment; });
}

absl::StatusOr<MemoryUses> FindMemoryUses(const Selected& selected, RunContext& context,
                                          MemoryPieces pieces) {
  const Profile& profile = selected.profile();
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  AllocatorRows allocators(selected);
  PROFILER_RETURN_IF_ERROR(allocators.Find(context));
  MemoryUses found;
  found.untimed = allocators.untimed();
  for (auto& [key, rows] : allocators.groups()) {
    PROFILER_RETURN_IF_ERROR(context.Check());
    std::stable_sort(rows.begin(), rows.end(), [](const AllocationRow* a, const AllocationRow* b) {
      return a->time < b->time;
    });
    MemoryUse use;
    int64_t rank = 0;
    std::tie(rank, use.source, std::ignore, std::ignore, use.device, use.allocator, use.step) = key;
    use.is_kept = IsFromStoreWithoutEvents(profile, use.source);
    Follow(profile, rows, pieces, use);
    const bool is_other_step = !found.uses.empty() && IsSameAllocator(found.uses.back(), use) &&
                               IsOfStepAlone(*rows.front());
    if (!is_other_step) {
      found.uses.push_back(std::move(use));
      continue;
    }
    found.has_steps_apart = true;
    if (use.peak > found.uses.back().peak) found.uses.back() = std::move(use);
  }
  return found;
}

}  // namespace profiler
