// A result of a rule or a view's conclusion. Its values are typed; renderers and FindingsTable()
// format them.
#ifndef PROFILER_REPORT_FINDING_H_
#define PROFILER_REPORT_FINDING_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/base/value.h"

namespace profiler {

struct Report;  // report/report.h

enum class Severity : uint8_t { kInfo, kWarning, kError };

inline std::string_view Name(Severity severity) {
  constexpr std::string_view kNames[] = {"info", "warning", "error"};
  return kNames[static_cast<size_t>(severity)];
}

// The process whose recording a finding is about. Empty if the finding is about the whole job, or
// if only one recording is open.
struct FindingPlace {
  Value rank = kAbsent;
  std::string host, source;  // `source` is the path of the file; may be empty

  bool empty() const { return rank == kAbsent && host.empty() && source.empty(); }
  friend bool operator==(const FindingPlace&, const FindingPlace&) = default;
};
// Text such as "rank 3 on host04, runs/rank3.pt.trace.json"; empty if the place is.
std::string PlaceText(const FindingPlace& place);

struct Finding {
  std::string id;       // the kind of finding, e.g. "low_utilization"
  std::string subject;  // e.g. a device or an op; may be empty
  FindingPlace place;
  Severity severity = Severity::kInfo;
  std::string text;     // one sentence
  int32_t level = 1;    // of indentation; 0 for lines of tfprof's own checkers
  std::string command;  // a command that shows more; may be empty
  // Picoseconds per step that a fix could save; set only if docs/advice.md explains how the number
  // is computed.
  Value saves = kAbsent;
  // Of a step, or of a device's time: how much the finding is about, 0 to 1; 0 if it is about no
  // time. Used only to order findings.
  double share = 0;
  bool stops_job = false;  // the job goes on no more, so it is told before all else
  // A warning that times vary, without a known cause or with little to save: told after what has a
  // cause, and after facts about most of the time.
  bool lacks_cause = false;
  std::string input_class;       // how far input limits a step; set only by InputChecker
  std::string rule;              // set only in a list of findings of several rules
  std::vector<Report> evidence;  // tables
};

// Whether `a` is told before `b`, as docs/metrics.md says: errors and warnings first. Of these,
// what stops the job comes first, then what a fix could save time of and is about a tenth of the
// time or more, by what it saves, then what is about more of the time. Of facts, those about half
// of the time or more come first, then the class of input, then the others, in each what is about
// more before. Warnings that only say that times vary stand behind facts about half of the time or
// more.
bool IsWorse(const Finding& a, const Finding& b);

}  // namespace profiler

#endif  // PROFILER_REPORT_FINDING_H_
