#include <algorithm>

#include "profiler/base/in_order.h"
#include "profiler/store/derive/derive.h"
#include "profiler/store/derive/exec_keys.h"
#include "profiler/store/self_time.h"

namespace profiler::derive {
namespace {

void AddKnown(int64_t& sum, int64_t value) {
  if (value == kUnknown) return;
  // Wraps like the sums of the tools that wrote the file; no value from a file may be undefined.
  sum = sum == kUnknown
            ? value
            : static_cast<int64_t>(static_cast<uint64_t>(sum) + static_cast<uint64_t>(value));
}

bool IsSummed(const TrackRow& track) {
  return track.role == TrackRole::kExec && track.kind != TrackKind::kMarker;
}

// Which ops the rows of each block of a table are of, so that a part of the ops need not go
// through all of it. In most sources an op's facts lie together.
class OpsOfBlocks {
 public:
  void Add(OpId op) {  // of the next row
    if (rows_++ % kBlockRows == 0) blocks_.push_back({op.row(), op.row()});
    blocks_.back().first = std::min(blocks_.back().first, op.row());
    blocks_.back().last = std::max(blocks_.back().last, op.row());
  }
  // Calls fact(row) for the rows of blocks that may hold facts of the ops [first, last].
  template <typename Table, typename Fact>
  void ForEach(const Table& table, uint32_t first, uint32_t last, const Fact& fact) const {
    typename Table::Reader rows(table);
    for (size_t block = 0; block < blocks_.size(); ++block) {
      if (blocks_[block].last < first || blocks_[block].first > last) continue;
      const size_t end = std::min(table.size(), (block + 1) * kBlockRows);
      for (size_t row = block * kBlockRows; row < end; ++row) fact(rows[row]);
    }
  }

 private:
  struct Ops {
    uint32_t first, last;
  };
  size_t rows_ = 0;
  std::vector<Ops> blocks_;
};

// Per event, its time without that of ops nested in it: what runs inside another op's event is not
// that op's own time, whatever lies between. Empty where nothing nests: all of the duration.
std::vector<int64_t> OwnTimes(const Events& events) {
  if (events.parent.empty()) return {};
  std::vector<int64_t> own = events.duration;
  SelfTimes times(events);
  const auto take = [&](uint32_t row, int64_t self) { own[row] = self; };
  for (uint32_t e = 0; e < events.size(); ++e) {
    if (events.op[e].valid()) times.Add(e, take);
  }
  times.Finish(take);
  return own;
}

// What the totals are made of, and which rows they make.
struct Facts {
  explicit Facts(const Profile& from) : profile(from), keys(from.op_count()) {
    ForEach([&](OpId op, const ExecKey&) { keys.Count(op); });
    keys.EndCount();
    ForEach([&](OpId op, const ExecKey& key) { keys.Put(op, key); });
    keys.EndPut();
    profile.recorded_execs.ForEachOf([&](OpId op) { recorded.Add(op); }, &ExecRow::op);
    profile.snapshots.ForEachOf([&](OpId op) { snapshots.Add(op); }, &SnapshotRow::op);
    for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
      const bool summed = IsSummed(profile.tracks[TrackId(t)]);
      own.push_back(summed ? OwnTimes(profile.events[TrackId(t)]) : std::vector<int64_t>());
    }
  }

  // Calls fact(op, key) for all that ends in an exec row.
  template <typename Fact>
  void ForEach(const Fact& fact) const {
    const auto of_row = [&](OpId op, StepId step, DeviceId device) {
      fact(op, ExecKey{step, device});
    };
    profile.recorded_execs.ForEachOf(of_row, &ExecRow::op, &ExecRow::step, &ExecRow::device);
    profile.snapshots.ForEachOf(of_row, &SnapshotRow::op, &SnapshotRow::step, &SnapshotRow::device);
    for (const UnplacedRow& row : profile.unplaced) {
      of_row(row.op, row.step, profile.tracks[row.track].device);
    }
    for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
      const TrackRow& track = profile.tracks[TrackId(t)];
      if (!IsSummed(track)) continue;
      const Events& events = profile.events[TrackId(t)];
      for (size_t e = 0; e < events.size(); ++e) {
        if (events.op[e].valid()) of_row(events.op[e], events.step[e], track.device);
      }
    }
  }

