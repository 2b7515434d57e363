#ifndef PROFILER_VIEWS_COLUMNS_H_
#define PROFILER_VIEWS_COLUMNS_H_

#include <string>
#include <string_view>
#include <vector>

#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"
#include "profiler/views/op_values.h"

namespace profiler {

// tfprof orders its columns in two ways, by view.
enum class ColumnOrder { kCountsFirst, kBytesFirst };

// The columns that the query selects, without values. Of number columns `micros` stands for three.
std::vector<ReportColumn> MakeColumns(const Query& query, ColumnOrder order);

// The fields the query selects, by name.
std::vector<Field> SelectedByName(const Query& query);

// The value that a number column of MakeColumns shows of `values`.
Value ValueOf(const ReportColumn& column, const Values& values);

// "0:4x8": an input's slot and shape, of each input of an op, by slot.
class InputShapes {
 public:
  InputShapes(const Profile& profile, const Quirks& quirks);

  std::vector<std::string> Of(OpId op) const;
  // The same as one text.
  void AppendJoined(OpId op, std::string_view separator, std::string& out) const;

 private:
  // Calls `begin` before each shape.
  template <typename Begin>
  void Append(OpId op, Begin begin, std::string& out) const;
  void AppendShape(const OpInput& input, std::string& out) const;

  const Profile& profile_;
  const bool first_output_;  // Quirk::kFirstOutputShape
};

// The distinct texts of an op's type list, sorted.
std::vector<std::string> OpTypes(const Profile& profile, OpId op);

}  // namespace profiler

#endif  // PROFILER_VIEWS_COLUMNS_H_
