#ifndef PROFILER_QUERY_COLUMN_NAME_H_
#define PROFILER_QUERY_COLUMN_NAME_H_

#include <optional>
#include <string>
#include <string_view>

#include "profiler/query/measures.h"

namespace profiler {

// The name of a column in -select or -order_by. The columns depend on the view, so only the names
// of measures are resolved here.
struct ColumnName {
  ColumnName() = default;
  ColumnName(std::string_view of) : name(of), measure(MeasureNamed(of)) {}
  ColumnName(const char* of) : ColumnName(std::string_view(of)) {}
  ColumnName(const std::string& of) : ColumnName(std::string_view(of)) {}
  ColumnName(Measure of) : name(Info(of).name), measure(of) {}

  bool empty() const { return name.empty(); }

  std::string name;
  std::optional<Measure> measure;

 private:
  static std::optional<Measure> MeasureNamed(std::string_view name);
};

}  // namespace profiler

#endif  // PROFILER_QUERY_COLUMN_NAME_H_
