#include "profiler/base/unit.h"

namespace profiler {

std::string_view Name(Unit unit) {
  switch (unit) {
    case Unit::kNone:
      return "";
    case Unit::kCount:
    case Unit::kShare:
      return "1";
    case Unit::kBytes:
      return "B";
    case Unit::kMicros:
      return "us";
    case Unit::kPercent:
      return "%";
    case Unit::kFlopsPerSecond:
      return "flop/s";
    case Unit::kBytesPerSecond:
      return "B/s";
  }
  return "";
}

}  // namespace profiler
