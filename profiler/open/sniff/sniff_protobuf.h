// Sniffers of the protobuf formats: how sure the bytes are of each, 0 to 100.
#ifndef PROFILER_OPEN_SNIFF_SNIFF_PROTOBUF_H_
#define PROFILER_OPEN_SNIFF_SNIFF_PROTOBUF_H_

#include <string_view>

namespace profiler {

int SniffProfileProto(std::string_view bytes);
int SniffPprof(std::string_view bytes);  // gzip-compressed too, as pprof files mostly are

// In binary and in text form.
int SniffRunMetadata(std::string_view bytes);
int SniffGraphDef(std::string_view bytes);
int SniffOpLog(std::string_view bytes);
int SniffXSpace(std::string_view bytes);

}  // namespace profiler

#endif  // PROFILER_OPEN_SNIFF_SNIFF_PROTOBUF_H_
