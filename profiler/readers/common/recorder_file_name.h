#ifndef PROFILER_READERS_COMMON_RECORDER_FILE_NAME_H_
#define PROFILER_READERS_COMMON_RECORDER_FILE_NAME_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "profiler/store/kinds.h"

namespace profiler::sagemaker {

// The facts in the path of a file of a SageMaker recording.
struct FileName {
  std::string folder;          // e.g. "JOB/profiler-output/system"; or the file
  std::string node;            // e.g. "algo-1"; or empty
  std::string process;         // the process id, for files of framework/
  std::string recorder;        // "pythontimeline", "horovod_timeline" ..., for files of framework/
  int64_t begin_s = kUnknown;  // when the file was started, for files of system/
  int64_t end_us = kUnknown;   // when the file was closed, for files of framework/
};

// Parses paths like "system/incremental/2023111607/1700120580.algo-1.json". Returns false for other
// names.
bool ParseSystemName(std::string_view path, FileName& name);
// Parses paths like "framework/pevents/2023111607/1700120582353517_101-algo-1_pythontimeline.json".
bool ParseTimelineName(std::string_view path, FileName& name);

// Returns the folder of the recording that contains a file, e.g. "JOB/profiler-output"; empty if
// there is none.
std::string_view RecordingOf(std::string_view path);
// Returns the start or end time in the name of a recording's file, in us since 1970; or kUnknown.
int64_t TimeOfName(std::string_view path);

// The parts of the name of a detailed trace's .metadata file: "151-algo-1_1596585376012363_"
// "1596585376017246.metadata".
struct TraceMetadata {
  std::string_view node;
  int64_t begin_us = kUnknown;
};
bool ParseMetadataName(std::string_view path, TraceMetadata& metadata);

}  // namespace profiler::sagemaker

#endif  // PROFILER_READERS_COMMON_RECORDER_FILE_NAME_H_
