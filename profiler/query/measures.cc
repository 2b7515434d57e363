#include "profiler/query/measures.h"

namespace profiler {
namespace {

constexpr std::array<FieldInfo, kFieldCount> kFields = {{
    {Field::kBytes, "bytes", Unit::kBytes, "requested bytes",
     "requested bytes: The memory requested by the operation, accumulatively."},
    {Field::kPeakBytes, "peak_bytes", Unit::kBytes, "peak bytes",
     "peak bytes: The peak amount of memory that the operation is holding at some point."},
    {Field::kResidualBytes, "residual_bytes", Unit::kBytes, "residual bytes",
     "residual bytes: The memory not de-allocated after the operation finishes."},
    {Field::kOutputBytes, "output_bytes", Unit::kBytes, "output bytes",
     "output bytes: The memory that is output from the operation (not necessarily allocated by the "
     "operation)"},
    {Field::kMicros, "micros", Unit::kMicros, "total execution time",
     "total execution time: Sum of accelerator execution time and cpu execution time."},
    {Field::kAcceleratorMicros, "accelerator_micros", Unit::kMicros, "accelerator execution time",
     "accelerator execution time: Time spent executing on the accelerator. This is normally "
     "measured by the actual hardware library."},
    {Field::kCpuMicros, "cpu_micros", Unit::kMicros, "cpu execution time",
     "cpu execution time: The time from the start to the end of the operation. It's the sum of "
     "actual cpu run time plus the time that it spends waiting if part of computation is launched "
     "asynchronously."},
    {Field::kParams, "params", Unit::kCount, "# parameters",
     "param: Number of parameters (in the Variable)."},
    {Field::kFloatOps, "float_ops", Unit::kCount, "# float_ops",
     "flops: Number of float operations. Note: Please read the implementation for the math behind "
     "it."},
    {Field::kOccurrence, "occurrence", Unit::kCount, "op occurrence (run|defined)",
     "occurrence: The number of times it occurs"},
    {Field::kTensorValue, "tensor_value", Unit::kNone, "tensor value",
     "tensor_value: Not supported now."},
    {Field::kDevice, "device", Unit::kNone, "assigned devices",
     "device: which device is placed on."},
    {Field::kOpTypes, "op_types", Unit::kNone, "op types",
     "op_types: The attributes of the operation, includes the Kernel name device placed on and "
     "user-defined strings."},
    {Field::kInputShapes, "input_shapes", Unit::kNone, "input shapes",
     "input shape: The shape of input tensors"},
}};

}  // namespace

const FieldInfo& Info(Field field) { return kFields[static_cast<size_t>(field)]; }

const std::array<FieldInfo, kFieldCount>& AllFields() { return kFields; }

}  // namespace profiler
