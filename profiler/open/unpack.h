#ifndef PROFILER_OPEN_UNPACK_H_
#define PROFILER_OPEN_UNPACK_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/io/input.h"
#include "profiler/readers/common/import_report.h"

namespace profiler {

// Whether the bytes are a profile that can be read, packed with gzip or not.
bool IsReadable(std::string_view bytes);

// The input, or what is inside of it where that is a profile that was packed with gzip. Of a packed
// one that is cut or damaged, what comes before is taken. `named`: the format that the user says it
// has, or "".
absl::StatusOr<Input> Unpacked(const Input& input, std::string_view named, ImportReport& report,
                               RunContext& context);

}  // namespace profiler

#endif  // PROFILER_OPEN_UNPACK_H_
