#ifndef PROFILER_RENDER_TENSOR_TEXT_H_
#define PROFILER_RENDER_TENSOR_TEXT_H_

#include <cstddef>
#include <string>

#include "profiler/base/tensor_value.h"

namespace profiler {

struct TensorText {
  std::string text;  // nested lists, with a line break after each, and what was left out
  size_t shown = 0;  // the first so many values are whole in it
};

// tfprof's look of a tensor: cut after 10000 characters.
TensorText FormatTensor(const TensorValue& tensor);

// The number exactly, in as few digits as tell it from others of its type. What is no finite number
// is a word: nan, inf, -inf. A complex number is real part and imaginary part with a `j`.
std::string ExactText(const TensorValue& tensor, size_t value);

}  // namespace profiler

#endif  // PROFILER_RENDER_TENSOR_TEXT_H_