  const Profile& profile;
  ExecKeys keys;
  OpsOfBlocks recorded, snapshots;
  std::vector<std::vector<int64_t>> own;  // by track
};

// The totals of some rows that lie side by side. What they are made of is looked through for these
// rows alone, so that parts can be added up beside each other, in little memory.
class TotalsOfRows {
 public:
  TotalsOfRows(const Facts& facts, size_t first, size_t last)
      : facts_(facts),
        profile_(facts.profile),
        first_(FirstOfStep(first)),
        last_(EndOfStep(last)),
        first_op_(facts.keys.OpOf(first_)),
        last_op_(facts.keys.OpOf(last_ - 1)),
        finder_(facts.keys, first_op_, last_op_),
        rows_(last_ - first_),
        runs_(last_ - first_) {}

  // Appends the rows [first, last).
  void Run(size_t first, size_t last, PackedTable<ExecId, ExecRow>& table) {
    NameRows();
    AddFacts();
    for (uint32_t t = 0; t < profile_.tracks.size(); ++t) {
      if (IsSummed(profile_.tracks[TrackId(t)])) AddTrack(TrackId(t));
    }
    FillRuns();
    for (size_t row = first; row < last; ++row) table.push_back(rows_[row - first_]);
  }

 private:
  // Runs seen as events, by where they ran: a host's launch and its kernel are one run.
  struct DerivedRuns {
    uint32_t cpu = 0, accelerator = 0;
  };

  // Rows of one op and step are settled together: where those of a row begin, and where those of
  // the row before it end.
  size_t FirstOfStep(size_t row) const {
    const ExecKeys& keys = facts_.keys;
    const size_t start = keys.start(keys.OpOf(row));
    while (row > start && keys[row - 1].step == keys[row].step) --row;
    return row;
  }
  size_t EndOfStep(size_t row) const {
    const ExecKeys& keys = facts_.keys;
    const size_t end = keys.start(keys.OpOf(row - 1) + 1);
    while (row < end && keys[row].step == keys[row - 1].step) ++row;
    return row;
  }

  void NameRows() {
    uint32_t op = first_op_;
    for (size_t row = first_; row < last_; ++row) {
      while (facts_.keys.start(op + 1) <= row) ++op;
      ExecRow& named = rows_[row - first_];
      named.op = OpId(op);
      named.step = facts_.keys[row].step;
      named.device = facts_.keys[row].device;
    }
  }

  // The row of a fact, counted from the first; none of these: SIZE_MAX.
  size_t Find(OpId op, const ExecKey& key) {
    if (!finder_.Has(op)) return SIZE_MAX;
    const size_t row = finder_.Find(op, key);
    return row >= first_ && row < last_ ? row - first_ : SIZE_MAX;
  }

  void AddFacts() {
    facts_.recorded.ForEach(profile_.recorded_execs, first_op_, last_op_, [&](const ExecRow& fact) {
      const size_t row = Find(fact.op, {fact.step, fact.device});
      if (row != SIZE_MAX) AddRecorded(fact, rows_[row]);
    });
    facts_.snapshots.ForEach(profile_.snapshots, first_op_, last_op_, [&](const SnapshotRow& fact) {
      const size_t row = Find(fact.op, {fact.step, fact.device});
      if (row == SIZE_MAX) return;
      AddKnown(rows_[row].requested_bytes, fact.requested_bytes);
      AddKnown(rows_[row].peak_bytes, fact.peak_bytes);
      AddKnown(rows_[row].residual_bytes, fact.residual_bytes);
      AddKnown(rows_[row].output_bytes, fact.output_bytes);
    });
    for (const UnplacedRow& fact : profile_.unplaced) {
      const TrackRow& track = profile_.tracks[fact.track];
      const size_t row = Find(fact.op, {fact.step, track.device});
      if (row == SIZE_MAX || !IsSummed(track)) continue;
      (IsAccelerator(track) ? rows_[row].accelerator_time : rows_[row].cpu_time) +=
          static_cast<Int128>(fact.duration) * profile_.sources[track.source].resolution_ps;
    }
  }

