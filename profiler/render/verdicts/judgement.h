// What a Report judges, requirement by requirement and finding by finding, for formats that CI
// systems read.
#ifndef PROFILER_RENDER_VERDICTS_JUDGEMENT_H_
#define PROFILER_RENDER_VERDICTS_JUDGEMENT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/report/report.h"

namespace profiler {

struct Judgement {
  enum class Outcome : uint8_t {
    kFailed,     // why the exit status is 3
    kNotJudged,  // why it is 1
    kWarned,     // broken, or a finding, but of a severity that does not fail the command
    kUnclear,
    kPassed,  // also a finding that is only information
  };
  Outcome outcome = Outcome::kPassed;
  std::string_view word = "broken";  // what a failed one is called: broken, or cannot tell
  std::string group;                 // the rule of a finding, else the command
  std::string name;                  // the budget, or the finding and its subject
  std::string message;               // one sentence
  std::string details;               // lines
};

// In the order of the report; findings of its sections, too.
std::vector<Judgement> JudgementsOf(const Report& report);

// One sentence about all: "1 of 3 requirements is broken".
std::string SumUp(const Report& report);

// Why a requirement is broken, unclear or met, in one line: "25.4 ms, bound 20 ms: 5.4 ms (27 %)
// beyond".
std::string CheckText(const CheckResult& result);

}  // namespace profiler

#endif  // PROFILER_RENDER_VERDICTS_JUDGEMENT_H_
