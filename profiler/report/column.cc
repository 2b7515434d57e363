#include "profiler/report/column.h"

#include <algorithm>

namespace profiler {
namespace {

// The name in words. Formats for people show units beside the values, so it is left out.
std::string TitleOfName(std::string_view name, Unit unit) {
  constexpr std::string_view kMicros = "_us";
  if (unit == Unit::kMicros && name.ends_with(kMicros)) name.remove_suffix(kMicros.size());
  std::string title(name);
  std::replace(title.begin(), title.end(), '_', ' ');
  return title;
}

}  // namespace

std::shared_ptr<ReportColumn> ColumnHeader(ColumnType type, std::string_view name, Unit unit,
                                           std::string_view title, std::string_view sentence) {
  auto header = std::make_shared<ReportColumn>();
  header->name = name;
  header->type = type;
  header->unit = unit;
  header->title = title.empty() ? TitleOfName(name, unit) : std::string(title);
  header->description = sentence;
  return header;
}

}  // namespace profiler
