// The columns of a Report taken apart, so that every number of a row stands under a name of its
// own: how machine formats show them, and what `schema` tells of them.
#ifndef PROFILER_REPORT_FACETS_H_
#define PROFILER_REPORT_FACETS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/report/report.h"

namespace profiler {

enum class Facet { kOwn, kTotal, kShare, kShareTotal };

struct FlatColumn {
  std::string name;       // the report's, or with total_, share_ or share_total_ before it
  std::string_view unit;  // "us", "B", "1", or "" for what is no number
  // "integer", "number", "string", "boolean", "list", "series", "input_shape_uses", "tensor"
  std::string_view type;
  std::string description;
  Facet facet = Facet::kOwn;
  const ReportColumn* source = nullptr;  // null: a property of the row itself
};

// name and key, in trees depth, parent and accounted.
std::vector<FlatColumn> RowProperties(const Report& report);

// The facets of the report's columns. One that the view left empty does not exist; where the report
// has no rows to tell by, those that its shape can have are named. What is not available has none.
std::vector<FlatColumn> Facets(const Report& report);

}  // namespace profiler

#endif  // PROFILER_REPORT_FACETS_H_
