// All commands that answer with a Report: the views, and composites, which combine the answers of
// several views. A new composite is one file here and one entry in commands.cc.
#ifndef PROFILER_ENGINE_COMMANDS_H_
#define PROFILER_ENGINE_COMMANDS_H_

#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/catalog/views.h"
#include "profiler/query/compare_options.h"
#include "profiler/query/query.h"
#include "profiler/report/answerer.h"
#include "profiler/report/report.h"
#include "profiler/views/view.h"

namespace profiler {

using CompositeFunction = absl::StatusOr<Report> (*)(Answerer& answerer,
                                                     const std::vector<const Selected*>& of,
                                                     const Query& query,
                                                     const CompareOptions& compare,
                                                     RunContext& context);

struct Composite {
  View about;               // the descriptor, as of a view, but without a function
  std::string_view before;  // the command that follows in lists
  size_t profiles;          // the number of profiles that the command takes
  CompositeFunction run;
  bool may_have_base = false;   // it takes one more, if -base names it
  bool may_have_parts = false;  // and, after that, each of several profiles by itself
};

const std::vector<Composite>& AllComposites();
const Composite* FindComposite(std::string_view name);  // null if there is none

// Views and composites in the order of `help`.
const std::vector<View>& AllCommands();
// Those that are about one profile, and need no more than a profile to answer.
const std::vector<View>& CommandsOnOneProfile();
const View* FindCommand(std::string_view name);  // null if there is none

}  // namespace profiler

#endif  // PROFILER_ENGINE_COMMANDS_H_
