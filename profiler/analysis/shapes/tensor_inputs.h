#ifndef PROFILER_ANALYSIS_SHAPES_TENSOR_INPUTS_H_
#define PROFILER_ANALYSIS_SHAPES_TENSOR_INPUTS_H_

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
