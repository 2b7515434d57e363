#ifndef PROFILER_READERS_COMMON_RECORDER_FILE_NAME_H_
#define PROFILER_READERS_COMMON_RECORDER_FILE_NAME_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "profiler/store/kinds.h"

namespace profiler::sagemaker {

// What the name of a file and the folders that it lies in tell of it.
struct FileName {
  std::string folder;    // the part of the recording: "JOB/profiler-output/system"; or the file
  std::string node;      // "algo-1"; or empty
  std::string process;   // its id, of a framework's file
  std::string recorder;  // "pythontimeline", "horovod_timeline" ..., of a framework's file
  int64_t begin_s = kUnknown;  // when it was begun, of a system file
  int64_t end_us = kUnknown;   // when it was closed, of a framework's file
};

// "system/incremental/2023111607/1700120580.algo-1.json". False where the name says nothing.
bool ParseSystemName(std::string_view path, FileName& name);
// "framework/pevents/2023111607/1700120582353517_101-algo-1_pythontimeline.json".
bool ParseTimelineName(std::string_view path, FileName& name);

// The folder of the recording that a file lies in, "JOB/profiler-output"; empty where its folders
// are no recording's.
std::string_view RecordingOf(std::string_view path);
// When a file of a recording began or ended, us since 1970, by its name; kUnknown where that does
// not say.
int64_t TimeOfName(std::string_view path);

// What the name of the file beside a detailed trace tells: "151-algo-1_1596585376012363_"
// "1596585376017246.metadata". False of other names.
struct TraceMetadata {
  std::string_view node;
  int64_t begin_us = kUnknown;
};
bool ParseMetadataName(std::string_view path, TraceMetadata& metadata);

}  // namespace profiler::sagemaker

#endif  // PROFILER_READERS_COMMON_RECORDER_FILE_NAME_H_
