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
  NameEagerOps();
  PlaceInPython();
  PlaceInEager();
  eager_ops_ = {};
  named_eager_ = {};
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

// TensorFlow names an op that it runs eagerly in the call around the kernel, and most kernels
// record nothing of their own. The innermost part that only runs the kernel is the op's event.
void LineCalls::NameEagerOps() {
  if (eager_ops_.empty()) return;
  const Events& events = builder_.events(track_);
  const auto begin = [&](uint32_t row) { return events.begin[row]; };
  const auto end = [&](uint32_t row) { return events.begin[row] + events.duration[row]; };
  std::stable_sort(eager_ops_.begin(), eager_ops_.end(), [&](const EagerOp& a, const EagerOp& b) {
    return std::pair(begin(a.row), -events.duration[a.row]) <
           std::pair(begin(b.row), -events.duration[b.row]);
  });
  absl::flat_hash_map<StringId, std::vector<int64_t>> begins;  // of ops' own events, by type
  for (uint32_t row = first_row_; row < events.size(); ++row) {
    const OpId op = events.op[row];
    if (!op.valid() || builder_.op(op).kind != OpKind::kFrameworkOp) continue;
    begins[builder_.op(op).type].push_back(begin(row));
  }
  for (auto& [type, of_type] : begins) std::sort(of_type.begin(), of_type.end());
  constexpr uint32_t kNone = UINT32_MAX;
  struct Open {
    std::string_view name;
    int64_t end;
    uint32_t kernel;
  };
  std::vector<Open> open;
  const auto close = [&] {
    const auto [name, until, kernel] = open.back();
    open.pop_back();
    if (kernel == kNone || name.empty()) return;
    const OpId op = ops_.Eager(name);
    const std::vector<int64_t>& own = begins[builder_.op(op).type];
    const auto first = std::lower_bound(own.begin(), own.end(), begin(kernel));
    if (first != own.end() && *first < end(kernel)) return;
    builder_.SetOp({track_, kernel}, op);
    named_eager_.insert(kernel);
  };
  for (const auto& [row, is_call, name] : eager_ops_) {
    while (!open.empty() && open.back().end <= begin(row)) close();
    if (is_call) {
      open.push_back({name, end(row), kNone});
    } else if (!open.empty()) {
      uint32_t& kernel = open.back().kernel;
      if (kernel == kNone || end(row) <= end(kernel)) kernel = row;
    }
  }
  while (!open.empty()) close();
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
    } else if (named_eager_.contains(first_row_ + row)) {
      builder_.SetOp({track_, first_row_ + row}, ops_.EagerIn(op, around->frame));
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
