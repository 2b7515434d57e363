#include "profiler/analysis/ops/torch/sequences.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/torch/math_attention.h"
#include "profiler/analysis/selection/counted_steps.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/shapes/shape_work.h"
#include "profiler/analysis/shapes/tensor_inputs.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

constexpr std::string_view kEmbeddingOp = "aten::embedding";

bool IsRecurrentCell(std::string_view name) {
  return name == "aten::lstm_cell" || name == "aten::gru_cell" || name == "aten::rnn_tanh_cell" ||
         name == "aten::rnn_relu_cell";
}

// How many positions the op computes: of attention where queries and keys are as many, so that none
// are kept from earlier calls. 0 if it is not known.
int64_t PositionsOf(const Profile& profile, OpId op) {
  const OpRow& row = profile.ops.row[op];
  if (!row.input_shapes.valid()) return 0;
  const std::string_view name = profile.strings[row.name];
  if (name != kAttentionOp && name != kEmbeddingOp) return 0;
  const TensorInputs inputs(profile, op);
  if (name == kEmbeddingOp) return inputs[1].dims.empty() ? 0 : inputs[1].dims.back();
  constexpr size_t kPosition = 2;  // of [batch, head, position, width]
  if (!inputs.HasRank(0, 4) || !inputs.HasRank(1, 4)) return 0;
  const int64_t queries = inputs[0].dims[kPosition], keys = inputs[1].dims[kPosition];
  return queries == keys ? queries : 0;
}

// Ops that call no other product.
bool IsInnermostProduct(std::string_view name) {
  return name == "aten::addmm" || name == "aten::mm" || name == "aten::bmm";
}

bool IsOfOneRow(const Profile& profile, OpId op) {
  const std::optional<ShapeWork> work = WorkOfShapes(profile, op);
  return work && work->product && work->product->m == 1 && work->product->batch == 1;
}

// The lengths of the sequences that one op is called on, by a thread.
class Lengths {
 public:
  void Add(int64_t length) {
    if (length == last_) {
      ++calls_;
      return;
    }
    // The layers of a model are called on the same sequence, so each length has as many calls. Data
    // that are sorted by length have more of some. The first calls may not have been recorded.
    const int64_t calls = std::exchange(calls_, 1);
    if (runs_ == 2) usual_calls_ = calls;
    const bool is_usual = runs_ < 2 || calls == usual_calls_;
    if (runs_ > 0 && length == last_ + 1 && is_usual) {
      shortest_ = grown_ == 0 ? last_ : std::min(shortest_, last_);
      longest_ = std::max(longest_, length);
      ++grown_;
    } else if (runs_ > 0) {
      ++otherwise_;
    }
    ++runs_;
    last_ = length;
  }

  // nullopt where most changes are others.
  std::optional<GrownPrefix> Prefix(StringId op) const {
    constexpr int64_t kFewest = 8;
    constexpr double kMostly = 0.8;
    const auto changes = static_cast<double>(grown_ + otherwise_);
    if (grown_ < kFewest || static_cast<double>(grown_) < kMostly * changes) return std::nullopt;
    return GrownPrefix{op, grown_, shortest_, longest_};
  }

 private:
  int64_t last_ = 0;
  int64_t runs_ = 0;                   // of calls on one length
  int64_t calls_ = 0;                  // of the current run
  int64_t usual_calls_ = 0;            // of the second run
  int64_t grown_ = 0, otherwise_ = 0;  // changes by one, and all others
  int64_t shortest_ = 0, longest_ = 0;
};

class SequenceCollector {
 public:
  explicit SequenceCollector(const Selected& selected)
      : profile_(selected.profile()), counted_(selected) {
    for (uint32_t i = 0; i < profile_.op_count(); ++i) {
      positions_.push_back(PositionsOf(profile_, OpId(i)));
      const StringId name = profile_.ops.row[OpId(i)].name;
      is_cell_.push_back(IsRecurrentCell(profile_.strings[name]) ? 1 : 0);
      works_on_sequences_ |= is_cell_.back() != 0 || profile_.strings[name] == kEmbeddingOp ||
                             profile_.strings[name] == kAttentionOp;
    }
    works_on_sequences_ |= TrainsInPyTorch(profile_);
    if (!works_on_sequences_) FindProducts();
  }

