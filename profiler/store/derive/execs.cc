#include <algorithm>

#include "profiler/base/threads/in_order.h"
#include "profiler/store/derive/derive.h"
#include "profiler/store/derive/exec_keys.h"
#include "profiler/store/derive/exec_parts.h"
#include "profiler/store/row_facts.h"

namespace profiler::derive {
namespace {

void AddKnown(int64_t& sum, int64_t value) {
  if (value == kUnknown) return;
  // Wraps on overflow, like the sums of the tools that wrote the file, so that no input causes
  // undefined behaviour.
  sum = sum == kUnknown
            ? value
            : static_cast<int64_t>(static_cast<uint64_t>(sum) + static_cast<uint64_t>(value));
}

// The totals of a part of the ops. Parts are summed in parallel and need little memory.
class TotalsOfPart {
 public:
  TotalsOfPart(const ExecParts& parts, size_t part)
      : parts_(parts),
        profile_(parts.profile),
        keys_(parts.keys[part]),
        finder_(keys_),
        rows_(keys_.size()),
        runs_(keys_.size()) {
    NameRows();
    AddFacts();
    AddEvents(part);
    FillRuns();
  }

  const std::vector<ExecRow>& rows() const { return rows_; }

 private:
  // The number of runs seen as events on the host and on accelerators, counted separately because
  // an op on a host and the kernels that it launches are one run.
  struct DerivedRuns {
    uint32_t cpu = 0, accelerator = 0;
  };

  void NameRows() {
    for (uint32_t op = keys_.ops().first; op < keys_.ops().last; ++op) {
      for (uint32_t row = keys_.start(op); row < keys_.start(op + 1); ++row) {
        rows_[row].op = OpId(op);
        rows_[row].step = keys_[row].step;
        rows_[row].device = keys_[row].device;
      }
    }
  }

  // Calls add(fact, row) for the facts of a table that belong to this part.
  template <typename Table, typename Add>
  void ForEach(const Table& table, const OpsOfBlocks& blocks, const Add& add) {
    typename Table::Reader facts(table);
    blocks.ForEach(keys_.ops(), [&](size_t block) {
      const size_t end = std::min(table.size(), (block + 1) * kBlockRows);
      for (size_t i = block * kBlockRows; i < end; ++i) {
        const auto& fact = facts[i];
        if (keys_.ops().Has(fact.op)) add(fact, Row(fact.op, fact.step, fact.device));
      }
    });
  }
  ExecRow& Row(OpId op, StepId step, DeviceId device) {
    return rows_[finder_.Find(op, {step, device})];
  }

  void AddFacts() {
    ForEach(profile_.recorded_execs, parts_.facts.recorded, [](const ExecRow& fact, ExecRow& row) {
      AddTotals(fact, row);
      if (fact.first_start != kUnknown) row.first_start = fact.first_start;
      if (fact.last_end != kUnknown) row.last_end = fact.last_end;
    });
    ForEach(profile_.kept_execs, parts_.facts.kept, AddTotals<KeptExecRow>);
    ForEach(profile_.snapshots, parts_.facts.snapshots, [](const SnapshotRow& fact, ExecRow& row) {
      AddKnown(row.requested_bytes, fact.requested_bytes);
      AddKnown(row.peak_bytes, fact.peak_bytes);
      AddKnown(row.residual_bytes, fact.residual_bytes);
      AddKnown(row.output_bytes, fact.output_bytes);
    });
    for (const UnplacedRow& fact : profile_.unplaced) {
      const TrackRow& track = profile_.tracks[fact.track];
      if (!keys_.ops().Has(fact.op) || !IsSummed(track)) continue;
      ExecRow& row = Row(fact.op, fact.step, track.device);
      (IsAccelerator(track) ? row.accelerator_time : row.cpu_time) +=
          static_cast<Int128>(fact.duration) * profile_.sources[track.source].resolution_ps;
    }
  }

  template <typename Recorded>
  static void AddTotals(const Recorded& recorded, ExecRow& row) {
    row.origin = Origin::kRecorded;
    AddKnown(row.runs, recorded.runs);
    row.cpu_time += recorded.cpu_time;
    row.accelerator_time += recorded.accelerator_time;
    AddKnown(row.requested_bytes, recorded.requested_bytes);
    AddKnown(row.peak_bytes, recorded.peak_bytes);
    AddKnown(row.residual_bytes, recorded.residual_bytes);
    AddKnown(row.output_bytes, recorded.output_bytes);
  }

