#ifndef PROFILER_READERS_CHECKPOINT_TENSOR_BYTES_H_
#define PROFILER_READERS_CHECKPOINT_TENSOR_BYTES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "profiler/base/tensor_value.h"

namespace profiler {

// What one number of a tensor looks like in its file.
enum class NumberForm : uint8_t { kNone, kFloat, kHalf, kBfloat16, kSigned, kUnsigned, kComplex };

struct Dtype {
  int number = 0;         // TensorFlow's DataType
  std::string_view name;  // as numpy calls it
  int bytes = 0;          // of one element; 0: no numbers, or none that are read
  NumberForm form = NumberForm::kNone;
};

// One without a name of its own is called after its number, and has no form.
const Dtype* FindDtype(int number);
std::string DtypeName(int number);

// As many zeros as `count`, of the kind that holds the dtype's numbers.
TensorValue::Values MakeValues(const Dtype& dtype, size_t count);

// Decodes all of `bytes`, whole elements, into `values` from `at` on. `big_endian`: their order.
void DecodeElements(const Dtype& dtype, std::string_view bytes, bool big_endian, size_t at,
                    TensorValue::Values& values);

}  // namespace profiler

#endif  // PROFILER_READERS_CHECKPOINT_TENSOR_BYTES_H_
