// Facts of an event beyond its own row: stacks, links, steps, memory, totals.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include "profiler/readers/xspace/line_reader.h"

namespace profiler::xspace {
namespace {

using Role = PlaneKind::Role;

}  // namespace

// "parallelism:2 buffer_size:8" of an iterator of tf.data, as far as it was recorded, and
// "autotune:1" where TensorFlow sets the parallelism. A prefetch calls the size of its buffer a
// limit.
StringId LineReader::IteratorDetail() {
  std::string detail;
  const auto add = [&](Stat stat, std::string_view name) {
    int64_t number = 0;
    if (!stats_[stat].AsNumber(number)) return;
    detail += fmt::format("{}{}:{}", detail.empty() ? "" : " ", name, number);
  };
  add(Stat::kParallelism, "parallelism");
  add(stats_.Has(Stat::kBufferSize) ? Stat::kBufferSize : Stat::kBufferLimit, "buffer_size");
  add(Stat::kCpuBudget, "cpu_budget");
  // A prefetch is autotuned in its buffer.
  if (stats_[Stat::kAutotune].text == "true" && stats_.Has(Stat::kParallelism)) {
    detail += " autotune:1";
  }
  return detail.empty() ? StringId() : builder_.Intern(detail);
}

// "tracing_count:1" of a call of a tf.function: so many graphs it has built so far.
StringId LineReader::TracingDetail() {
  int64_t count = 0;
  if (!stats_[Stat::kTracingCount].AsNumber(count)) return StringId();
  return builder_.Intern(fmt::format("tracing_count:{}", count));
}

// Whether a framework op runs eagerly: by its stat, or else by an enclosing call. An iterator
// belongs to the op that calls it.
void LineReader::NoteEager(const EventRow& row, const Shared& shared) {
  if (shared.calls_eagerly) calls_.AddEagerCall(NextRow(), shared.eager_op);
  if (shared.runs_eager_kernel) calls_.AddEagerKernel(NextRow());
  if (shared.is_eager_call) {
    calls_.AddEager(row.begin, row.begin + row.duration);
  } else if (row.op.valid() && builder_.op(row.op).kind == OpKind::kFrameworkOp) {
    int64_t is_eager = 0;
    if (!stats_[Stat::kIsEager].AsNumber(is_eager) && !shared.is_iterator) {
      calls_.AddOp(row.op, row.begin);
      return;
    }
    Eager& eager = builder_.op(row.op).eager;
    eager = std::max(eager, is_eager != 0 ? Eager::kYes : Eager::kNo);
  }
}

// Links the event that will be added to the batch next. Hosts come before devices, so calls come
// before the work that they started.
void LineReader::Link(const Shared& shared) {
  const EventId id{state_.track, NextRow()};
  int64_t number = 0, type = 0;
  if (stats_[Stat::kCorrelationId].AsNumber(number)) {
    if (state_.kind.role == Role::kHost) {
      batch_.links.calls.push_back({number, id});
    } else if (state_.kind.role == Role::kDevice && state_.line.role == TrackRole::kExec) {
      batch_.links.works.push_back({number, id});
    }
  }
  if (stats_[Stat::kProducerId].AsNumber(number) && stats_[Stat::kProducerType].AsNumber(type)) {
    batch_.links.producers.push_back({{type, number}, id});
  }
  if (stats_[Stat::kConsumerId].AsNumber(number) && stats_[Stat::kConsumerType].AsNumber(type)) {
    batch_.links.consumers.push_back({{type, number}, id});
  }
  // The executor has a thread of the input pipeline wait for the next batch, and records no
  // hand-over: both have the id of the run.
  constexpr int64_t kOfExecutor = -1;
  if (!shared.runs_executor && !shared.waits_for_batch) return;
  if (!stats_[Stat::kExecutorStep].AsNumber(number)) return;
  auto& ends = shared.runs_executor ? batch_.links.producers : batch_.links.consumers;
  ends.push_back({{kOfExecutor, number}, id});
}

void LineReader::NoteRun(const EventRow& row, const Shared& shared) {
  const EventId id{state_.track, NextRow()};
  int64_t run = kUnknown;
  const bool has_run = stats_.Has(Stat::kRunId) && stats_[Stat::kRunId].AsNumber(run);
  if (shared.calls_run_of_id && has_run) return runs_.AddCallOf(run, id);
  if (shared.is_program_call) return runs_.AddCall(id, row.begin);
  if (stats_.Has(Stat::kHloOp) && has_run) runs_.AddPart(run, id, row.begin);
}

// Events nested in a host's mark get its step when the profile is built.
void LineReader::SetStep(const EventMeta& meta, EventRow& row) {
  int64_t number = kUnknown;
  if (state_.line.holds_steps) {
    if (!stats_[Stat::kStepNum].AsNumber(number) && !stats_[Stat::kGroupId].AsNumber(number)) {
      number = kUnknown;
    }
    row.step = steps_.AddCoreStep(meta.name, row, number);
  } else if (state_.kind.role == Role::kDevice) {
    row.step = steps_.OfCore(row.begin);
  } else if (stats_[Stat::kStepNum].AsNumber(number)) {
    if (stats_.Has(Stat::kIsRoot)) {
      steps_.AddRoot(meta.name, {state_.track, NextRow()}, row, number);
    } else {
      steps_.AddNumbered(meta.name, {state_.track, NextRow()}, row, number);
    }
  }
}

// "GPU_0_bfc" is the memory of a GPU, whoever allocates.
DeviceId LineReader::DeviceOfAllocator(std::string_view name) {
  constexpr std::string_view kGpu = "GPU_";
  if (!name.starts_with(kGpu)) return state_.device;
  int64_t ordinal = 0;
  const std::string_view digits = name.substr(kGpu.size());
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), ordinal);
  if (error != std::errc() || ordinal < 0) return state_.device;
  const DeviceId device = builder_.Device(fmt::format("/device:GPU:{}", ordinal));
  builder_.device(device).host = builder_.device(state_.device).host;
  return device;
}

