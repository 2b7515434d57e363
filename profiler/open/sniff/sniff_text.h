// Sniffers of the formats that are text: JSON of several kinds, and protobuf's text form.
#ifndef PROFILER_OPEN_SNIFF_SNIFF_TEXT_H_
#define PROFILER_OPEN_SNIFF_SNIFF_TEXT_H_

#include <initializer_list>
#include <string_view>

namespace profiler {

// How sure the bytes are of a protobuf in text form whose first field is one of those
// messages.
int TextProtoScore(std::string_view bytes, std::initializer_list<std::string_view> first_fields);

int SniffProfileProtoText(std::string_view bytes);
int SniffChromeTrace(std::string_view bytes);  // gzip-compressed too
int SniffSageMakerTimeline(std::string_view bytes);
int SniffSageMakerSystem(std::string_view bytes);
int SniffRecorderSettings(std::string_view bytes);  // SageMaker's profilerconfig.json
int SniffPyinstrument(std::string_view bytes);

// JSON of any kind, as far as its first bytes tell.
bool IsJson(std::string_view bytes);

}  // namespace profiler

#endif  // PROFILER_OPEN_SNIFF_SNIFF_TEXT_H_