  void AddEvents(size_t part) {
    const auto add = [&](const EventsOfOps::Run& run, const EventsOfOps::Piece& piece, OpId op) {
      const uint32_t at = finder_.Find(op, {run.step, piece.device});
      ExecRow& row = rows_[at];
      (piece.is_accelerator ? row.accelerator_time : row.cpu_time) += run.own;
      ++(piece.is_accelerator ? runs_[at].accelerator : runs_[at].cpu);
      if (row.origin != Origin::kDerived) return;
      const int64_t begin = run.begin, end = begin + run.duration;
      row.first_start = row.first_start == kUnknown ? begin : std::min(row.first_start, begin);
      row.last_end = row.last_end == kUnknown ? end : std::max(row.last_end, end);
    };
    parts_.events.ForEach(part, add);
  }

  // A recorded run count of an op in a step covers all runs of the op, on all devices. Of an op
  // that hosts ran, its kernels are no further runs.
  void FillRuns() {
    for (size_t first = 0, last = 0; first < rows_.size(); first = last) {
      bool recorded = false, ran_on_hosts = false;
      for (last = first; last < rows_.size() && SameOpAndStep(first, last); ++last) {
        recorded = recorded || rows_[last].runs != kUnknown;
        ran_on_hosts = ran_on_hosts || runs_[last].cpu > 0;
      }
      for (size_t i = first; i < last && !recorded; ++i) {
        if (runs_[i].cpu > 0 || runs_[i].accelerator > 0) {
          rows_[i].runs = ran_on_hosts ? runs_[i].cpu : runs_[i].accelerator;
        }
      }
    }
  }
  bool SameOpAndStep(size_t a, size_t b) const {
    return rows_[a].op == rows_[b].op && rows_[a].step == rows_[b].step;
  }

  const ExecParts& parts_;
  const Profile& profile_;
  const ExecKeys& keys_;
  ExecFinder finder_;
  std::vector<ExecRow> rows_;
  std::vector<DerivedRuns> runs_;
};

using Table = PackedTable<ExecId, ExecRow>;

// The rows of a part: first the rows that complete the last block of the previous part, then the
// others.
struct PackedPart {
  std::vector<ExecRow> first;
  Table rest;
};

PackedPart Pack(const std::vector<ExecRow>& rows, size_t rows_before) {
  PackedPart packed;
  const size_t missing = (kBlockRows - rows_before % kBlockRows) % kBlockRows;
  const auto rest = rows.begin() + static_cast<ptrdiff_t>(std::min(missing, rows.size()));
  packed.first.assign(rows.begin(), rest);
  for (auto row = rest; row != rows.end(); ++row) packed.rest.push_back(*row);
  return packed;
}

}  // namespace

Execs AddUpExecs(const Profile& profile, size_t threads) {
  Execs execs;
  ExecParts parts(profile, threads);
  size_t rows = 0;
  for (const EventsOfOps::Group& group : parts.events.groups()) {
    parts.Begin(group, threads);
    std::vector<size_t> starts;  // by part of the group
    for (size_t part = group.first; part < group.last; ++part) {
      const ExecKeys& keys = parts.keys[part];
      for (uint32_t op = keys.ops().first; op < keys.ops().last; ++op) {
        execs.op_start.push_back(static_cast<uint32_t>(rows + keys.start(op)));
      }
      starts.push_back(rows);
      rows += keys.size();
    }
    // The worker threads pack almost all rows, because packing on this thread would fragment its
    // heap (by 12 % of the peak memory of an XSpace, as measured).
    InOrder<PackedPart> packed(group.last - group.first, threads, [&](size_t i) {
      const size_t part = group.first + i;
      PackedPart made = Pack(TotalsOfPart(parts, part).rows(), starts[i]);
      parts.keys[part] = ExecKeys();
      return made;
    });
    const absl::Status added = packed.Run([&](size_t, PackedPart part) {
      for (const ExecRow& row : part.first) execs.row.push_back(row);
      if (!part.rest.empty()) execs.row.Append(std::move(part.rest));
      return absl::OkStatus();
    });
    static_cast<void>(added);  // always succeeds
  }
  execs.op_start.push_back(static_cast<uint32_t>(rows));
  return execs;
}

}  // namespace profiler::derive

namespace profiler {

const Execs& Profile::execs() const {
  return lazy_execs.Get([this](size_t threads) { return derive::AddUpExecs(*this, threads); });
}

}  // namespace profiler
