#ifndef PROFILER_OPEN_UNPACK_H_
#define PROFILER_OPEN_UNPACK_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/io/input.h"
#include "profiler/readers/common/import_report.h"

namespace profiler {

// Whether the bytes are a profile that can be read, possibly packed with gzip.
bool IsReadable(std::string_view bytes);

// Returns the unpacked content if the input is a profile packed with gzip, or else the input. If
// the packed file is cut or damaged, the part before that is used. `named` is the format that the
// user named, or "".
absl::StatusOr<Input> Unpacked(const Input& input, std::string_view named, ImportReport& report,
                               RunContext& context);

}  // namespace profiler

#endif  // PROFILER_OPEN_UNPACK_H_
