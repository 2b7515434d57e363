// A variable that is stored in parts: which key of the index each part has, and which of the
// variable's numbers it holds.
#ifndef PROFILER_READERS_COMMON_CHECKPOINT_SLICE_H_
#define PROFILER_READERS_COMMON_CHECKPOINT_SLICE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

// A box within a tensor, by dimension.
struct TensorSlice {
  static constexpr int64_t kWhole = -1;  // as a length: all of that dimension

  std::vector<int64_t> start, length;

  // "0,150:-": start and length of each dimension, `-` where it is whole.
  std::string Text() const;
};

// The key under which a bundle's index keeps a slice, in TensorFlow's OrderedCode.
std::string SliceKey(std::string_view tensor, const TensorSlice& slice);
inline bool IsSliceKey(std::string_view key) { return !key.empty() && key[0] == '\0'; }

// The number of elements of a shape; -1 if a dimension is negative or the product does not fit.
int64_t ElementCount(const std::vector<int64_t>& shape);

// Gives whole dimensions their length. False if the slice does not lie in the shape.
bool Resolve(const std::vector<int64_t>& shape, TensorSlice& slice);

// Calls `run` for each run of elements that lie side by side in both: where it begins in the slice
// and in the tensor, and how long it is. In order; until `run` says false. The slice is resolved.
void ForEachRun(const std::vector<int64_t>& shape, const TensorSlice& slice,
                const std::function<bool(int64_t in_slice, int64_t in_tensor, int64_t n)>& run);

}  // namespace profiler

#endif  // PROFILER_READERS_COMMON_CHECKPOINT_SLICE_H_
