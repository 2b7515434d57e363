#include <string>
#include <vector>

#include "profiler/query/options/option_kinds.h"
#include "profiler/query/options/option_sets.h"

namespace profiler {
namespace {

OptionSpec QueryFileOption() {
  OptionSpec spec = TextOption("query_file", OptionGroup::kReport, "FILE",
                               "A file with the query of `sql`, in place of the query itself.",
                               [](Options& o) -> std::string& { return o.query.sql.file; });
  spec.details =
      "The file holds one SELECT of at most 1 MB. It may have comments (-- to the end of the line, "
      "/* to */).";
  return spec;
}

std::vector<OptionSpec> SqlCommandOptions() {
  return WithUse(OptionUse::kSql, {QueryFileOption()});
}

}  // namespace

const OptionSet kSqlOptions = {SqlCommandOptions};

}  // namespace profiler
