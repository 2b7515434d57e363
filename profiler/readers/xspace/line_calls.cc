#include "profiler/readers/xspace/line_calls.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace profiler::xspace {

void LineCalls::BeginLine(TrackId track) {
  track_ = track;
  first_row_ = builder_.EventCount(track);
}

void LineCalls::AddOp(OpId op, int64_t begin) {
  Eager& eager = builder_.op(op).eager;
  if (eager == Eager::kYes || (!untold_.empty() && untold_.back() == std::pair(op, begin))) return;
  eager = Eager::kNo;  // as far as is known
  untold_.emplace_back(op, begin);
}

void LineCalls::EndLine() {
  PlaceInPython();
  PlaceInEager();
  python_ = {};
  eager_ = {};
  untold_ = {};
}

// Sorts an enclosing call before the calls inside it. Calls with equal times keep their order, in
// which recorders write the caller first.
std::vector<uint32_t> LineCalls::RowsByTime(
    const std::vector<const EventMeta*>& call_of_row) const {
  const Events& events = builder_.events(track_);
  const auto key = [&](uint32_t row) {
    return std::tuple(events.begin[first_row_ + row], -events.duration[first_row_ + row],
                      call_of_row[row] == nullptr);
  };
  const auto before = [&](uint32_t a, uint32_t b) { return key(a) < key(b); };
  std::vector<uint32_t> rows(call_of_row.size());
  std::iota(rows.begin(), rows.end(), 0);
  if (!std::is_sorted(rows.begin(), rows.end(), before)) {
    std::stable_sort(rows.begin(), rows.end(), before);
  }
  return rows;
}

// Follows the stack of calls, outermost first; an op that runs within a call gets its frame. A
// step's mark gets none: what it holds is many lines' work.
void LineCalls::PlaceInPython() {
  if (python_.empty()) return;
  std::vector<const EventMeta*> call_of_row(builder_.EventCount(track_) - first_row_);
  for (const PythonCall& call : python_) call_of_row[call.row - first_row_] = call.meta;
  struct Open {
    FrameId frame;
    int64_t end;
  };
  std::vector<Open> open;
  const Events& events = builder_.events(track_);
  for (const uint32_t row : RowsByTime(call_of_row)) {
    const int64_t begin = events.begin[first_row_ + row];
    while (!open.empty() && open.back().end <= begin) open.pop_back();
    const int64_t end = begin + events.duration[first_row_ + row];
    if (const EventMeta* const meta = call_of_row[row]) {
      const FrameId above = open.empty() ? FrameId() : open.back().frame;
      const auto [it, is_new] = known_.try_emplace({meta, above});
      auto& [frame, op] = it->second;
      if (is_new) {
        frame = ops_.PythonFrame(meta->name, above);
        op = ops_.Python(meta->name, frame);
      }
      builder_.SetOp({track_, first_row_ + row}, op);
      open.push_back({frame, end});
      continue;
    }
    const OpId op = events.op[first_row_ + row];
    const bool is_mark = events.step[first_row_ + row].valid();
    if (is_mark || !op.valid() || builder_.op(op).frame.valid()) continue;
    // A `with` of an annotation begins in a function of the annotation and outlives it.
    const auto around =
        std::find_if(open.rbegin(), open.rend(), [&](const Open& call) { return call.end >= end; });
    if (around == open.rend()) continue;
    if (builder_.op(op).kind == OpKind::kRuntime) {
      builder_.SetOp({track_, first_row_ + row}, ops_.RuntimeIn(op, around->frame));
    } else {
      builder_.op(op).frame = around->frame;
    }
  }
}

void LineCalls::PlaceInEager() {
  if (eager_.empty()) return;
  std::sort(eager_.begin(), eager_.end(),
            [](const EagerCall& a, const EagerCall& b) { return a.begin < b.begin; });
  // From here on, `end` is the maximum over this one and all before it.
  for (size_t i = 1; i < eager_.size(); ++i) {
    eager_[i].end = std::max(eager_[i].end, eager_[i - 1].end);
  }
  for (const auto& [op, begin] : untold_) {
    const auto after =
        std::upper_bound(eager_.begin(), eager_.end(), begin,
                         [](int64_t at, const EagerCall& of) { return at < of.begin; });
    if (after != eager_.begin() && begin < (after - 1)->end) {
      builder_.op(op).eager = Eager::kYes;
    }
  }
}

}  // namespace profiler::xspace
