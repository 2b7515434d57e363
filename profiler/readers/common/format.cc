#include "profiler/readers/common/format.h"

namespace profiler {

SourceRow NewSource(const Format& format, std::string_view path, ProfileBuilder& builder) {
  SourceRow row;
  static_cast<SourceCapabilities&>(row) = format.capabilities;
  row.path = builder.Intern(path);
  row.format = builder.Intern(format.name);
  return row;
}

}  // namespace profiler
