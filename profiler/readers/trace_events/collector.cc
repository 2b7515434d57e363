#include "profiler/readers/trace_events/collector.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "profiler/readers/trace_events/launch_details.h"
#include "profiler/readers/trace_events/usual_time.h"

namespace profiler::chrome_trace {
namespace {

bool ToPicos(Int128 value, int64_t& picos) {
  if (value > std::numeric_limits<int64_t>::max() || value <= kUnknown) return false;
  picos = static_cast<int64_t>(value);
  return true;
}

int64_t NumberOr(const Value& value) { return value.AsNumber().value_or(kUnknown); }
int64_t IdOr(const Value& value) { return value.AsId().value_or(kUnknown); }

}  // namespace

void Collector::Count(ImportProblem problem, const TraceEvent& event) const {
  place_.report.Count(problem, place_.path, event.offset, event.name);
}

void Collector::Take(const TraceEvent& event) {
  if (event.phase == 'M') return AddName(event);
  // TensorBoard ends its list with an empty event.
  if (event.phase == 0 && event.name.empty() && !event.has_time && event.args.all().empty()) return;
  if (event.phase == 0 || !event.has_time) return Count(ImportProblem::kBadEvent, event);
  // Kineto writes 0 for work whose times it did not receive.
  if (event.phase == 'X' && event.time == 0 && event.duration == 0 &&
      IsOfDevice(FindCategory(event.category))) {
    return Count(ImportProblem::kUntimedWork, event);
  }
  if (!zero_.has_value()) {
    if (usual_time_.has_value() && !IsNear(event.time, *usual_time_)) {
      return Count(ImportProblem::kTimeOutOfRange, event);
    }
    zero_ = event.time;
  }
  switch (event.phase) {
    case 'X':
      ++complete_events_;
      return AddSlice(event);
    case 'B':
      return Begin(event);
    case 'E':
      return End(event);
    case 'i':
    case 'I':
    case 'R':
    case 'P':
    case 'N':
    case 'O':
    case 'D':
      return AddSlice(event);
    case 'b':
    case 'e':
    case 'n':
    case 'S':
    case 'F':
    case 'T':
    case 'p':
      return AddAsync(event);
    case 'C':
      return AddCounter(event);
    case 's':
    case 't':
    case 'f':
      return AddFlowEnd(event);
    case 'V':
    case 'v':
    case '(':
    case ')':
    case 'c':
    case 'w':
      return Count(ImportProblem::kSkippedPhase, event);
    default:
      Count(ImportProblem::kUnknownPhase, event);
  }
}

// False for times out of range.
bool Collector::SetTimes(const TraceEvent& event, Slice& slice) {
  int64_t end = 0;
  if (!ToPicos(event.time - *zero_, slice.begin) || !ToPicos(event.duration, slice.duration)) {
    Count(ImportProblem::kTimeOutOfRange, event);
    return false;
  }
  if (slice.duration < 0) {
    Count(ImportProblem::kNegativeDuration, event);
    return false;
  }
  if (!__builtin_add_overflow(slice.begin, slice.duration, &end)) return true;
  Count(ImportProblem::kTimeOutOfRange, event);
  return false;
}

// Returns false if the slice would end before it begins, or if its duration overflows.
bool Collector::EndAt(const TraceEvent& event, int64_t end, Slice& slice) const {
  if (end < slice.begin) {
    Count(ImportProblem::kNegativeDuration, event);
    return false;
  }
  if (!__builtin_sub_overflow(end, slice.begin, &slice.duration)) return true;
  Count(ImportProblem::kTimeOutOfRange, event);
  return false;
}

// Of "train.py:12".
void Collector::AddCaller(std::string_view caller, Facts& facts) {
  const size_t colon = caller.rfind(':');
  if (colon == caller.npos) return;
  const std::string_view digits = caller.substr(colon + 1);
  int32_t line = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), line);
  if (line < 1) return;
  facts.call_line = line;
  facts.call_file = builder_.Intern(caller.substr(0, colon));
}

