#ifndef PROFILER_ADVISE_STRAGGLER_SIGNS_H_
#define PROFILER_ADVISE_STRAGGLER_SIGNS_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/report/finding.h"

namespace profiler {

// Warnings that are signs of what a straggler's finding tells: of a device on the same rank, or on
// the host whose ranks are all late, that idles for no larger share of the time. `overview` names
// their rules in the straggler's finding.
class StragglerSigns {
 public:
  void AddStragglers(const std::vector<Finding>& findings);

  // Whether the finding is such a sign. Then its rule is told by Tell().
  bool Takes(const Finding& finding, std::string_view rule);

  // Names in the findings of stragglers the rules whose findings it took.
  void Tell(std::vector<Finding>& shown) const;

 private:
  struct Late {
    const Finding& finding;
    std::vector<std::string> rules;
  };
  std::vector<Late> lates_;
};

}  // namespace profiler

#endif  // PROFILER_ADVISE_STRAGGLER_SIGNS_H_
