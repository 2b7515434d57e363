#ifndef PROFILER_READERS_CHECKPOINT_TENSOR_BYTES_H_
#define PROFILER_READERS_CHECKPOINT_TENSOR_BYTES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "profiler/base/tensor_value.h"

namespace profiler {

// The representation of a tensor's values in the file.
enum class NumberForm : uint8_t { kNone, kFloat, kHalf, kBfloat16, kSigned, kUnsigned, kComplex };

struct Dtype {
  int number = 0;         // TensorFlow's DataType
  std::string_view name;  // numpy's name
  int bytes = 0;          // per element; 0 if not numeric, or unsupported
  NumberForm form = NumberForm::kNone;
};

// Returns the type with TensorFlow's number, or null if it is unknown. DtypeName() then returns the
// number.
const Dtype* FindDtype(int number);
std::string DtypeName(int number);

// Returns `count` zeros in the container for values of this dtype.
TensorValue::Values MakeValues(const Dtype& dtype, size_t count);

// Decodes the elements in `bytes` into `values`, starting at `at`. `big_endian` is the byte order
// of the elements.
void DecodeElements(const Dtype& dtype, std::string_view bytes, bool big_endian, size_t at,
                    TensorValue::Values& values);

}  // namespace profiler

#endif  // PROFILER_READERS_CHECKPOINT_TENSOR_BYTES_H_
