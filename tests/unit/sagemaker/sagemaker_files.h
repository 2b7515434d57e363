// SageMaker Debugger's files in memory, read one after the other into one profile.
#ifndef TESTS_UNIT_SAGEMAKER_SAGEMAKER_FILES_H_
#define TESTS_UNIT_SAGEMAKER_SAGEMAKER_FILES_H_

#include <string>

#include "profiler/readers/common/import_report.h"
#include "profiler/readers/sagemaker/system_metrics.h"
#include "profiler/readers/sagemaker/timeline.h"

namespace profiler {

inline constexpr char kSystem[] =
    "job/profiler-output/system/incremental/2023111607/1700120580.algo-1.json";
inline constexpr char kTimeline[] =
    "job/profiler-output/framework/pevents/2023111607/1700120582353517_101-algo-1_"
    "pythontimeline.json";
inline constexpr int64_t kSecond = 1'000'000'000'000;

struct Recording {
  ProfileBuilder builder;
  ImportReport report;
  RunContext context;

  absl::Status System(const std::string& text, const std::string& name = kSystem) {
    return kSageMakerSystemFormat.read(Input::FromBytes(name, text), builder, report, context);
  }
  absl::Status Timeline(const std::string& text, const std::string& name = kTimeline) {
    return kSageMakerTimelineFormat.read(Input::FromBytes(name, text), builder, report, context);
  }
  int64_t Counted(ImportProblem problem) const {
    int64_t count = 0;
    for (const ImportReport::Entry& entry : report.entries()) {
      count += entry.problem == problem ? entry.count : 0;
    }
    return count;
  }
};

// A line of a system file, with its line feed.
inline std::string Line(
    const std::string& value, const std::string& time,
    const std::string& where = R"("Type":"gpu","Name":"gpu1","Dimension":"GPUUtilization")") {
  return "{" + where + R"(,"Value":)" + value + R"(,"NodeId":"algo-1","Timestamp":)" + time + "}\n";
}

// A timeline that began at 1700120580 s, with phases 1 to 3.
inline std::string Started(const std::string& events) {
  return R"([{"name":"process_name","ph":"M","pid":0,"args":)"
         R"({"start_time_since_epoch_in_micros":1700120580000000}},)"
         R"({"name":"process_name","ph":"M","pid":1,"args":{"name":"Step:ModeKeys.TRAIN"}},)"
         R"({"name":"process_name","ph":"M","pid":2,"args":{"name":"Step:ModeKeys.EVAL"}},)"
         R"({"name":"process_name","ph":"M","pid":3,"args":{"name":"Forward-node"}})" +
         events + "]";
}

}  // namespace profiler

#endif  // TESTS_UNIT_SAGEMAKER_SAGEMAKER_FILES_H_
