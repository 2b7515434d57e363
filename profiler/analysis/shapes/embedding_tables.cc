#include "profiler/analysis/shapes/embedding_tables.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/analysis/ops/precision/product_ops.h"
#include "profiler/analysis/selection/op_events.h"
#include "profiler/analysis/shapes/op_times.h"
#include "profiler/analysis/shapes/tensor_inputs.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

using TableSize = std::pair<int64_t, int64_t>;  // rows, columns
using ColumnsAndIndices = std::pair<int64_t, double>;

bool LooksUp(std::string_view name) {
  return name == "aten::embedding" || name == "aten::_embedding_bag" ||
         name == "aten::_embedding_bag_forward_only";
}

bool MakesDenseGradient(std::string_view name) {
  return name == "aten::embedding_dense_backward" || name == "aten::_embedding_bag_dense_backward";
}

// Whether it multiplies by its inputs, or may, as functions of the user's do.
bool MayBeProduct(std::string_view name) {
  const bool is_of_user = name.find("::") == name.npos && !name.starts_with("Embedding");
  return IsCompute(name) || name == "aten::t" || is_of_user;
}

// How many rows a call looks up. A tensor of one index has no dimensions.
double IndicesOf(const TensorInputs& inputs) {
  const double indices = inputs[1].Elements();
  return std::isnan(indices) ? 1 : indices;
}

// What ops do with tables, by the shapes of their inputs.
class TableOps {
 public:
  explicit TableOps(const Profile& profile) : profile_(profile) {
    FindTables();
    for (uint32_t op = 0; op < profile.op_count(); ++op) AddOp(OpId(op));
  }

  absl::StatusOr<EmbeddingTables> Run(const Selected& selected, RunContext& context) {
    const auto add = [&](const OpEvent& event, std::map<TableSize, Int128>& of_table) {
      if (const auto at = works_on_.find(event.op); at != works_on_.end()) {
        for (const auto& [size, part] : at->second) {
          of_table[size] += static_cast<Int128>(part * static_cast<double>(event.self));
        }
      }
      if (!event.on_device) AddLookUps(event);
    };
    PROFILER_ASSIGN_OR_RETURN(const auto times, SumOpTimes<TableSize>(selected, context, add));
    return TablesOf(times);
  }

 private:
  struct LookedUp {
    double rows = 0;
    std::set<StepId> steps;
  };

  std::string_view NameOf(OpId op) const { return profile_.strings[profile_.ops.row[op].name]; }

  // Those that are looked up and get a dense gradient for as many indices.
  void FindTables() {
    std::set<ColumnsAndIndices> gradients;
    for (uint32_t i = 0; i < profile_.op_count(); ++i) {
      const OpId op(i);
      if (!MakesDenseGradient(NameOf(op))) continue;
      const TensorInputs inputs(profile_, op);
      if (inputs[0].dims.empty()) continue;
      gradients.insert({inputs[0].dims.back(), IndicesOf(inputs)});
    }
    if (gradients.empty()) return;
    for (uint32_t i = 0; i < profile_.op_count(); ++i) {
      const OpId op(i);
      if (!LooksUp(NameOf(op))) continue;
      const TensorInputs inputs(profile_, op);
      if (!inputs.HasRank(0, 2)) continue;
      const TableSize size = {inputs[0].dims[0], inputs[0].dims[1]};
      if (gradients.count({size.second, IndicesOf(inputs)}) == 0) continue;
      element_bytes_.try_emplace(size, inputs[0].element_bytes);
      of_gradient_.try_emplace({size.second, IndicesOf(inputs)}, size);
    }
  }

  void AddOp(OpId op) {
    if (element_bytes_.empty()) return;
    const std::string_view name = NameOf(op);
    const TensorInputs inputs(profile_, op);
    if (MakesDenseGradient(name)) {
      if (inputs[0].dims.empty()) return;
      const auto at = of_gradient_.find({inputs[0].dims.back(), IndicesOf(inputs)});
      if (at != of_gradient_.end()) works_on_[op] = {{at->second, 1}};
      return;
    }
    if (!MayBeProduct(name)) AddList(op);
    constexpr size_t kMostInputs = 8;
    for (size_t slot = 0; slot < kMostInputs; ++slot) {
      if (!inputs.HasRank(slot, 2)) continue;
      const std::vector<int64_t>& dims = inputs[slot].dims;
      const TableSize size = {dims[0], dims[1]};
      if (MayBeProduct(name)) {
        in_products_.insert(size);
        in_products_.insert({size.second, size.first});
      } else if (LooksUp(name)) {
        if (element_bytes_.count(size) > 0) looks_up_[op] = {size, IndicesOf(inputs)};
      } else if (element_bytes_.count(size) > 0) {
        works_on_[op] = {{size, 1}};
      }
    }
  }

  // Of an op that works on a list of tensors, as those of foreach and fused optimizers do, each has
  // a part by its size.
  void AddList(OpId op) {
    std::map<TableSize, double> elements;
    double all = 0;
    for (const std::vector<int64_t>& dims : DimsOfFirstList(profile_, op)) {
      const double count = std::accumulate(dims.begin(), dims.end(), 1.0, std::multiplies<>());
      all += count;
      if (dims.size() != 2 || element_bytes_.count({dims[0], dims[1]}) == 0) continue;
      elements[{dims[0], dims[1]}] += count;
    }
    if (!(all > 0)) return;
    for (const auto& [size, count] : elements) works_on_[op][size] = count / all;
  }

  void AddLookUps(const OpEvent& event) {
    const auto at = looks_up_.find(event.op);
    if (at == looks_up_.end()) return;
    LookedUp& sum = looked_up_[at->second.first];
    sum.rows += at->second.second;
    sum.steps.insert(profile_.events[event.track].step[event.row]);
  }

  EmbeddingTables TablesOf(const OpTimesBy<TableSize>& times) const {
    EmbeddingTables found;
    found.all_time = times.all;
    for (const auto& [size, time] : times.of) {
      if (in_products_.count(size) > 0) continue;
      EmbeddingTable& table = found.tables.emplace_back();
      table.rows = size.first;
      table.columns = size.second;
      table.element_bytes = element_bytes_.at(size);
      table.time = time;
      if (const auto at = looked_up_.find(size); at != looked_up_.end()) {
        table.looked_up = at->second.rows / static_cast<double>(at->second.steps.size());
      }
    }
    std::stable_sort(
        found.tables.begin(), found.tables.end(),
        [](const EmbeddingTable& a, const EmbeddingTable& b) { return a.time > b.time; });
    return found;
  }

  const Profile& profile_;
  std::map<TableSize, double> element_bytes_;  // of each table
  std::map<ColumnsAndIndices, TableSize> of_gradient_;
  std::map<OpId, std::map<TableSize, double>> works_on_;   // the part of its time for each
  std::map<OpId, std::pair<TableSize, double>> looks_up_;  // with its indices
  std::set<TableSize> in_products_;
  std::map<TableSize, LookedUp> looked_up_;
};

}  // namespace

absl::StatusOr<EmbeddingTables> DenseEmbeddingTables(const Selected& selected,
                                                     RunContext& context) {
  return TableOps(selected.profile()).Run(selected, context);
}

bool HasDenseEmbeddings(const Profile& profile) { return HasShapesOf(profile, MakesDenseGradient); }

}  // namespace profiler
