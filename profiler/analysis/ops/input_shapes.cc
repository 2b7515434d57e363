#include "profiler/analysis/ops/input_shapes.h"

#include <algorithm>
#include <set>

#include "profiler/analysis/values/tfprof_run_rules.h"
#include "profiler/base/output_text.h"

namespace profiler {

InputShapes::InputShapes(const Profile& profile, const Quirks& quirks)
    : profile_(profile),
      first_output_(quirks.Has(Quirk::kFirstOutputShape) && HasTensorFlowRun(profile)) {}

template <typename Begin>
void InputShapes::Append(OpId op, Begin begin, std::string& out) const {
  // If the producers are unknown, the op has recorded input shapes, which are used instead.
  if (const StringId recorded = profile_.ops.row[op].input_shapes; recorded.valid()) {
    std::string_view left = profile_.strings[recorded];
    while (!left.empty() && profile_.ops.inputs[op].empty()) {
      const std::string_view shape = left.substr(0, left.find(','));
      begin();
      out += shape;
      left.remove_prefix(std::min(left.size(), shape.size() + 1));
    }
  }
  for (const OpInput& input : profile_.ops.inputs[op]) {
    if (input.control && !first_output_) continue;  // a control dependency has no tensor
    begin();
    AppendInteger(input.slot, out);
    out += ':';
    AppendShape(input, out);
  }
}

void InputShapes::AppendShape(const OpInput& input, std::string& out) const {
  const int32_t output = first_output_ ? 0 : input.output;
  const OpOutputShape* known = nullptr;
  for (const OpOutputShape& shape : profile_.ops.output_shapes[input.producer]) {
    if (shape.slot == output && shape.count > 0) known = &shape;
  }
  if (known == nullptr) {
    out += "unknown";
    return;
  }
  // No tensor has more dimensions; a corrupt shape must not become a long text in each consumer's
  // row.
  constexpr uint32_t kMostDims = 254;
  for (uint32_t dim = 0; dim < std::min(known->count, kMostDims); ++dim) {
    if (dim > 0) out += 'x';
    AppendInteger(profile_.ops.dims[known->first + dim], out);
  }
  if (known->count > kMostDims) out += "x...";
}

std::vector<std::string> InputShapes::Of(OpId op) const {
  std::vector<std::string> shapes;
  std::string text;
  std::vector<size_t> begins;
  Append(
      op, [&] { begins.push_back(text.size()); }, text);
  begins.push_back(text.size());
  for (size_t i = 0; i + 1 < begins.size(); ++i) {
    shapes.push_back(text.substr(begins[i], begins[i + 1] - begins[i]));
  }
  return shapes;
}

void InputShapes::AppendJoined(OpId op, std::string_view separator, std::string& out) const {
  bool is_first = true;
  const auto begin = [&] {
    if (!is_first) out += separator;
    is_first = false;
  };
  Append(op, begin, out);
}

std::vector<std::string> OpTypes(const Profile& profile, OpId op) {
  std::set<std::string> types;
  for (StringId type : profile.ops.types[op]) types.emplace(profile.strings[type]);
  return {types.begin(), types.end()};
}

}  // namespace profiler
