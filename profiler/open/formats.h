// The registry, which is the only list of formats. A new format needs a folder in readers/ and a
// line in formats.cc.
#ifndef PROFILER_OPEN_FORMATS_H_
#define PROFILER_OPEN_FORMATS_H_

#include <span>
#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/io/input.h"
#include "profiler/readers/common/format.h"
#include "profiler/store/profile.h"

namespace profiler {

// All formats. Their order breaks ties between equal scores.
std::span<const Format* const> AllFormats();

// Returns the format of that name, or null if there is none.
const Format* FindFormat(std::string_view name);

// Returns the format with the highest score, or null if no score is high enough or the two highest
// are too close.
const Format* SurestFormat(std::string_view bytes);

// Returns the format called `named`, or the most likely format of the input if `named` is empty.
// The error is NotFound if `named` is unknown, and InvalidArgument if no format fits; its message
// then says what the input looks like.
absl::StatusOr<const Format*> DetectFormat(const Input& input, std::string_view named);

// Sets the capabilities of sources that have none to those of their format. Stores written before
// the capability columns existed need this. The store's reader cannot do it, because it does not
// know the other formats.
void FillCapabilities(Profile& profile);

}  // namespace profiler

#endif  // PROFILER_OPEN_FORMATS_H_
