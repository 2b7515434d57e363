#ifndef PROFILER_ANALYSIS_OPS_INPUT_SHAPES_H_
#define PROFILER_ANALYSIS_OPS_INPUT_SHAPES_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/query/quirks.h"
#include "profiler/store/profile.h"

namespace profiler {

// The slot and shape of each input of an op, e.g. "0:4x8", sorted by slot.
class InputShapes {
 public:
  InputShapes(const Profile& profile, const Quirks& quirks);

  std::vector<std::string> Of(OpId op) const;
  // Appends the shapes of the op's inputs as one text.
  void AppendJoined(OpId op, std::string_view separator, std::string& out) const;

 private:
  // Calls `begin` before each shape.
  template <typename Begin>
  void Append(OpId op, Begin begin, std::string& out) const;
  void AppendShape(const OpInput& input, std::string& out) const;

  const Profile& profile_;
  const bool first_output_;  // whether Quirk::kFirstOutputShape applies
};

// The distinct texts of an op's type list, sorted.
std::vector<std::string> OpTypes(const Profile& profile, OpId op);

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_OPS_INPUT_SHAPES_H_
