#include "profiler/query/measures.h"

namespace profiler {
namespace {

constexpr std::array<OpColumn, kOpColumnCount> kColumns = {{
    {"bytes", Measure::kBytes, Unit::kBytes, "requested bytes",
     "requested bytes: The memory requested by the operation, accumulatively."},
    {"peak_bytes", Measure::kPeakBytes, Unit::kBytes, "peak bytes",
     "peak bytes: The peak amount of memory that the operation is holding at some point."},
    {"residual_bytes", Measure::kResidualBytes, Unit::kBytes, "residual bytes",
     "residual bytes: The memory not de-allocated after the operation finishes."},
    {"output_bytes", Measure::kOutputBytes, Unit::kBytes, "output bytes",
     "output bytes: The memory that is output from the operation (not necessarily allocated by the "
     "operation)"},
    {"micros", Measure::kMicros, Unit::kMicros, "total execution time",
     "total execution time: Sum of accelerator execution time and cpu execution time."},
    {"accelerator_micros", Measure::kAcceleratorMicros, Unit::kMicros, "accelerator execution time",
     "accelerator execution time: Time spent executing on the accelerator. This is normally "
     "measured by the actual hardware library."},
    {"cpu_micros", Measure::kCpuMicros, Unit::kMicros, "cpu execution time",
     "cpu execution time: The time from the start to the end of the operation. It's the sum of "
     "actual cpu run time plus the time that it spends waiting if part of computation is launched "
     "asynchronously."},
    {"params", Measure::kParams, Unit::kCount, "# parameters",
     "param: Number of parameters (in the Variable)."},
    {"float_ops", Measure::kFloatOps, Unit::kCount, "# float_ops",
     "flops: Number of float operations. Note: Please read the implementation for the math behind "
     "it."},
    {"occurrence", Measure::kOccurrence, Unit::kCount, "op occurrence (run|defined)",
     "occurrence: The number of times it occurs"},
    {kTensorValueColumn, std::nullopt, Unit::kNone, "tensor value",
     "tensor_value: Not supported now."},
    {kDeviceColumn, std::nullopt, Unit::kNone, "assigned devices",
     "device: which device is placed on."},
    {kOpTypesColumn, std::nullopt, Unit::kNone, "op types",
     "op_types: The attributes of the operation, includes the Kernel name device placed on and "
     "user-defined strings."},
    {kInputShapesColumn, std::nullopt, Unit::kNone, "input shapes",
     "input shape: The shape of input tensors"},
}};

}  // namespace

const std::array<OpColumn, kOpColumnCount>& OpColumns() { return kColumns; }

const OpColumn& Info(Measure measure) { return kColumns[static_cast<size_t>(measure)]; }

}  // namespace profiler
