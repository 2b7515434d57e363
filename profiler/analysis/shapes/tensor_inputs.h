#ifndef PROFILER_ANALYSIS_SHAPES_TENSOR_INPUTS_H_
#define PROFILER_ANALYSIS_SHAPES_TENSOR_INPUTS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// The dimensions of "4x64"; none of what is no complete shape.
std::vector<int64_t> DimsOf(std::string_view shape);

// An input of an op that is a tensor, as recorded.
struct TensorInput {
  std::vector<int64_t> dims;  // empty if unknown, or a list of tensors
  std::string_view type;      // "BFloat16"; empty if unknown
  double element_bytes = kAbsentReal;

  double Elements() const;
  double Bytes() const { return Elements() * element_bytes; }
  // The shape with the type behind it.
  std::string WithType(std::string shape) const;
};

// The dimensions of each tensor in the list that is the op's first input; none if that is no list.
std::vector<std::vector<int64_t>> DimsOfFirstList(const Profile& profile, OpId op);

// Whether an op ran whose name `is_asked`, and the shapes of its inputs were recorded.
template <typename IsAsked>
bool HasShapesOf(const Profile& profile, const IsAsked& is_asked) {
  const auto& ops = profile.ops.row.values();
  return std::any_of(ops.begin(), ops.end(), [&](const OpRow& op) {
    return op.input_shapes.valid() && is_asked(profile.strings[op.name]);
  });
}

// The inputs of an op, by slot; those that are no tensors have no dimensions.
class TensorInputs {
 public:
  TensorInputs(const Profile& profile, OpId op);

  // An input without dimensions, if the op has no such slot.
  const TensorInput& operator[](size_t slot) const;
  // Whether the slot has a tensor of this rank.
  bool HasRank(size_t slot, size_t rank) const { return (*this)[slot].dims.size() == rank; }
  // The bytes of `count` inputs from the slot `first` on, and of outputs of the type of the first.
  double BytesOf(size_t first, size_t count, double output_elements) const;

 private:
  TensorInput* Slot(std::string_view text);

  std::vector<TensorInput> inputs_;
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_SHAPES_TENSOR_INPUTS_H_
