#include <algorithm>

#include "profiler/base/in_order.h"
#include "profiler/base/in_parallel.h"
#include "profiler/store/derive/derive.h"
#include "profiler/store/derive/exec_events.h"
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
  Facts(const Profile& from, size_t threads)
      : profile(from), keys(from.op_count()), own(from.tracks.size()) {
    CountFacts();
    keys.EndCount();
    PutKeys();
    keys.EndPut();
    InParallel(own.size(), threads, [&](size_t t) {
      const TrackId track(static_cast<uint32_t>(t));
      if (IsSummed(profile.tracks[track])) own[t] = OwnTimes(profile.events[track]);
    });
  }

  const Profile& profile;
  ExecKeys keys;
  OpsOfBlocks recorded, snapshots;
  std::vector<std::vector<int64_t>> own;  // by track

 private:
  void CountFacts() {
    const auto count = [this](OpId op) {
      if (op.valid()) keys.Count(op);
    };
    profile.recorded_execs.ForEachOf([&](OpId op) { count(op), recorded.Add(op); }, &ExecRow::op);
    profile.snapshots.ForEachOf([&](OpId op) { count(op), snapshots.Add(op); }, &SnapshotRow::op);
    for (const UnplacedRow& row : profile.unplaced) count(row.op);
    ForEachSummed([&](const TrackRow&, const Events& events) {
      for (const OpId op : events.op) count(op);
    });
  }

  void PutKeys() {
    const auto put = [this](OpId op, StepId step, DeviceId device) {
      if (op.valid()) keys.Put(op, {step, device});
    };
    profile.recorded_execs.ForEachOf(put, &ExecRow::op, &ExecRow::step, &ExecRow::device);
    profile.snapshots.ForEachOf(put, &SnapshotRow::op, &SnapshotRow::step, &SnapshotRow::device);
    for (const UnplacedRow& row : profile.unplaced) {
      put(row.op, row.step, profile.tracks[row.track].device);
    }
    ForEachSummed([&](const TrackRow& track, const Events& events) {
      for (size_t e = 0; e < events.size(); ++e) put(events.op[e], events.step[e], track.device);
    });
  }

  template <typename Visit>
  void ForEachSummed(const Visit& visit) const {
    for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
      const TrackRow& track = profile.tracks[TrackId(t)];
      if (IsSummed(track)) visit(track, profile.events[TrackId(t)]);
    }
  }
};

// The rows [first, last) with all of the steps that they begin and end in: rows of one op and step
// are settled together.
RowRange WholeSteps(const ExecKeys& keys, size_t first, size_t last) {
  const size_t start = keys.start(keys.OpOf(first));
  while (first > start && keys[first - 1].step == keys[first].step) --first;
  const size_t end = keys.start(keys.OpOf(last - 1) + 1);
  while (last < end && keys[last].step == keys[last - 1].step) ++last;
  return {first, last};
}

// The totals of some rows that lie side by side, so that parts can be added up beside each other,
// in little memory.
class TotalsOfRows {
 public:
  // `range` holds whole steps.
  TotalsOfRows(const Facts& facts, RowRange range)
      : facts_(facts),
        profile_(facts.profile),
        first_(range.first),
        last_(range.last),
        first_op_(facts.keys.OpOf(first_)),
        last_op_(facts.keys.OpOf(last_ - 1)),
        finder_(facts.keys, first_op_, last_op_),
        rows_(last_ - first_),
        runs_(last_ - first_) {}

  // Appends the rows [first, last).
  void Run(const EventsOfRows::Part& part, size_t first, size_t last,
           PackedTable<ExecId, ExecRow>& table) {
    NameRows();
    AddFacts();
    for (const EventsOfRows::OfTrack& of_track : part.tracks) AddTrack(of_track, part);
    FillRuns();
    for (size_t row = first; row < last; ++row) table.push_back(rows_[row - first_]);
  }

 private:
  // Runs seen as events, by where they ran: a host's launch and its kernel are one run.
  struct DerivedRuns {
    uint32_t cpu = 0, accelerator = 0;
  };

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

  void AddTrack(const EventsOfRows::OfTrack& of_track, const EventsOfRows::Part& part) {
    const TrackId id = of_track.track;
    const Events& events = profile_.events[id];
    const bool accelerator = IsAccelerator(profile_.tracks[id]);
    const std::vector<int64_t>& own =
        facts_.own[id.row()].empty() ? events.duration : facts_.own[id.row()];
    for (size_t i = of_track.first; i < of_track.last; ++i) {
      const uint32_t e = part.places[i].event;
      const size_t at = part.places[i].row - first_;
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

// Rows that are added up at a time: few enough to stay in a cache, as events come in another order.
// Whole blocks of the table.
constexpr size_t kRowsOfPart = 64 * kBlockRows;

}  // namespace

void AddUpExecs(Profile& profile, size_t threads) {
  const Facts facts(profile, threads);
  const size_t rows = facts.keys.size();
  std::vector<RowRange> ranges;
  for (size_t first = 0; first < rows; first += kRowsOfPart) {
    ranges.push_back(WholeSteps(facts.keys, first, std::min(rows, first + kRowsOfPart)));
  }
  EventsOfRows events(profile, facts.keys, ranges, threads);
  using Table = PackedTable<ExecId, ExecRow>;
  // This thread packs none: its part of the heap would be left with holes (12 % of the peak of an
  // XSpace, measured).
  InOrder<Table> parts(ranges.size(), threads, [&](size_t i) {
    const size_t first = i * kRowsOfPart, last = std::min(rows, first + kRowsOfPart);
    Table table;
    TotalsOfRows(facts, ranges[i]).Run(events.Take(i), first, last, table);
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
