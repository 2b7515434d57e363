// Partitioned variables: the key of each part in the index, and its position in the variable.
#ifndef PROFILER_READERS_COMMON_CHECKPOINT_SLICE_H_
#define PROFILER_READERS_COMMON_CHECKPOINT_SLICE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

// A range of each dimension of a tensor.
struct TensorSlice {
  static constexpr int64_t kWhole = -1;  // a length that means the whole dimension

  std::vector<int64_t> start, length;

  // Formats start and length of each dimension, with `-` for whole dimensions, e.g. "0,150:-".
  std::string Text() const;
};

// Returns the key of a slice in a bundle's index, in TensorFlow's OrderedCode.
std::string SliceKey(std::string_view tensor, const TensorSlice& slice);
inline bool IsSliceKey(std::string_view key) { return !key.empty() && key[0] == '\0'; }

// The number of elements of a shape; -1 if a dimension is negative or the product overflows.
int64_t ElementCount(const std::vector<int64_t>& shape);

// Replaces kWhole by the lengths of the dimensions. Returns false if the slice exceeds the shape.
bool Resolve(const std::vector<int64_t>& shape, TensorSlice& slice);

// Calls run(start in the slice, start in the tensor, length) for each run of elements that is
// contiguous in both. Calls are in order and end when `run` returns false. Resolve() must be called
// on the slice before.
void ForEachRun(const std::vector<int64_t>& shape, const TensorSlice& slice,
                const std::function<bool(int64_t in_slice, int64_t in_tensor, int64_t n)>& run);

}  // namespace profiler

#endif  // PROFILER_READERS_COMMON_CHECKPOINT_SLICE_H_
