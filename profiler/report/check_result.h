// What became of one requirement of `check`. Its numbers are typed; renderers format them.
#ifndef PROFILER_REPORT_CHECK_RESULT_H_
#define PROFILER_REPORT_CHECK_RESULT_H_

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "profiler/base/unit.h"
#include "profiler/base/value.h"
#include "profiler/report/finding.h"

namespace profiler {

// The worst first.
enum class CheckStatus : uint8_t {
  kBroken,
  kCannotTell,  // too few samples to judge noise, and it looks worse
  kUnclear,     // beyond the bound, but by no more than noise
  kOk,
};

inline std::string_view Name(CheckStatus status) {
  constexpr std::string_view kNames[] = {"broken", "cannot tell", "unclear", "ok"};
  return kNames[static_cast<size_t>(status)];
}

struct CheckResult {
  std::string name;         // the budget's, or the requirement
  std::string requirement;  // as given
  Severity severity = Severity::kError;
  CheckStatus status = CheckStatus::kOk;
  // Whether it may fail the command: also kCannotTell, and kUnclear with -strict_noise.
  bool is_broken = false;

  // What it is called in a sentence: an unclear one that -strict_noise fails is broken.
  std::string_view word() const {
    if (!is_judged()) return "not judged";
    return is_broken && status == CheckStatus::kUnclear ? Name(CheckStatus::kBroken) : Name(status);
  }
  // Whether it fails because noise cannot be judged, and it looks worse.
  bool cannot_tell() const { return is_judged() && status == CheckStatus::kCannotTell; }

  // Whether the requirement was judged. If not, its measure found nothing, there is no value, and
  // `reason` says why. Such a command fails, but shows the others.
  bool is_judged() const { return !std::isnan(value); }

  // Times are in microseconds; NaN if there is none.
  Unit unit = Unit::kNone;
  double value = kAbsentReal, bound = kAbsentReal;
  double base = kAbsentReal;     // the value in the base profile
  double excess = kAbsentReal;   // by how much the value is beyond the bound
  double p_value = kAbsentReal;  // of the comparison with the base

  std::string row;         // the row of which the value is, if the measure has several
  std::string base_row;    // its name in the base, if that is another
  std::string reason;      // a sentence: which noise is known, and what it says
  std::string owner, why;  // of the budget
  std::string command;     // shows more
};

}  // namespace profiler

#endif  // PROFILER_REPORT_CHECK_RESULT_H_
