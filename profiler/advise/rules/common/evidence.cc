#include "profiler/advise/rules/common/evidence.h"

#include <fmt/format.h>

#include <utility>

#include "profiler/query/options/spelling.h"
#include "profiler/report/scaled.h"

namespace profiler {

Finding Warning(std::string id, std::string subject, std::string text, std::string command) {
  Finding finding;
  finding.id = std::move(id);
  finding.subject = std::move(subject);
  finding.severity = Severity::kWarning;
  finding.text = std::move(text);
  finding.command = std::move(command);
  return finding;
}

double Percentage(Value part, Value whole) {
  return OrZero(whole) == 0 ? 0
                            : 100 * static_cast<double>(OrZero(part)) / static_cast<double>(whole);
}

std::string Percent(double part, double whole) {
  constexpr double kLeast = 0.5;  // percent, which are not rounded to 0
  const double percent = whole > 0 ? 100 * part / whole : 0.0;
  return percent > 0 && percent < kLeast ? "less than 1%" : fmt::format("{:.0f}%", percent);
}

std::string FormatMicros(Value picos) {
  // Whole microseconds, as further digits of a mean are not significant. From 1 ms on they are not
  // shown anyway, and rounding twice would differ from tables.
  if (picos > kPicosPerMicro && picos < 1000 * static_cast<Value>(kPicosPerMicro)) {
    picos = (picos + kPicosPerMicro / 2) / kPicosPerMicro * kPicosPerMicro;
  }
  return ScaledText(picos, Unit::kMicros);
}

std::string FormatBytesOf(Value bytes) { return ScaledText(bytes, Unit::kBytes); }

Value BytesPerSecond(Value bytes, Value picos) {
  return bytes == kAbsent || picos <= 0 ? kAbsent : bytes * kPicosPerSecond / picos;
}

std::string FormatRate(Value bytes, Value picos) {
  return ScaledText(BytesPerSecond(bytes, picos), Unit::kBytesPerSecond);
}

std::string_view MostOfIt(Int128 part, Int128 whole) {
  return 2 * part > whole ? "most of it" : "the largest part of it";
}

std::string Count(size_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string TraceCommand(const std::string& name_regex) {
  return fmt::format("trace -show_name_regexes {} -order_by duration_us -top 10",
                     QuoteWord(name_regex));
}

}  // namespace profiler