uint32_t Collector::FactsOf(const TraceEvent& event, Category category) {
  const Arguments& args = event.args;
  if (args.all().empty()) return Slice::kNoFacts;
  Facts facts;
  facts.external_id = IdOr(args[Arg::kExternalId]);
  facts.correlation = IdOr(args[Arg::kCorrelation]);
  records_launches_ = records_launches_ || facts.correlation > 0;
  facts.float_ops = NumberOr(args[Arg::kFlops]);
  facts.sequence = IdOr(args[Arg::kSequence]);
  facts.forward_thread = IdOr(args[Arg::kForwardThread]);
  if (IsOfDevice(category)) {
    facts.device = IdOr(args[Arg::kDevice]);
    facts.stream = IdOr(args[Arg::kStream]);
  }
  if (IsOfDevice(category) || args.Has(Arg::kCollective)) {
    std::string detail = LaunchDetail(event);
    if (detail.empty()) detail = args[Arg::kDetail].text;
    if (!detail.empty()) facts.detail = builder_.Intern(detail);
  }
  if (category == Category::kMemory) {
    facts.address = IdOr(args[Arg::kAddress]);
    facts.bytes = NumberOr(args[Arg::kBytes]);
    facts.total_allocated = NumberOr(args[Arg::kTotalAllocated]);
    facts.total_reserved = NumberOr(args[Arg::kTotalReserved]);
    facts.device_type = NumberOr(args[Arg::kDeviceType]);
    facts.device = IdOr(args[Arg::kDeviceId]);
  }
  if (category == Category::kOther) {
    const Value tf_op = args[Arg::kTfOp], name = args[Arg::kName];
    if (tf_op.is_string || name.is_string) {
      facts.op_name = builder_.Intern(tf_op.is_string ? tf_op.text : name.text);
    }
    facts.step = NumberOr(args[Arg::kStepNum]);
    if (args[Arg::kOp].is_string) facts.op_type = builder_.Intern(args[Arg::kOp].text);
  }
  if (category == Category::kPython) AddCaller(args[Arg::kCallFrom].text, facts);
  if (!args[Arg::kInputDims].empty()) {
    facts.input_dims = builder_.Intern(args[Arg::kInputDims].text);
  }
  if (!args[Arg::kInputTypes].empty()) {
    facts.input_types = builder_.Intern(args[Arg::kInputTypes].text);
  }
  if (event.name.find("conv") != std::string_view::npos && !args[Arg::kInputValues].empty()) {
    facts.input_values = builder_.Intern(args[Arg::kInputValues].text);
  }
  return slices_.AddFacts(facts);
}

Slice Collector::MakeSlice(const TraceEvent& event) {
  Slice slice;
  slice.category = FindCategory(event.category);
  slice.name = builder_.Intern(event.name);
  slice.offset = event.offset;
  slice.facts = FactsOf(event, slice.category);
  return slice;
}

void Collector::AddSlice(const TraceEvent& event) {
  Slice slice = MakeSlice(event);
  if (!SetTimes(event, slice)) return;
  slice.is_instant = event.phase != 'X';
  slices_.threads[slices_.FindThread(event.process, event.thread)].slices.push_back(slice);
}

void Collector::Begin(const TraceEvent& event) {
  Slice slice = MakeSlice(event);
  if (!SetTimes(event, slice)) return;
  slices_.threads[slices_.FindThread(event.process, event.thread)].open.push_back(slice);
}

void Collector::End(const TraceEvent& event) {
  Thread& thread = slices_.threads[slices_.FindThread(event.process, event.thread)];
  Slice end;
  if (!SetTimes(event, end)) return;
  if (thread.open.empty()) return Count(ImportProblem::kUnmatchedEnd, event);
  Slice slice = thread.open.back();
  thread.open.pop_back();
  if (!EndAt(event, end.begin, slice)) return;
  thread.slices.push_back(slice);
}