  static void AddRecorded(const ExecRow& recorded, ExecRow& row) {
    row.origin = Origin::kRecorded;
    AddKnown(row.runs, recorded.runs);
    row.cpu_time += recorded.cpu_time;
    row.accelerator_time += recorded.accelerator_time;
    if (recorded.first_start != kUnknown) row.first_start = recorded.first_start;
    if (recorded.last_end != kUnknown) row.last_end = recorded.last_end;
    AddKnown(row.requested_bytes, recorded.requested_bytes);
    AddKnown(row.peak_bytes, recorded.peak_bytes);
    AddKnown(row.residual_bytes, recorded.residual_bytes);
    AddKnown(row.output_bytes, recorded.output_bytes);
  }

  void AddTrack(TrackId id) {
    const TrackRow& track = profile_.tracks[id];
    const Events& events = profile_.events[id];
    const bool accelerator = IsAccelerator(track);
    const std::vector<int64_t>& own =
        facts_.own[id.row()].empty() ? events.duration : facts_.own[id.row()];
    for (uint32_t e = 0; e < events.size(); ++e) {
      const size_t at = Find(events.op[e], {events.step[e], track.device});
      if (at == SIZE_MAX) continue;
      ExecRow& row = rows_[at];
      const int64_t end = events.begin[e] + events.duration[e];
      (accelerator ? row.accelerator_time : row.cpu_time) += own[e];
      ++(accelerator ? runs_[at].accelerator : runs_[at].cpu);
      if (row.origin == Origin::kDerived) {
        row.first_start = row.first_start == kUnknown ? events.begin[e]
                                                      : std::min(row.first_start, events.begin[e]);
        row.last_end = row.last_end == kUnknown ? end : std::max(row.last_end, end);
      }
    }
  }

  // Where a source says how often an op ran in a step, that is all its runs, on whatever devices.
  void FillRuns() {
    for (size_t first = 0, last = 0; first < rows_.size(); first = last) {
      bool recorded = false;
      for (last = first; last < rows_.size() && SameOpAndStep(first, last); ++last) {
        recorded = recorded || rows_[last].runs != kUnknown;
      }
      for (size_t i = first; i < last && !recorded; ++i) {
        const uint32_t runs = runs_[i].cpu > 0 ? runs_[i].cpu : runs_[i].accelerator;
        if (runs > 0) rows_[i].runs = runs;
      }
    }
  }
  bool SameOpAndStep(size_t a, size_t b) const {
    return rows_[a].op == rows_[b].op && rows_[a].step == rows_[b].step;
  }

  const Facts& facts_;
  const Profile& profile_;
  const size_t first_, last_;  // with all rows of the steps that [first, last) begins and ends in
  const uint32_t first_op_, last_op_;
  ExecFinder finder_;
  std::vector<ExecRow> rows_;
  std::vector<DerivedRuns> runs_;
};

// Rows that are added up at a time: enough that looking through the facts costs little, and few
// enough that they take little of the memory that all of them do.
size_t RowsOfPart(size_t rows) {
  constexpr size_t kLeastRows = 1 << 16, kMostParts = 16;
  const size_t part = std::max(kLeastRows, rows / kMostParts + 1);
  return (part + kBlockRows - 1) / kBlockRows * kBlockRows;
}

}  // namespace

void AddUpExecs(Profile& profile, size_t threads) {
  const Facts facts(profile);
  const size_t rows = facts.keys.size(), part = RowsOfPart(rows);
  using Table = PackedTable<ExecId, ExecRow>;
  InOrder<Table> parts((rows + part - 1) / part, threads, [&](size_t i) {
    const size_t first = i * part, last = std::min(rows, first + part);
    Table table;
    TotalsOfRows(facts, first, last).Run(first, last, table);
    return table;
  });
  const absl::Status added = parts.Run([&](size_t, Table table) {
    profile.execs.row.Append(std::move(table));
    return absl::OkStatus();
  });
  static_cast<void>(added);  // nothing there fails
  for (size_t op = 0; op <= facts.keys.ops(); ++op) {
    profile.execs.op_start.push_back(static_cast<uint32_t>(facts.keys.start(op)));
  }
}

}  // namespace profiler::derive