  void Add(const Track& track, uint32_t event) {
    const OpId op = track.events.op[event];
    if (!op.valid()) return;
    const StringId name = profile_.ops.row[op].name;
    if (positions_[op.row()] > 0) lengths_[{track.id, name}].Add(positions_[op.row()]);
    if (is_cell_[op.row()] != 0) AddCell({track.id, event}, name);
    if (!works_on_sequences_ && products_[op.row()] != Rows::kNone) AddProduct(op);
  }

  SequenceWork Take() && {
    for (const auto& [key, lengths] : lengths_) {
      const std::optional<GrownPrefix> prefix = lengths.Prefix(key.second);
      if (prefix && (!work_.prefix || prefix->grown > work_.prefix->grown)) work_.prefix = prefix;
    }
    for (const auto& [name, loop] : cells_) work_.cells.push_back(loop);
    std::stable_sort(work_.cells.begin(), work_.cells.end(),
                     [](const CellLoop& a, const CellLoop& b) { return a.time > b.time; });
    work_.steps = static_cast<int64_t>(steps_.size());
    for (const StepId id : steps_) {
      const StepRow& step = profile_.steps[id];
      if (step.begin == kUnknown || step.end <= step.begin) continue;
      work_.span += static_cast<Int128>(step.end) - step.begin;
    }
    return std::move(work_);
  }

 private:
  enum class Rows : uint8_t { kNone, kOne, kMore };

  void FindProducts() {
    products_.resize(profile_.op_count(), Rows::kNone);
    for (uint32_t i = 0; i < profile_.op_count(); ++i) {
      const OpRow& row = profile_.ops.row[OpId(i)];
      if (!row.input_shapes.valid() || !IsInnermostProduct(profile_.strings[row.name])) continue;
      products_[i] = IsOfOneRow(profile_, OpId(i)) ? Rows::kOne : Rows::kMore;
    }
  }

  void AddProduct(OpId op) {
    ++work_.products.calls;
    if (products_[op.row()] != Rows::kOne) return;
    ++work_.products.of_one_row;
    if (!work_.products.op.valid()) work_.products.op = profile_.ops.row[op].name;
  }

  void AddCell(EventId event, StringId name) {
    const Events& events = profile_.events[event.track];
    const StepId step = events.step[event.row];
    if (!counted_.has_whole() || !counted_.Has(step)) return;
    CellLoop& loop = cells_[name];
    if (loop.calls == 0) loop.first = event;
    loop.op = name;
    ++loop.calls;
    loop.time += events.duration[event.row];
    steps_.insert(step);
  }

  const Profile& profile_;
  const CountedSteps counted_;
  std::vector<int64_t> positions_;   // by op
  std::vector<char> is_cell_;        // by op
  std::vector<Rows> products_;       // by op; empty where they are not asked for
  bool works_on_sequences_ = false;  // or trains
  std::map<std::pair<TrackId, StringId>, Lengths> lengths_;
  std::map<StringId, CellLoop> cells_;
  std::set<StepId> steps_;
  SequenceWork work_;
};

}  // namespace

absl::StatusOr<SequenceWork> SequenceWorkIn(const Selected& selected, const RunContext& context) {
  SequenceCollector collector(selected);
  PROFILER_RETURN_IF_ERROR(
      ForEachEvent(selected, HoldsThreadsWork, context,
                   [&](const Track& track, uint32_t event) { collector.Add(track, event); }));
  return std::move(collector).Take();
}

bool HasSequenceOps(const Profile& profile) {
  const auto& ops = profile.ops.row.values();
  return std::any_of(ops.begin(), ops.end(), [&](const OpRow& op) {
    const std::string_view name = profile.strings[op.name];
    const bool has_shape = name == kAttentionOp || name == kEmbeddingOp || IsInnermostProduct(name);
    return IsRecurrentCell(name) || (has_shape && op.input_shapes.valid());
  });
}

}  // namespace profiler
