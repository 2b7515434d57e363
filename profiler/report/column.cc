#include "profiler/report/column.h"

namespace profiler {

std::shared_ptr<ReportColumn> ColumnHeader(ColumnType type, std::string_view name, Unit unit,
                                           std::string_view title, std::string_view sentence) {
  auto header = std::make_shared<ReportColumn>();
  header->name = name;
  header->type = type;
  header->unit = unit;
  header->title = title;
  header->description = sentence;
  return header;
}

}  // namespace profiler
