#include <algorithm>

#include "profiler/store/derive/derive.h"
#include "profiler/store/self_time.h"

namespace profiler::derive {
namespace {

struct Key {
  StepId step;
  DeviceId device;
  friend bool operator==(const Key& a, const Key& b) {
    return a.step == b.step && a.device == b.device;
  }
  friend bool operator<(const Key& a, const Key& b) {
    return a.step == b.step ? a.device < b.device : a.step < b.step;
  }
};

// The rows of the exec table, found by (op, step, device) without a hash: an op has few.
class ExecRows {
 public:
  explicit ExecRows(size_t ops) : start_(ops + 1, 0) {}

  void Count(OpId op) { ++start_[op.row() + 1]; }
  void EndCount() {
    for (size_t i = 1; i < start_.size(); ++i) start_[i] += start_[i - 1];
    keys_.resize(start_.back());
    next_.assign(start_.begin(), start_.end() - 1);
  }
  void Put(OpId op, Key key) {
    // Facts of one (op, step) mostly arrive together.
    size_t& next = next_[op.row()];
    if (next > start_[op.row()] && keys_[next - 1] == key) return;
    keys_[next++] = key;
  }
  void EndPut() {
    size_t kept = 0;
    for (size_t op = 0; op + 1 < start_.size(); ++op) {
      const auto first = keys_.begin() + start_[op], last = keys_.begin() + next_[op];
      std::sort(first, last);
      const auto end = std::unique(first, last);
      start_[op] = kept;
      kept = static_cast<size_t>(std::move(first, end, keys_.begin() + kept) - keys_.begin());
    }
    start_.back() = kept;
    keys_.resize(kept);
    keys_.shrink_to_fit();  // there were as many as facts
    next_.assign(start_.begin(), start_.end() - 1);
  }

  uint32_t Find(OpId op, Key key) {
    // Facts come in the order of time, so most are of the row found last, or of the one behind it.
    size_t& found = next_[op.row()];
    const size_t end = start_[op.row() + 1];
    if (found < end && keys_[found] == key) return static_cast<uint32_t>(found);
    if (found + 1 < end && keys_[found + 1] == key) return static_cast<uint32_t>(++found);
    const auto first = keys_.begin() + static_cast<ptrdiff_t>(start_[op.row()]);
    const auto last = keys_.begin() + static_cast<ptrdiff_t>(end);
    found = static_cast<size_t>(std::lower_bound(first, last, key) - keys_.begin());
    return static_cast<uint32_t>(found);
  }
  // Per op, and one past the last: its first row.
  std::vector<uint32_t> Starts() const { return {start_.begin(), start_.end()}; }
  size_t start(uint32_t op) const { return start_[op]; }
  const std::vector<Key>& keys() const { return keys_; }

