#include "profiler/export/timeline/timeline_writer.h"

#include <fmt/format.h>

namespace profiler {
namespace {

constexpr size_t kFlushBytes = size_t{1} << 18;

}  // namespace

void TraceArgs::Key(std::string_view key) {
  if (members_.size() > 0) members_.Add(',');
  members_.AddJsonText(key);
  members_.Add(':');
}

TraceArgs& TraceArgs::Text(std::string_view key, std::string_view value) {
  Key(key);
  members_.AddJsonText(value);
  return *this;
}

TraceArgs& TraceArgs::Integer(std::string_view key, Int128 value) {
  Key(key);
  members_.AddWide(value);
  return *this;
}

TraceArgs& TraceArgs::Real(std::string_view key, double value) {
  Key(key);
  members_.Add(fmt::format("{}", value));
  return *this;
}

TraceWriter::TraceWriter(OutputFile& file, int64_t base_ns) : file_(file) {
  buffer_.Add('{');
  if (base_ns != kUnknown) buffer_.Add(fmt::format(R"("baseTimeNanoseconds":{},)", base_ns));
  buffer_.Literal(R"("traceEvents":[)");
}

void TraceWriter::NameProcess(int64_t pid, std::string_view name) {
  Metadata(pid, -1, "process_name", TraceArgs().Text("name", fmt::format("{}{}", prefix_, name)));
}

void TraceWriter::SortProcess(int64_t pid, int64_t index) {
  Metadata(pid, -1, "process_sort_index", TraceArgs().Integer("sort_index", first_pid_ + index));
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

void TraceWriter::StartBase(Int128 later) {
  constexpr int64_t kFirstPid = 1'000'000;  // far more processes than a file has
  prefix_ = "base: ";
  first_pid_ = kFirstPid;
  first_arrow_ = int64_t{1} << 40;
  later_ = later;
  lane_text_.Clear();
}

void TraceWriter::Slice(TraceLane lane, Int128 begin, Int128 duration, std::string_view category,
                        std::string_view name, const TraceArgs& args) {
  Open();
  Args(args);
  Category(category);
  buffer_.Literal(R"(,"dur":)");
  buffer_.AddMicros(duration);
  Name(name);
  Place('X', lane, begin);
}

void TraceWriter::Instant(TraceLane lane, Int128 time, std::string_view category,
                          std::string_view name, const TraceArgs& args) {
  Open();
  Args(args);
  Category(category);
  Name(name);
  buffer_.Literal(R"(,"s":"t")");
  Place('i', lane, time);
}

void TraceWriter::ArrowBegin(TraceLane lane, Int128 time, std::string_view category,
                             std::string_view name, int64_t id) {
  Open();
  Arrow('s', lane, time, category, name, id);
}

void TraceWriter::ArrowEnd(TraceLane lane, Int128 time, std::string_view category,
                           std::string_view name, int64_t id) {
  Open();
  Arrow('t', lane, time, category, name, id);
}

void TraceWriter::ArrowTo(TraceLane lane, Int128 time, std::string_view category,
                          std::string_view name, int64_t id) {
  Open();
  buffer_.Literal(R"("bp":"e",)");
  Arrow('f', lane, time, category, name, id);
}

void TraceWriter::Counter(int64_t pid, Int128 time, std::string_view category,
                          std::string_view name, const TraceArgs& args) {
  Open();
  Args(args);
  buffer_.Literal(R"("cat":)");
  buffer_.AddJsonText(category);
  Name(name);
  Place('C', {pid, 0}, time);
}

absl::Status TraceWriter::Close() {
  buffer_.Literal("]}\n");
  Flush();
  return status_.ok() ? file_.Close() : status_;
}

void TraceWriter::Open() {
  if (buffer_.size() >= kFlushBytes) Flush();
  if (!is_first_) buffer_.Add(',');
  is_first_ = false;
  buffer_.Add('{');
}

// A negative tid means the whole process.
void TraceWriter::Metadata(int64_t pid, int64_t tid, std::string_view name, const TraceArgs& args) {
  Open();
  Args(args);
  buffer_.Literal(R"("name":)");
  buffer_.AddJsonText(name);
  buffer_.Literal(R"(,"ph":"M","pid":)");
  buffer_.AddInteger(first_pid_ + pid);
  if (tid >= 0) {
    buffer_.Literal(R"(,"tid":)");
    buffer_.AddInteger(tid);
  }
  buffer_.Add('}');
}

void TraceWriter::Args(const TraceArgs& args) {
  buffer_.Literal(R"("args":{)");
  buffer_.Add(args.members());
  buffer_.Literal("},");
}

void TraceWriter::Category(std::string_view category) {
  buffer_.Literal(R"("cat":")");
  buffer_.Add(category);
  buffer_.Add('"');
}

void TraceWriter::Name(std::string_view name) {
  buffer_.Literal(R"(,"name":)");
  buffer_.AddJsonText(name);
}

void TraceWriter::Place(char phase, TraceLane lane, Int128 time) {
  if (!(lane == lane_) || lane_text_.size() == 0) StandOn(lane);
  buffer_.Literal(R"(,"ph":")");
  buffer_.Add(phase);
  buffer_.Add(lane_text_.view());
  buffer_.AddMicros(time + later_);
  buffer_.Add('}');
}

void TraceWriter::StandOn(TraceLane lane) {
  lane_ = lane;
  lane_text_.Clear();
  lane_text_.Literal(R"(","pid":)");
  lane_text_.AddInteger(first_pid_ + lane.pid);
  lane_text_.Literal(R"(,"tid":)");
  lane_text_.AddInteger(lane.tid);
  lane_text_.Literal(R"(,"ts":)");
}

void TraceWriter::Arrow(char phase, TraceLane lane, Int128 time, std::string_view category,
                        std::string_view name, int64_t id) {
  Category(category);
  buffer_.Literal(R"(,"id":)");
  buffer_.AddInteger(first_arrow_ + id);
  Name(name);
  Place(phase, lane, time);
}

void TraceWriter::Flush() {
  if (status_.ok()) status_ = file_.Append(buffer_.view());
  buffer_.Clear();
}

}  // namespace profiler
