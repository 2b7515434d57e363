#include "profiler/query/query.h"

namespace profiler {

Query::Query() {
  const RegexSet all = RegexSet::Compile({".*"}).value();
  selection.sources = selection.hosts = selection.ranks = selection.devices = all;
  selection.account_types = start_names = show_names = all;
}

}  // namespace profiler