void Collector::AddAsync(const TraceEvent& event) {
  if (async_lane_.empty() || event.category != async_category_) {
    async_category_ = event.category;
    async_lane_ = async_category_ + " (async)";
  }
  const uint32_t thread = slices_.FindThread(event.process, {async_lane_, true});
  slices_.threads[thread].is_async = true;
  Slice slice = MakeSlice(event);
  if (!SetTimes(event, slice)) return;
  const bool is_local =
      !event.id.is_string && event.id.text.find("\"local\"") != std::string_view::npos;
  const uint32_t process = is_local ? slices_.FindProcess(event.process) : UINT32_MAX;
  const AsyncKey key = {process, builder_.Intern(event.category), builder_.Intern(event.id.text),
                        slice.name};
  switch (event.phase) {
    case 'b':
    case 'S':
      open_async_[key].push_back({slice, thread});
      return;
    case 'e':
    case 'F': {
      const auto open = open_async_.find(key);
      if (open == open_async_.end()) return Count(ImportProblem::kUnmatchedEnd, event);
      OpenAsync begun = open->second.back();
      open->second.pop_back();
      if (open->second.empty()) open_async_.erase(open);
      if (!EndAt(event, slice.begin, begun.slice)) return;
      slices_.threads[begun.thread].slices.push_back(begun.slice);
      return;
    }
    default:
      slice.is_instant = true;
      slices_.threads[thread].slices.push_back(slice);
  }
}

void Collector::AddCounter(const TraceEvent& event) {
  Slice at;
  if (!SetTimes(event, at)) return;
  const uint32_t process = slices_.FindProcess(event.process);
  const StringId name = builder_.Intern(event.name);
  const StringId category = builder_.Intern(event.category);
  const bool has_several = event.args.all().size() > 1;
  for (const Argument& argument : event.args.all()) {
    const std::optional<double> value = argument.value.AsReal();
    if (!value.has_value() || !std::isfinite(*value)) {
      const bool is_label = argument.value.is_string && !value.has_value();
      Count(is_label ? ImportProblem::kCounterText : ImportProblem::kBadNumber, event);
      continue;
    }
    slices_.counters.push_back(
        {process, name, builder_.Intern(argument.key), category, has_several, at.begin, *value});
  }
}

void Collector::AddFlowEnd(const TraceEvent& event) {
  // Launch flows are kept only if no correlation ids link launches, because there may be as many
  // flows as events.
  if (records_launches_ && IsLaunchFlow(event.category)) return;
  Slice at;
  if (!SetTimes(event, at)) return;
  const uint32_t thread = slices_.FindThread(event.process, event.thread);
  slices_.flows[{builder_.Intern(event.category), builder_.Intern(event.id.text)}].push_back(
      {event.phase, at.begin, thread, event.phase != 'f' || event.binds_enclosing, event.offset});
}

void Collector::Finish() {
  std::vector<int64_t> last(slices_.threads.size(), INT64_MIN);  // end of a thread's slices
  const auto close = [&](Slice slice, uint32_t index) {
    Thread& thread = slices_.threads[index];
    if (last[index] == INT64_MIN) {
      for (const Slice& other : thread.slices) last[index] = std::max(last[index], other.end());
    }
    last[index] = std::max(last[index], slice.begin);
    // A recording may be longer than the largest duration.
    if (__builtin_sub_overflow(last[index], slice.begin, &slice.duration)) slice.duration = 0;
    thread.slices.push_back(slice);
    place_.report.Count(ImportProblem::kUnmatchedBegin, place_.path, slice.offset,
                        builder_.strings()[slice.name]);
  };
  for (uint32_t i = 0; i < slices_.threads.size(); ++i) {
    std::vector<Slice> open = std::exchange(slices_.threads[i].open, {});
    // Closes the inner slices first, then the outer slices.
    for (; !open.empty(); open.pop_back()) close(open.back(), i);
  }
  std::vector<OpenAsync> left;
  for (auto& [key, open] : open_async_) left.insert(left.end(), open.begin(), open.end());
  std::sort(left.begin(), left.end(),
            [](const OpenAsync& a, const OpenAsync& b) { return a.slice.offset < b.slice.offset; });
  for (const OpenAsync& open : left) close(open.slice, open.thread);
  open_async_.clear();
}

}  // namespace profiler::chrome_trace
