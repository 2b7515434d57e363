// The copies that XLA runs beside other work.
#ifndef PROFILER_ANALYSIS_INSTRUCTIONS_ASYNC_COPIES_H_
#define PROFILER_ANALYSIS_INSTRUCTIONS_ASYNC_COPIES_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiler/store/profile.h"

namespace profiler {

// Text such as "slice-done" of "slice-done.3", whose opcode may be async-done.
std::string_view WithoutNumber(std::string_view instruction);

// Tells the instructions that begin such copies (copy-start.1) and those that wait for their end
// (copy-done.1), by their names.
class AsyncCopies {
 public:
  explicit AsyncCopies(const Profile& profile);

  bool IsEnd(OpId op) const { return Is(op, kEnd); }
  // Whether it is of a copy from or to the host's memory. The one that begins it tells.
  bool IsFromHost(OpId op) const { return Is(op, kFromHost); }
  bool IsToHost(OpId op) const { return Is(op, kToHost); }

 private:
  static constexpr uint8_t kEnd = 1, kFromHost = 2, kToHost = 4;

  bool Is(OpId op, uint8_t what) const { return op.valid() && (facts_[op.row()] & what) != 0; }

  std::vector<uint8_t> facts_;  // by op
};

}  // namespace profiler

#endif  // PROFILER_ANALYSIS_INSTRUCTIONS_ASYNC_COPIES_H_
