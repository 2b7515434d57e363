#include "profiler/export/timeline/graph/timeline_flows.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "profiler/analysis/selection/event_scan.h"

namespace profiler {
namespace {

// The start time of an arrow. Viewers bind an arrow to the event at its start time, so the time
// must be before the end of the event `from`: at the end, the next event may start.
Int128 ArrowBegin(const DrawnSlice& from, Int128 to) {
  const bool whole_micros = from.begin % kPicosPerMicro == 0 && from.end % kPicosPerMicro == 0;
  const Int128 inside = from.end - (whole_micros ? kPicosPerMicro : 1000);
  return std::max(from.begin, std::min(inside, to));
}

class FlowDrawer {
 public:
  FlowDrawer(const TimelineSource& source, const SliceDrawer& slices, TraceWriter& writer)
      : source_(source),
        profile_(source.profile),
        slices_(slices),
        executions_(slices.executions()),
        writer_(writer) {}

  void DrawDataFlow() {
    if (!SeveralDevices()) return;
    SortProducers();
    for (uint32_t consumer : Consumers()) AddArrowsTo(consumer);
    std::stable_sort(arrows_.begin(), arrows_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [producer, consumer] : arrows_) {
      Draw(executions_[producer], executions_[consumer], "DataFlow");
    }
  }

  void DrawRecorded() {
    PackedTable<NoId, FlowRow>::Reader flows(profile_.flows);
    for (uint32_t i : source_.part.flows) {
      const FlowRow& flow = flows[i];
      const DrawnSlice* from = slices_.FlowEnd(flow.from);
      const DrawnSlice* to = slices_.FlowEnd(flow.to);
      if (from == nullptr || to == nullptr) continue;
      constexpr std::string_view kCategories[] = {"Launch", "DataFlow", "Async"};
      Draw(*from, *to, kCategories[static_cast<size_t>(flow.kind)]);
    }
  }

 private:
  // If two ops would have more arrows than this, each execution of the consumer gets only one
  // arrow, from the producer's last execution that began before it.
  static constexpr ptrdiff_t kMostPairs = 256;

  DeviceId DeviceOf(const DrawnSlice& slice) const { return profile_.tracks[slice.track].device; }

  bool SeveralDevices() const {
    return std::any_of(executions_.begin(), executions_.end(), [&](const DrawnSlice& slice) {
      return !(DeviceOf(slice) == DeviceOf(executions_.front()));
    });
  }

  // The executions of consumers, sorted by the track's name (which is the device's name), then by
  // start time.
  std::vector<uint32_t> Consumers() const {
    std::map<std::string_view, uint32_t> rank_of_name;
    const Tracks tracks(profile_);
    for (const Track track : tracks) rank_of_name[profile_.strings[track.row.name]] = 0;
    uint32_t rank = 0;
    for (auto& [name, of_name] : rank_of_name) of_name = rank++;
    std::vector<uint32_t> rank_of_track;
    for (const Track track : tracks) {
      rank_of_track.push_back(rank_of_name[profile_.strings[track.row.name]]);
    }
    std::vector<uint32_t> order(executions_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      const DrawnSlice &x = executions_[a], &y = executions_[b];
      const uint32_t rank_x = rank_of_track[x.track.row()], rank_y = rank_of_track[y.track.row()];
      return rank_x == rank_y ? x.begin < y.begin : rank_x < rank_y;
    });
    return order;
  }

  // The sort key of an op's execution, and the execution's index in executions_.
  struct Execution {
    int64_t step;  // the step's number
    DeviceId device;
    Int128 begin;
    uint32_t index;
  };
  using Position = std::vector<Execution>::const_iterator;

  Execution Describe(uint32_t index) const {
    const DrawnSlice& slice = executions_[index];
    const int64_t step = slice.step.valid() ? profile_.steps[slice.step].number : kUnknown;
    return {step, DeviceOf(slice), slice.begin, index};
  }

