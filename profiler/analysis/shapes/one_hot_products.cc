#include "profiler/analysis/shapes/one_hot_products.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/accelerators/launched_by.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/shapes/tensor_inputs.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

bool MakesOneHot(std::string_view name) { return name == "aten::one_hot"; }

enum class OneHotPart : char { kOther, kNoOp, kOneHot, kScatter, kCast, kProduct, kLinear };

OneHotPart OneHotPartOf(const Profile& profile, OpId op) {
  if (!IsFrameworkOp(profile, op)) return OneHotPart::kNoOp;
  const std::string_view name = profile.strings[profile.ops.row[op].name];
  if (MakesOneHot(name)) return OneHotPart::kOneHot;
  if (name == "aten::scatter_" || name == "aten::scatter") return OneHotPart::kScatter;
  if (name == "aten::to" || name == "aten::_to_copy") return OneHotPart::kCast;
  if (name == "aten::matmul" || name == "aten::mm") return OneHotPart::kProduct;
  return name == "aten::linear" ? OneHotPart::kLinear : OneHotPart::kOther;
}

class OneHotFinder {
 public:
  explicit OneHotFinder(const Profile& profile) : profile_(profile) {
    parts_.reserve(profile.op_count());
    for (uint32_t i = 0; i < profile.op_count(); ++i) {
      parts_.push_back(OneHotPartOf(profile, OpId(i)));
    }
  }

  void BeginTrack() {
    op_end_ = std::numeric_limits<int64_t>::min();
    chain_ = Chain();
  }

  void AddHostEvent(const Track& track, uint32_t event) {
    const Events& events = track.events;
    const OpId op = events.op[event];
    if (!op.valid() || parts_[op.row()] == OneHotPart::kNoOp) return;
    const bool is_nested = events.begin[event] < op_end_;
    if (is_nested) {
      // What one_hot fills in has the shape of its result.
      const bool fills = chain_.is_in_one_hot && parts_[op.row()] == OneHotPart::kScatter;
      if (fills) chain_.shape = TensorInputs(profile_, op)[0].dims;
      return;
    }
    op_end_ = events.begin[event] + events.duration[event];
    host_all_ += events.duration[event];
    AddOuterOp(track, event, op);
  }

  void AddDeviceEvent(const Track& track, uint32_t event, const LaunchedBy& launched_by) {
    const int64_t time = track.events.duration[event];
    device_all_ += time;
    const EventId call = launched_by(track.id, event);
    if (!call.valid()) return;
    const auto of_track = found_.find(call.track);
    if (of_track == found_.end()) return;
    const int64_t begin = profile_.events[call.track].begin[call.row];
    const auto after = std::upper_bound(of_track->second.begin(), of_track->second.end(), begin,
                                        [](int64_t at, const Span& one) { return at < one.first; });
    if (after != of_track->second.begin() && begin < std::prev(after)->second) device_ += time;
  }

  bool has_any() const { return !found_.empty(); }

  OneHotProducts Take() && {
    const bool is_of_devices = device_all_ > 0;
    return {std::move(shape_), is_of_devices ? device_ : host_,
            is_of_devices ? device_all_ : host_all_};
  }

 private:
  using Span = std::pair<int64_t, int64_t>;  // begin and end
  // From one_hot on.
  struct Chain {
    bool is_open = false, is_in_one_hot = false;
    int64_t begin = 0;
    Int128 time = 0;
    std::vector<int64_t> shape;
  };

  // An op that no other one calls.
  void AddOuterOp(const Track& track, uint32_t event, OpId op) {
    const OneHotPart part = parts_[op.row()];
    const int64_t time = track.events.duration[event];
    chain_.is_in_one_hot = part == OneHotPart::kOneHot;
    if (chain_.is_in_one_hot) {
      chain_ = {true, true, track.events.begin[event], time, {}};
      return;
    }
    if (!chain_.is_open || chain_.shape.empty()) {
      chain_ = Chain();
      return;
    }
    const TensorInputs inputs(profile_, op);
    const bool takes_it = inputs[0].dims == chain_.shape;
    chain_.time += time;
    if (takes_it && part == OneHotPart::kCast) return;
    if (takes_it && TakesTable(part, inputs)) {
      found_[track.id].emplace_back(chain_.begin, op_end_);
      host_ += chain_.time;
      shape_ = fmt::format("{}", fmt::join(chain_.shape, "x"));
    }
    chain_ = Chain();
  }

  // Whether it multiplies by a table with a row, or of a linear layer a column, for each class.
  bool TakesTable(OneHotPart part, const TensorInputs& inputs) const {
    if (!inputs.HasRank(1, 2)) return false;
    const std::vector<int64_t>& table = inputs[1].dims;
    if (part == OneHotPart::kProduct) return table[0] == chain_.shape.back();
    return part == OneHotPart::kLinear && table[1] == chain_.shape.back();
  }

  const Profile& profile_;
  std::vector<OneHotPart> parts_;  // by op
  int64_t op_end_ = 0;
  Chain chain_;
  std::map<TrackId, std::vector<Span>> found_;
  std::string shape_;
  Int128 host_ = 0, host_all_ = 0, device_ = 0, device_all_ = 0;
};

}  // namespace

absl::StatusOr<OneHotProducts> FindOneHotProducts(const Selected& selected,
                                                  const RunContext& context) {
  PROFILER_RETURN_IF_ERROR(selected.CheckSteps());
  const Profile& profile = selected.profile();
  OneHotFinder finder(profile);
  if (!HasOneHot(profile)) return std::move(finder).Take();
  for (const Track track : Tracks(selected, HoldsThreadsWork)) {
    finder.BeginTrack();
    PROFILER_RETURN_IF_ERROR(
        ForEachEvent(track.events, selected.steps(), context,
                     [&](uint32_t event) { finder.AddHostEvent(track, event); }));
  }
  if (!finder.has_any()) return std::move(finder).Take();
  const LaunchedBy launched_by(profile);
  PROFILER_RETURN_IF_ERROR(
      ForEachDeviceEvent(selected, context, [&](const Track& track, uint32_t event) {
        finder.AddDeviceEvent(track, event, launched_by);
      }));
  return std::move(finder).Take();
}

bool HasOneHot(const Profile& profile) { return HasShapesOf(profile, MakesOneHot); }

}  // namespace profiler
