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

OptionSpec KeyOption() {
  OptionSpec spec = ListOption(
      "key", OptionGroup::kReport, "COLUMN,...", "-base: compare rows that are equal in these.",
      [](Options& o) -> std::vector<std::string>& { return o.query.sql.keys; });
  spec.details =
      "The query is asked of the profile and of its base, each by itself. Rows with equal values "
      "in these columns are one row; of every other column of numbers X it has base_X, X, delta_X "
      "and ratio_X. The largest changes of the first of them come first, or of -order_by.";
  return spec;
}

std::vector<OptionSpec> SqlCommandOptions() {
  return {Used(OptionUse::kSql, QueryFileOption()), Used(OptionUse::kKeys, KeyOption())};
}

}  // namespace

const OptionSet kSqlOptions = {SqlCommandOptions};

}  // namespace profiler
