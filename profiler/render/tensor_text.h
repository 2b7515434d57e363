#ifndef PROFILER_RENDER_TENSOR_TEXT_H_
#define PROFILER_RENDER_TENSOR_TEXT_H_

#include <cstddef>
#include <string>

#include "profiler/base/tensor_value.h"

namespace profiler {

struct TensorText {
  std::string text;  // nested lists, a line break after each list; a note if cut
  size_t shown = 0;  // the number of complete values in `text`
};

// Formats a tensor as tfprof does, cut after 10000 characters.
TensorText FormatTensor(const TensorValue& tensor);

// The shortest text that reads back as the same number of its type. Non-finite numbers are nan,
// inf, -inf. A complex number is real part and imaginary part with a `j`.
std::string ExactText(const TensorValue& tensor, size_t value);

}  // namespace profiler

#endif  // PROFILER_RENDER_TENSOR_TEXT_H_
