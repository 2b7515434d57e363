// Options of a view that is asked inside another command: of a measure (`check`, `trend`), of a
// function of `sql`.
#ifndef PROFILER_ENGINE_VIEW_OPTIONS_H_
#define PROFILER_ENGINE_VIEW_OPTIONS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "profiler/query/options/options.h"
#include "profiler/views/view.h"

namespace profiler {

// What asks the view.
struct AskedBy {
  std::string_view name;        // "a measure"
  std::string_view no_options;  // why a word that is no option is wrong
  // Why the view's options may not select columns; "" if they may.
  std::string_view no_columns;
};

// Sets the options that the words spell. Only options that change the view's answer are allowed.
absl::Status ApplyViewOptions(const View& view, const std::vector<std::string>& words,
                              const AskedBy& by, Options& options);

// A query for all of the view's rows, with the selection and the semantics of the command's query.
Query AllRowsOf(const View& view, const Query& command);

}  // namespace profiler

#endif  // PROFILER_ENGINE_VIEW_OPTIONS_H_