  void SortProducers() {
    op_start_.assign(profile_.op_count() + 1, 0);
    for (const DrawnSlice& slice : executions_) ++op_start_[slice.op.row() + 1];
    for (size_t op = 1; op < op_start_.size(); ++op) op_start_[op] += op_start_[op - 1];
    producers_.resize(executions_.size());
    std::vector<uint32_t> next(op_start_.begin(), op_start_.end() - 1);
    for (uint32_t i = 0; i < executions_.size(); ++i) {
      producers_[next[executions_[i].op.row()]++] = Describe(i);
    }
    for (size_t op = 0; op + 1 < op_start_.size(); ++op) {
      std::sort(producers_.begin() + op_start_[op], producers_.begin() + op_start_[op + 1],
                [](const Execution& a, const Execution& b) {
                  return std::tie(a.step, a.device, a.begin, a.index) <
                         std::tie(b.step, b.device, b.begin, b.index);
                });
    }
  }

  // The executions of an op in steps with this number, sorted by device and start time.
  std::pair<Position, Position> RunsOf(OpId op, int64_t step) const {
    const auto first = producers_.begin() + op_start_[op.row()];
    const auto last = producers_.begin() + op_start_[op.row() + 1];
    const auto begin = std::partition_point(
        first, last, [&](const Execution& execution) { return execution.step < step; });
    return {begin, std::partition_point(begin, last, [&](const Execution& execution) {
              return execution.step == step;
            })};
  }
  static Position EndOfDevice(Position first, Position last) {
    return std::partition_point(
        first, last, [&](const Execution& other) { return other.device == first->device; });
  }

  void AddArrowsTo(uint32_t consumer) {
    const OpId op = executions_[consumer].op;
    const Execution to = Describe(consumer);
    const auto [own, own_end] = RunsOf(op, to.step);
    const auto first_own = std::partition_point(
        own, own_end, [&](const Execution& other) { return other.device < to.device; });
    const auto consumers = EndOfDevice(first_own, own_end) - first_own;
    for (const OpInput& input : profile_.ops.inputs[op]) {
      auto [first, end] = RunsOf(input.producer, to.step);
      while (first != end) {
        const Position last = EndOfDevice(first, end);
        if (!(first->device == to.device)) {
          AddArrows(first, last, consumer, (last - first) * consumers <= kMostPairs);
        }
        first = last;
      }
    }
  }

  // Adds arrows from all of these executions, or (without `all`) from the last of them that began
  // before the consumer.
  void AddArrows(Position first, Position last, uint32_t consumer, bool all) {
    if (!all) {
      const Int128 begin = executions_[consumer].begin;
      last = std::partition_point(
          first, last, [&](const Execution& execution) { return execution.begin <= begin; });
      if (first == last) return;
      first = last - 1;
    }
    for (; first != last; ++first) arrows_.emplace_back(first->index, consumer);
  }

  void Draw(const DrawnSlice& from, const DrawnSlice& to, std::string_view category) {
    const std::string_view op =
        from.op.valid() ? profile_.strings[profile_.ops.row[from.op].name] : std::string_view();
    name_.assign(op).append("_flow");
    ++id_;
    writer_.ArrowBegin(from.lane, ArrowBegin(from, to.begin), category, name_, id_);
    writer_.ArrowEnd(to.lane, to.begin, category, name_, id_);
  }

  const TimelineSource& source_;
  const Profile& profile_;
  const SliceDrawer& slices_;
  const std::vector<DrawnSlice>& executions_;
  TraceWriter& writer_;
  std::vector<Execution> producers_;  // sorted by op, step, device and start time
  std::vector<uint32_t> op_start_;    // by op: index in producers_; the last entry is the end
  std::vector<std::pair<uint32_t, uint32_t>> arrows_;  // producer, consumer
  std::string name_;                                   // of the current arrow
  int64_t id_ = 0;
};

}  // namespace

void DrawFlows(const TimelineSource& source, const SliceDrawer& slices, TraceWriter& writer) {
  FlowDrawer drawer(source, slices, writer);
  drawer.DrawDataFlow();
  drawer.DrawRecorded();
}

}  // namespace profiler
