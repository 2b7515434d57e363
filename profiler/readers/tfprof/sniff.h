// Scores how likely the bytes are each kind of tfprof's inputs, from 0 to 100.
#ifndef PROFILER_READERS_TFPROF_SNIFF_H_
#define PROFILER_READERS_TFPROF_SNIFF_H_

#include <string_view>

namespace profiler {

int SniffProfileProto(std::string_view bytes);
int SniffProfileProtoText(std::string_view bytes);

// For RunMetadata in binary or text form.
int SniffRunMetadata(std::string_view bytes);
int SniffGraphDef(std::string_view bytes);
int SniffOpLog(std::string_view bytes);

}  // namespace profiler

#endif  // PROFILER_READERS_TFPROF_SNIFF_H_
