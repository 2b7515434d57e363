#ifndef PROFILER_READERS_CHROME_TRACE_EVENT_STREAM_H_
#define PROFILER_READERS_CHROME_TRACE_EVENT_STREAM_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/readers/chrome_trace/trace_event.h"
#include "profiler/readers/proto_fields.h"

namespace profiler::chrome_trace {

// Decodes the events of an array, a chunk of the file at a time: memory does not grow with it.
class EventStream {
 public:
  using Take = std::function<void(const TraceEvent&)>;

  // `bytes`: the whole file.
  EventStream(std::string_view bytes, const Place& place);
  ~EventStream();

  // Reads from `at`, which is behind the array's bracket, to its end, and says where it went on:
  // behind the closing bracket, or at the file's end. An event that is no JSON is counted and
  // passed over.
  absl::StatusOr<size_t> Read(size_t at, const Take& take, RunContext& context);
  // Whether the array has a closing bracket.
  bool has_ended() const { return has_ended_; }

 private:
  struct Parser;

  size_t ReadChunk(size_t at, size_t end, const Take& take);
  void Prepare(size_t at, size_t end, bool mend);
  size_t ChunkEnd(size_t at) const;
  size_t PassOver(size_t at);

  const std::string_view bytes_;
  const Place& place_;
  std::unique_ptr<Parser> parser_;
  std::string buffer_;  // the chunk between brackets, and room behind it
  size_t window_;
  bool has_ended_ = false;
  TraceEvent event_;
};

}  // namespace profiler::chrome_trace

#endif  // PROFILER_READERS_CHROME_TRACE_EVENT_STREAM_H_
