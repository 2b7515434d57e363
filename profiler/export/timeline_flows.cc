#include "profiler/export/timeline_flows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace profiler {
namespace {

// An arrow starts inside its event, as viewers bind it to what is there at that time: at the very
// end that may be the next event already.
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
    for (uint32_t i : source_.part.flows) {
      const FlowRow& flow = profile_.flows[i];
      const DrawnSlice* from = slices_.FlowEnd(flow.from);
      const DrawnSlice* to = slices_.FlowEnd(flow.to);
      if (from == nullptr || to == nullptr) continue;
      constexpr std::string_view kCategories[] = {"Launch", "DataFlow", "Async"};
      Draw(*from, *to, kCategories[static_cast<size_t>(flow.kind)]);
    }
  }

 private:
  // More arrows than these between the executions of two ops say nothing: then each consumer has
  // one, from the last execution that began before it.
  static constexpr ptrdiff_t kMostPairs = 256;

  DeviceId DeviceOf(const DrawnSlice& slice) const { return profile_.tracks[slice.track].device; }

  bool SeveralDevices() const {
    return std::any_of(executions_.begin(), executions_.end(), [&](const DrawnSlice& slice) {
      return !(DeviceOf(slice) == DeviceOf(executions_.front()));
    });
  }

  // By device and begin.
  std::vector<uint32_t> Consumers() const {
    std::vector<uint32_t> order(executions_.size());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      const auto key = [&](uint32_t i) {
        const DrawnSlice& slice = executions_[i];
        return std::tuple(profile_.strings[profile_.tracks[slice.track].name], slice.begin);
      };
      return key(a) < key(b);
    });
    return order;
  }

  // What executions are looked up by.
  using Key = std::tuple<OpId, int64_t, DeviceId>;
  Key KeyOf(const DrawnSlice& slice) const {
    const int64_t step = slice.step.valid() ? profile_.steps[slice.step].number : kUnknown;
    return {slice.op, step, DeviceOf(slice)};
  }

  void SortProducers() {
    producers_.resize(executions_.size());
    for (uint32_t i = 0; i < producers_.size(); ++i) producers_[i] = i;
    std::stable_sort(producers_.begin(), producers_.end(), [&](uint32_t a, uint32_t b) {
      return std::tuple(KeyOf(executions_[a]), executions_[a].begin) <
             std::tuple(KeyOf(executions_[b]), executions_[b].begin);
    });
  }

  using Position = std::vector<uint32_t>::const_iterator;
  Position FirstNotBefore(const Key& key) const {
    return std::lower_bound(producers_.begin(), producers_.end(), key,
                            [&](uint32_t i, const Key& k) { return KeyOf(executions_[i]) < k; });
  }
  Position FirstBehind(const Key& key) const {
    return std::upper_bound(producers_.begin(), producers_.end(), key,
                            [&](const Key& k, uint32_t i) { return k < KeyOf(executions_[i]); });
  }

  void AddArrowsTo(uint32_t consumer) {
    const Key to = KeyOf(executions_[consumer]);
    const auto [op, step, device] = to;
    const auto consumers = FirstBehind(to) - FirstNotBefore(to);
    for (const OpInput& input : profile_.ops.inputs[op]) {
      const Position end = FirstBehind({input.producer, step, DeviceId()});
      Position first = FirstNotBefore({input.producer, step, DeviceId(0)});
      while (first != end) {
        const Position last = FirstBehind(KeyOf(executions_[*first]));
        if (!(DeviceOf(executions_[*first]) == device)) {
          AddArrows(first, last, consumer, (last - first) * consumers <= kMostPairs);
        }
        first = last;
      }
    }
  }

  // From all of them, or from the last that began before the consumer.
  void AddArrows(Position first, Position last, uint32_t consumer, bool all) {
    if (!all) {
      const Int128 begin = executions_[consumer].begin;
      last = std::upper_bound(first, last, begin,
                              [&](Int128 b, uint32_t i) { return b < executions_[i].begin; });
      if (first == last) return;
      first = last - 1;
    }
    for (; first != last; ++first) arrows_.emplace_back(*first, consumer);
  }

  void Draw(const DrawnSlice& from, const DrawnSlice& to, std::string_view category) {
    const std::string_view op =
        from.op.valid() ? profile_.strings[profile_.ops.row[from.op].name] : std::string_view();
    const std::string name = fmt::format("{}_flow", op);
    ++id_;
    writer_.ArrowBegin(from.lane, ArrowBegin(from, to.begin), category, name, id_);
    writer_.ArrowEnd(to.lane, to.begin, category, name, id_);
  }

  const TimelineSource& source_;
  const Profile& profile_;
  const SliceDrawer& slices_;
  const std::vector<DrawnSlice>& executions_;
  TraceWriter& writer_;
  std::vector<uint32_t> producers_;                    // executions by key and begin
  std::vector<std::pair<uint32_t, uint32_t>> arrows_;  // producer, consumer
  int64_t id_ = 0;
};

}  // namespace

void DrawFlows(const TimelineSource& source, const SliceDrawer& slices, TraceWriter& writer) {
  FlowDrawer drawer(source, slices, writer);
  drawer.DrawDataFlow();
  drawer.DrawRecorded();
}

}  // namespace profiler
