#ifndef PROFILER_READERS_CHROME_TRACE_TOP_LEVEL_H_
#define PROFILER_READERS_CHROME_TRACE_TOP_LEVEL_H_

#include <string_view>
#include <vector>

#include "profiler/readers/common/proto_fields.h"
#include "profiler/store/builder.h"

namespace profiler::chrome_trace {

// The values outside of the events, which describe the recording, its host, its rank and its
// devices.
class TopLevel {
 public:
  TopLevel(SourceId source, ProfileBuilder& builder, const Place& place)
      : source_(source), builder_(builder), place_(place) {}

  // Reads one member of the file's outermost object. `json` is the member's value.
  void Take(std::string_view key, std::string_view json);

  // The wall clock at the file's time 0, in ns since 1970; kUnknown if it is not recorded.
  int64_t base_ns() const { return base_ns_; }
  // Adds the listed GPUs and returns their ordinals. Must be called after the host is known.
  std::vector<int64_t> AddDevices();

 private:
  void TakeDistributed(std::string_view json);
  void TakeMessages(std::string_view json, ImportProblem problem);

  const SourceId source_;
  ProfileBuilder& builder_;
  const Place& place_;
  int64_t base_ns_ = kUnknown;
  std::string_view devices_;
};

// Returns the rank in a file's name, e.g. 3 for "rank-3.json" and "rank3.pt.trace.json", and 0 for
// "worker0.json"; or kUnknown.
int64_t RankOfFile(std::string_view path);
// Returns NODE for a SageMaker file name "TIME_PID-NODE_pythontimeline.json", and "" for other
// names.
std::string_view NodeOfFile(std::string_view path);
// Returns HOST for "HOST_PID.TIME.pt.trace.json", as torch.profiler.tensorboard_trace_handler calls
// its files by itself, and "" for other names.
std::string_view HostOfFile(std::string_view path);

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_CHROME_TRACE_TOP_LEVEL_H_
