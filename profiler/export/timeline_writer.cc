#include "profiler/export/timeline_writer.h"

#include <fmt/format.h>

#include <iterator>

#include "profiler/base/output_text.h"

namespace profiler {
namespace {

constexpr size_t kFlushBytes = size_t{1} << 16;

// Of a literal the length is known, as += does not know it.
void Append(std::string_view text, std::string& out) { out += text; }

}  // namespace

void TraceArgs::Key(std::string_view key) {
  if (!members_.empty()) members_ += ',';
  AppendJsonText(key, members_);
  members_ += ':';
}

TraceArgs& TraceArgs::Text(std::string_view key, std::string_view value) {
  Key(key);
  AppendJsonText(value, members_);
  return *this;
}

TraceArgs& TraceArgs::Integer(std::string_view key, Int128 value) {
  Key(key);
  AppendInteger(value, members_);
  return *this;
}

TraceArgs& TraceArgs::Real(std::string_view key, double value) {
  Key(key);
  fmt::format_to(std::back_inserter(members_), "{}", value);
  return *this;
}

TraceWriter::TraceWriter(OutputFile& file, int64_t base_ns) : file_(file) {
  buffer_ += '{';
  if (base_ns != kUnknown) {
    fmt::format_to(std::back_inserter(buffer_), R"("baseTimeNanoseconds":{},)", base_ns);
  }
  Append(R"("traceEvents":[)", buffer_);
}

void TraceWriter::NameProcess(int64_t pid, std::string_view name) {
  Metadata(pid, -1, "process_name", TraceArgs().Text("name", name));
}

void TraceWriter::SortProcess(int64_t pid, int64_t index) {
  Metadata(pid, -1, "process_sort_index", TraceArgs().Integer("sort_index", index));
}

void TraceWriter::NameThread(TraceLane lane, std::string_view name) {
  Metadata(lane.pid, lane.tid, "thread_name", TraceArgs().Text("name", name));
}

void TraceWriter::NameLaneOf(TraceLane lane, int64_t tid, std::string_view name) {
  Metadata(lane.pid, lane.tid, "thread_name",
           TraceArgs().Integer("lane_of", tid).Text("name", name));
}

void TraceWriter::SortThread(TraceLane lane, int64_t index) {
  Metadata(lane.pid, lane.tid, "thread_sort_index", TraceArgs().Integer("sort_index", index));
}

void TraceWriter::Slice(TraceLane lane, Int128 begin, Int128 duration, std::string_view category,
                        std::string_view name, const TraceArgs& args) {
  Open();
  Args(args);
  Append(R"(,"cat":)", buffer_);
  AppendJsonText(category, buffer_);
  Append(R"(,"dur":)", buffer_);
  AppendMicros(duration, buffer_);
  Append(R"(,"name":)", buffer_);
  AppendJsonText(name, buffer_);
  Place("X", lane, begin);
}

void TraceWriter::Instant(TraceLane lane, Int128 time, std::string_view category,
                          std::string_view name, const TraceArgs& args) {
  Open();
  Args(args);
  buffer_ += ',';
  Members(category, name);
  Append(R"(,"s":"t")", buffer_);
  Place("i", lane, time);
}

void TraceWriter::ArrowBegin(TraceLane lane, Int128 time, std::string_view category,
                             std::string_view name, int64_t id) {
  Open();
  Arrow("s", lane, time, category, name, id);
}

void TraceWriter::ArrowEnd(TraceLane lane, Int128 time, std::string_view category,
                           std::string_view name, int64_t id) {
  Open();
  Arrow("t", lane, time, category, name, id);
}

void TraceWriter::ArrowTo(TraceLane lane, Int128 time, std::string_view category,
                          std::string_view name, int64_t id) {
  Open();
  Append(R"("bp":"e",)", buffer_);
  Arrow("f", lane, time, category, name, id);
}

void TraceWriter::Counter(int64_t pid, Int128 time, std::string_view category,
                          std::string_view name, const TraceArgs& args) {
  Open();
  Args(args);
  buffer_ += ',';
  Members(category, name);
  Place("C", {pid, 0}, time);
}

absl::Status TraceWriter::Close() {
  buffer_ += "]}\n";
  Flush();
  return status_.ok() ? file_.Close() : status_;
}

void TraceWriter::Open() {
  if (buffer_.size() >= kFlushBytes) Flush();
  if (!is_first_) buffer_ += ',';
  is_first_ = false;
  buffer_ += '{';
}

// A tid below 0: of the whole process.
void TraceWriter::Metadata(int64_t pid, int64_t tid, std::string_view name, const TraceArgs& args) {
  Open();
  const auto out = std::back_inserter(buffer_);
  fmt::format_to(out, R"("args":{{{}}},"name":"{}","ph":"M","pid":{})", args.members(), name, pid);
  if (tid >= 0) fmt::format_to(out, R"(,"tid":{})", tid);
  buffer_ += '}';
}

void TraceWriter::Members(std::string_view category, std::string_view name) {
  Append(R"("cat":)", buffer_);
  AppendJsonText(category, buffer_);
  Append(R"(,"name":)", buffer_);
  AppendJsonText(name, buffer_);
}

void TraceWriter::Args(const TraceArgs& args) {
  Append(R"("args":{)", buffer_);
  buffer_ += args.members();
  buffer_ += '}';
}

void TraceWriter::Place(std::string_view phase, TraceLane lane, Int128 time) {
  Append(R"(,"ph":")", buffer_);
  buffer_ += phase;
  Append(R"(","pid":)", buffer_);
  AppendInteger(lane.pid, buffer_);
  Append(R"(,"tid":)", buffer_);
  AppendInteger(lane.tid, buffer_);
  Append(R"(,"ts":)", buffer_);
  AppendMicros(time, buffer_);
  buffer_ += '}';
}

void TraceWriter::Arrow(std::string_view phase, TraceLane lane, Int128 time,
                        std::string_view category, std::string_view name, int64_t id) {
  Append(R"("cat":)", buffer_);
  AppendJsonText(category, buffer_);
  Append(R"(,"id":)", buffer_);
  AppendInteger(id, buffer_);
  Append(R"(,"name":)", buffer_);
  AppendJsonText(name, buffer_);
  Place(phase, lane, time);
}

void TraceWriter::Flush() {
  if (status_.ok()) status_ = file_.Append(buffer_);
  buffer_.clear();
}

}  // namespace profiler
