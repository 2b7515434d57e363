#include "profiler/open/sniff/sniff_text.h"

#include <algorithm>
#include <string>

#include "profiler/base/ascii.h"
#include "profiler/base/byte_order_mark.h"
#include "profiler/io/gzip.h"

namespace profiler {
namespace {

constexpr size_t kMaxBytes = 64 << 10;  // looked at
constexpr size_t kMaxFirstEvent = 4 << 10;
constexpr std::string_view kBlanks = " \t\r\n";

std::string_view SkipBlanks(std::string_view text) {
  const size_t begin = text.find_first_not_of(kBlanks);
  return begin == std::string_view::npos ? "" : text.substr(begin);
}

std::string_view BeginningOfText(std::string_view bytes) {
  bytes = bytes.substr(0, kMaxBytes);
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  return SkipBlanks(bytes);
}

// Whether the quoted `key` stands there, with a colon after it.
bool HasKey(std::string_view json, std::string_view key) {
  for (size_t at = json.find(key); at != std::string_view::npos; at = json.find(key, at + 1)) {
    if (SkipBlanks(json.substr(at + key.size())).starts_with(':')) return true;
  }
  return false;
}

bool IsSystemLine(std::string_view line) {
  if (!line.starts_with('{')) return false;
  constexpr std::string_view kKeys[] = {"\"Type\"", "\"Dimension\"", "\"Value\"", "\"Timestamp\""};
  return std::all_of(std::begin(kKeys), std::end(kKeys),
                     [&](std::string_view key) { return HasKey(line, key); });
}

int ChromeTraceScore(std::string_view bytes) {
  const std::string_view text = BeginningOfText(bytes);
  if (text.starts_with('{')) {
    if (HasKey(text, "\"traceEvents\"")) return 95;
    // What Kineto writes before the events may be long.
    return HasKey(text, "\"schemaVersion\"") && HasKey(text, "\"deviceProperties\"") ? 80 : 0;
  }
  if (!text.starts_with('[')) return 0;
  const std::string_view first = SkipBlanks(text.substr(1));
  return first.starts_with('{') && HasKey(first.substr(0, kMaxFirstEvent), "\"ph\"") ? 90 : 0;
}

}  // namespace

int TextProtoScore(std::string_view bytes, std::initializer_list<std::string_view> first_fields) {
  std::string_view text = BeginningOfText(bytes);
  while (text.starts_with('#')) {  // a comment to the end of its line
    text.remove_prefix(std::min(text.find('\n'), text.size()));
    text = SkipBlanks(text);
  }
  const size_t length = std::min(text.find_first_of(" \t\r\n{"), text.size());
  if (!SkipBlanks(text.substr(length)).starts_with('{')) return 0;
  const bool is_first = std::find(first_fields.begin(), first_fields.end(),
                                  text.substr(0, length)) != first_fields.end();
  return is_first ? 90 : 0;
}

int SniffProfileProtoText(std::string_view bytes) {
  return TextProtoScore(bytes, {"nodes", "id_to_string"});
}

int SniffChromeTrace(std::string_view bytes) {
  return ChromeTraceScore(IsGzip(bytes) ? InflateBeginning(bytes) : bytes);
}

// A Chrome trace as well, that says first when it began.
int SniffSageMakerTimeline(std::string_view bytes) {
  const std::string text = IsGzip(bytes) ? InflateBeginning(bytes) : std::string();
  const std::string_view beginning = IsGzip(bytes) ? std::string_view(text) : bytes;
  const bool says_start = HasKey(BeginningOfText(beginning).substr(0, kMaxFirstEvent),
                                 "\"start_time_since_epoch_in_micros\"");
  return says_start && ChromeTraceScore(beginning) == 90 ? 100 : 0;
}

int SniffSageMakerSystem(std::string_view bytes) {
  std::string_view text = BeginningOfText(bytes);
  // The first lines may be damaged.
  for (bool is_first = true; !text.empty(); is_first = false) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (IsSystemLine(line)) return is_first ? 95 : 60;
    text = SkipBlanks(text.substr(line.size()));
  }
  return 0;
}

int SniffRecorderSettings(std::string_view bytes) {
  const std::string text =
      Lower(BeginningOfText(bytes).substr(0, kMaxFirstEvent));  // its reader minds no case
  if (!text.starts_with('{')) return 0;
  const bool has_key = HasKey(text, "\"profilingparameters\"") ||
                       HasKey(text, "\"profilingintervalinmilliseconds\"");
  return has_key ? 90 : 0;
}

int SniffPyinstrument(std::string_view bytes) {
  const std::string_view text = BeginningOfText(bytes).substr(0, kMaxFirstEvent);
  if (!text.starts_with('{')) return 0;
  return HasKey(text, "\"sample_count\"") && HasKey(text, "\"root_frame\"") ? 90 : 0;
}

bool IsJson(std::string_view bytes) {
  const std::string_view text = BeginningOfText(bytes);
  if (!text.starts_with('{') && !text.starts_with('[')) return false;
  const std::string_view inside = SkipBlanks(text.substr(1));
  return !inside.empty() &&
         std::string_view("{}[]\"-0123456789").find(inside[0]) != std::string_view::npos;
}

}  // namespace profiler
