// The names that refer to rows in a profile as text.
#ifndef TESTS_ANSWERS_NAMES_H_
#define TESTS_ANSWERS_NAMES_H_

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "profiler/store/builder.h"

namespace profiler {

std::vector<std::string_view> Split(std::string_view text, char separator);

class Names {
 public:
  SourceId AddSource(const std::string& name, const SourceRow& row);
  absl::StatusOr<OpId> AddOp(const std::string& name, const OpRow& row);

  // Find the row with this name. Kinds that need a definition fail if no earlier line defines the
  // name.
  absl::Status Find(std::string_view name, StringId& id);
  absl::Status Find(std::string_view name, SourceId& id);
  absl::Status Find(std::string_view name, DeviceId& id);
  absl::Status Find(std::string_view name, StepId& id);  // `name` is NUMBER or SOURCE:NUMBER
  // An op without a definition is added, with the name also as its type.
  absl::Status Find(std::string_view name, OpId& id);
  // `name` is a stack: FILE:LINE:FUNCTION;FILE:LINE:FUNCTION..., the innermost frame last.
  absl::Status Find(std::string_view name, FrameId& id);

  ProfileBuilder builder;
  SourceId source;  // the last defined source, to which later lines belong

 private:
  std::map<std::string, SourceId, std::less<>> sources_;
  std::map<std::string, OpId, std::less<>> ops_;
};

}  // namespace profiler

#endif  // TESTS_ANSWERS_NAMES_H_