void LineReader::AddAllocation(const EventMeta& meta, const EventRow& row) {
  TakeSharedStats(meta);
  const bool is_free = meta.name == "MemoryDeallocation";
  AllocationRow allocation;
  allocation.source = source_;
  allocation.time = row.begin;
  allocation.allocator = builder_.Intern(stats_[Stat::kAllocatorName].text);
  allocation.device = DeviceOfAllocator(stats_[Stat::kAllocatorName].text);
  int64_t number = 0;
  if (stats_[Stat::kAllocationBytes].AsNumber(number)) {
    allocation.delta = is_free && number != kUnknown ? -number : number;
  }
  if (stats_[Stat::kBytesAllocated].AsNumber(number) && number >= 0) {
    allocation.total_allocated = number;
    // Stack memory counts as in use, too.
    if (stats_[Stat::kBytesReserved].AsNumber(number) && number >= 0) {
      allocation.stack = number;
      if (__builtin_add_overflow(allocation.total_allocated, number, &allocation.total_allocated)) {
        allocation.total_allocated = allocation.stack = kUnknown;
      }
    }
  }
  if (stats_[Stat::kBytesAvailable].AsNumber(number) && number >= 0) allocation.available = number;
  if (stats_.Has(Stat::kFragmentation)) {
    const double share = stats_[Stat::kFragmentation].AsReal();
    if (share >= 0 && share <= 1) allocation.fragmentation = std::llround(share * 1e9);
  }
  const auto recorded = [&](Stat stat) {
    const std::string_view text = stats_[stat].text;
    return text.empty() ? StringId() : builder_.Intern(text);
  };
  allocation.region = recorded(Stat::kRegionType);
  allocation.data_type = recorded(Stat::kDataType);
  allocation.shape = recorded(Stat::kShape);
  if (stats_[Stat::kAddress].AsNumber(number)) allocation.address = static_cast<uint64_t>(number);
  if (stats_.Has(Stat::kTfOp)) allocation.op = ops_.Framework(stats_[Stat::kTfOp].text);
  if (allocation.address != 0) {
    if (is_free) {
      const auto it = live_.find(allocation.address);
      if (it != live_.end() && !allocation.op.valid()) allocation.op = it->second;
    } else {
      live_[allocation.address] = allocation.op;
    }
  }
  builder_.AddAllocation(allocation);
}

// Adds an aggregate event, which is a total without a time.
void LineReader::AddAggregate(const DecodedEvent& event, const EventRow& row) {
  if (event.offset < 0 || event.duration < 0) {
    place_.Count(ImportProblem::kMalformedField, event.bytes, "a sum below zero");
    return;
  }
  // An overlay repeats time of another line.
  if (state_.line.role != TrackRole::kExec) {
    place_.Count(ImportProblem::kUnusedPart, event.bytes, state_.name);
    return;
  }
  place_.Count(ImportProblem::kAggregatedEvent, event.bytes);
  ExecRow exec;
  exec.op = row.op.valid() ? row.op : ops_.Runtime(builder_.strings()[row.label]);
  exec.device = state_.device;
  exec.origin = Origin::kRecorded;
  exec.runs = event.offset;
  const bool on_host = state_.kind.role == Role::kHost;
  (on_host ? exec.cpu_time : exec.accelerator_time) = event.duration;
  builder_.AddExec(exec);
}

}  // namespace profiler::xspace
