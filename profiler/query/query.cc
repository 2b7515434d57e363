#include "profiler/query/query.h"

namespace profiler {

Query::Query() {
  const RegexSet all = RegexSet::Compile({".*"}).value();
  selection.account_types = start_names = show_names = all;
}

}  // namespace profiler