 private:
  // First they count facts, of which there is no limit. `next_` is where the next key of an op
  // goes, then the row of it that was found last.
  std::vector<size_t> start_, next_;
  std::vector<Key> keys_;
};

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

// Calls fact(op, step, device) for all that ends in an exec row.
template <typename Fact>
void ForEachFact(const Profile& profile, const Fact& fact) {
  for (const ExecRow& row : profile.recorded_execs) fact(row.op, row.step, row.device);
  for (const SnapshotRow& row : profile.snapshots.values()) fact(row.op, row.step, row.device);
  for (const UnplacedRow& row : profile.unplaced) {
    fact(row.op, row.step, profile.tracks[row.track].device);
  }
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    const TrackRow& track = profile.tracks[TrackId(t)];
    if (!IsSummed(track)) continue;
    const Events& events = profile.events[TrackId(t)];
    for (size_t e = 0; e < events.size(); ++e) {
      if (events.op[e].valid()) fact(events.op[e], events.step[e], track.device);
    }
  }
}

void AddRecorded(const ExecRow& recorded, ExecRow& row) {
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

// Per event, its time without that of ops nested in it: what runs inside another op's event is not
// that op's own time, whatever lies between.
std::vector<int64_t> OwnTimes(const Events& events) {
  std::vector<int64_t> own = events.duration;
  if (events.parent.empty()) return own;  // nothing nests there
  SelfTimes times(events);
  const auto take = [&](uint32_t row, int64_t self) { own[row] = self; };
  for (uint32_t e = 0; e < events.size(); ++e) {
    if (events.op[e].valid()) times.Add(e, take);
  }
  times.Finish(take);
  return own;
}

// Runs seen as events, by where they ran: a host's launch and its kernel are one run.
struct DerivedRuns {
  uint32_t cpu = 0, accelerator = 0;
};

class EventTotals {
 public:
  EventTotals(const Profile& profile, ExecRows& rows, Column<ExecId, ExecRow>& execs)
      : profile_(profile), rows_(rows), execs_(execs), runs_(execs.size()) {}

  void AddTrack(TrackId id) {
    const TrackRow& track = profile_.tracks[id];
    const Events& events = profile_.events[id];
    const bool accelerator = IsAccelerator(track);
    const std::vector<int64_t> own = OwnTimes(events);
    for (uint32_t e = 0; e < events.size(); ++e) {
      if (!events.op[e].valid()) continue;
      const uint32_t at = rows_.Find(events.op[e], {events.step[e], track.device});
      ExecRow& row = execs_[ExecId(at)];
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
    for (uint32_t first = 0, last = 0; first < runs_.size(); first = last) {
      bool recorded = false;
      for (last = first; last < runs_.size() && SameOpAndStep(first, last); ++last) {
        recorded = recorded || execs_[ExecId(last)].runs != kUnknown;
      }
      for (uint32_t i = first; i < last && !recorded; ++i) {
        const uint32_t runs = runs_[i].cpu > 0 ? runs_[i].cpu : runs_[i].accelerator;
        if (runs > 0) execs_[ExecId(i)].runs = runs;
      }
    }
  }

 private:
  bool SameOpAndStep(uint32_t a, uint32_t b) const {
    return execs_[ExecId(a)].op == execs_[ExecId(b)].op &&
           execs_[ExecId(a)].step == execs_[ExecId(b)].step;
  }

  const Profile& profile_;
  ExecRows& rows_;
  Column<ExecId, ExecRow>& execs_;
  std::vector<DerivedRuns> runs_;
};

}  // namespace

void AddUpExecs(Profile& profile) {
  ExecRows rows(profile.op_count());
  ForEachFact(profile, [&](OpId op, StepId, DeviceId) { rows.Count(op); });
  rows.EndCount();
  ForEachFact(profile, [&](OpId op, StepId step, DeviceId device) {
    rows.Put(op, {step, device});
  });
  rows.EndPut();

  Column<ExecId, ExecRow>& execs = profile.execs.row;
  execs.reserve(rows.keys().size());
  for (uint32_t op = 0; op < profile.op_count(); ++op) {
    for (size_t i = rows.start(op); i < rows.start(op + 1); ++i) {
      ExecRow row;
      row.op = OpId(op);
      row.step = rows.keys()[i].step;
      row.device = rows.keys()[i].device;
      execs.push_back(row);
    }
  }
  const auto row_of = [&](const auto& fact) -> ExecRow& {
    return execs[ExecId(rows.Find(fact.op, {fact.step, fact.device}))];
  };
  for (const ExecRow& fact : profile.recorded_execs) AddRecorded(fact, row_of(fact));
  for (const SnapshotRow& fact : profile.snapshots.values()) {
    ExecRow& row = row_of(fact);
    AddKnown(row.requested_bytes, fact.requested_bytes);
    AddKnown(row.peak_bytes, fact.peak_bytes);
    AddKnown(row.residual_bytes, fact.residual_bytes);
    AddKnown(row.output_bytes, fact.output_bytes);
  }
  for (const UnplacedRow& fact : profile.unplaced) {
    const TrackRow& track = profile.tracks[fact.track];
    if (!IsSummed(track)) continue;
    ExecRow& row = execs[ExecId(rows.Find(fact.op, {fact.step, track.device}))];
    (IsAccelerator(track) ? row.accelerator_time : row.cpu_time) +=
        static_cast<Int128>(fact.duration) * profile.sources[track.source].resolution_ps;
  }
  EventTotals totals(profile, rows, execs);
  for (uint32_t t = 0; t < profile.tracks.size(); ++t) {
    if (IsSummed(profile.tracks[TrackId(t)])) totals.AddTrack(TrackId(t));
  }
  totals.FillRuns();
  profile.execs.op_start = rows.Starts();
}

}  // namespace profiler::derive
