#include "web/files/finer_metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <nlohmann/json.hpp>

namespace profiler::web {
namespace {

using Json = nlohmann::json;

constexpr double kMostSpans = 480;   // of a chart: about one for two pixels
constexpr double kMostRows = 60000;  // of an answer
constexpr double kMicrosPerMilli = 1e3;

// NaN if it is not recorded.
double NumberOf(const Json& row, const char* column) {
  const auto found = row.find(column);
  const bool is_number = found != row.end() && found->is_number();
  return is_number ? found->get<double>() : std::numeric_limits<double>::quiet_NaN();
}

const Json& ListIn(const Json& report, const char* name) {
  static const Json kNone = Json::array();
  const auto found = report.find(name);
  return found != report.end() && found->is_array() ? *found : kNone;
}

struct Course {
  size_t rows = 0;
  double begin = std::numeric_limits<double>::infinity();
  double end = -std::numeric_limits<double>::infinity();
};

// The section of what went over time.
Course CourseIn(const Json& report) {
  for (const Json& section : ListIn(report, "sections")) {
    Course course;
    for (const Json& row : ListIn(section, "rows")) {
      const double begin = NumberOf(row, "begin_us"), end = NumberOf(row, "end_us");
      if (!(end > begin)) continue;
      ++course.rows;
      course.begin = std::min(course.begin, begin);
      course.end = std::max(course.end, end);
    }
    if (course.rows > 0) return course;
  }
  return {};
}

}  // namespace

std::optional<std::string> FinerMetricsQuestion(std::string_view answer) {
  const Json report = Json::parse(answer, nullptr, /*allow_exceptions=*/false);
  if (!report.is_object()) return std::nullopt;
  const Course course = CourseIn(report);
  if (course.rows == 0) return std::nullopt;
  double samples = 0;  // of the metric that has most
  for (const Json& row : ListIn(report, "rows")) {
    const double count = NumberOf(row, "count");
    if (count > samples) samples = count;
  }
  const double most = std::floor(kMostRows / static_cast<double>(course.rows));
  const double spans = std::min({kMostSpans, samples, most});
  if (spans < 2) return std::nullopt;
  const double every = std::ceil((course.end - course.begin) / spans / kMicrosPerMilli);
  return fmt::format(
      "metrics -every {:.0f}ms -select name,node,dimension,begin_us,count,mean,min,max", every);
}

}  // namespace profiler::web
