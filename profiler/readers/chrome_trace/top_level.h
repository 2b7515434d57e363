#ifndef PROFILER_READERS_CHROME_TRACE_TOP_LEVEL_H_
#define PROFILER_READERS_CHROME_TRACE_TOP_LEVEL_H_

#include <string_view>
#include <vector>

#include "profiler/readers/common/proto_fields.h"
#include "profiler/store/builder.h"

namespace profiler::chrome_trace {

// What stands beside the events: facts of the recording, its host, its rank and its devices.
class TopLevel {
 public:
  TopLevel(SourceId source, ProfileBuilder& builder, const Place& place)
      : source_(source), builder_(builder), place_(place) {}

  // A key of the file's object and its value, as JSON.
  void Take(std::string_view key, std::string_view json);

  // Wall clock, ns since 1970, of the file's time 0; kUnknown where it is not told.
  int64_t base_ns() const { return base_ns_; }
  // Devices, once it is known where the recording ran.
  void AddDevices();

 private:
  void TakeDistributed(std::string_view json);
  void TakeMessages(std::string_view json, ImportProblem problem);

  const SourceId source_;
  ProfileBuilder& builder_;
  const Place& place_;
  int64_t base_ns_ = kUnknown;
  std::string_view devices_;
};

// The rank that a file's name tells: "rank-3.json", "rank3.pt.trace.json", "worker0.json"; kUnknown
// without one.
int64_t RankOfFile(std::string_view path);
// The machine that SageMaker names a file by: "TIME_PID-NODE_pythontimeline.json". Empty without.
std::string_view NodeOfFile(std::string_view path);

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_CHROME_TRACE_TOP_LEVEL_H_
