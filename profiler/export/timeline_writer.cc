#include "profiler/export/timeline_writer.h"

#include <fmt/format.h>

#include <iterator>

#include "profiler/base/output_text.h"

namespace profiler {
namespace {

using std::string_view_literals::operator""sv;

constexpr size_t kFlushBytes = size_t{1} << 16;

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
  buffer_ += R"("traceEvents":[)"sv;
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

void TraceWriter::SortThread(TraceLane lane, int64_t index) {
  Metadata(lane.pid, lane.tid, "thread_sort_index", TraceArgs().Integer("sort_index", index));
}

void TraceWriter::Slice(TraceLane lane, Int128 begin, Int128 duration, std::string_view category,
                        std::string_view name, const TraceArgs& args) {
  Open();
  Args(args);
  buffer_ += R"(,"cat":)"sv;
  AppendJsonText(category, buffer_);
  buffer_ += R"(,"dur":)"sv;
  AppendMicros(duration, buffer_);
  buffer_ += R"(,"name":)"sv;
  AppendJsonText(name, buffer_);
  Place("X", lane, begin);
}

void TraceWriter::Instant(TraceLane lane, Int128 time, std::string_view category,
                          std::string_view name, const TraceArgs& args) {
  Open();
  Args(args);
  buffer_ += ',';
  Members(category, name);
  buffer_ += R"(,"s":"t")"sv;
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
  buffer_ += R"("bp":"e",)"sv;
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
  buffer_ += R"("cat":)"sv;
  AppendJsonText(category, buffer_);
  buffer_ += R"(,"name":)"sv;
  AppendJsonText(name, buffer_);
}

void TraceWriter::Args(const TraceArgs& args) {
  buffer_ += R"("args":{)"sv;
  buffer_ += args.members();
  buffer_ += '}';
}

void TraceWriter::Place(std::string_view phase, TraceLane lane, Int128 time) {
  buffer_ += R"(,"ph":")"sv;
  buffer_ += phase;
  buffer_ += R"(","pid":)"sv;
  AppendInteger(lane.pid, buffer_);
  buffer_ += R"(,"tid":)"sv;
  AppendInteger(lane.tid, buffer_);
  buffer_ += R"(,"ts":)"sv;
  AppendMicros(time, buffer_);
  buffer_ += '}';
}

void TraceWriter::Arrow(std::string_view phase, TraceLane lane, Int128 time,
                        std::string_view category, std::string_view name, int64_t id) {
  buffer_ += R"("cat":)"sv;
  AppendJsonText(category, buffer_);
  buffer_ += R"(,"id":)"sv;
  AppendInteger(id, buffer_);
  buffer_ += R"(,"name":)"sv;
  AppendJsonText(name, buffer_);
  Place(phase, lane, time);
}

void TraceWriter::Flush() {
  if (status_.ok()) status_ = file_.Append(buffer_);
  buffer_.clear();
}

}  // namespace profiler
