#include "profiler/analysis/ops/compute_precision.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/instructions/kernel_instructions.h"
#include "profiler/analysis/ops/kernel_names.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/selection/runs.h"
#include "profiler/analysis/selection/same_step.h"
#include "profiler/base/ascii.h"
#include "profiler/base/status.h"
#include "profiler/store/event_name.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

// Prefixes of op types, so that all versions, gradients and fusions match.
constexpr std::string_view kComputeTypes[] = {
    // TensorFlow
    "MatMul", "BatchMatMul", "Einsum", "Conv2D", "Conv3D", "DepthwiseConv2dNative",
    "FusedConv2DBiasActivation", "_FusedMatMul", "_FusedBatchMatMul", "_FusedConv", "CudnnRNN",
    "XlaDot", "XlaConv", "XlaEinsum",
    // XLA and JAX
    "dot", "ragged-dot", "convolution", "conv_general_dilated", "ragged_dot",
    // PyTorch
    "aten::mm", "aten::bmm", "aten::addmm", "aten::baddbmm", "aten::matmul", "aten::linear",
    "aten::einsum", "aten::conv", "aten::_conv", "aten::cudnn_conv", "aten::miopen_conv",
    "aten::_scaled_dot_product", "aten::_flash_attention", "aten::_efficient_attention",
    "aten::_scaled_mm"};

// Parts of the names of attention: aten::_flash_attention_backward, FlashAttnFunc.
constexpr std::string_view kAttentionTypes[] = {"attention", "Attention", "FlashAttn", "flash_attn",
                                                "_scaled_dot_product"};

// Parts of XLA's names for instructions that contain a matrix product or convolution.
constexpr std::string_view kProductNames[] = {"gemm", "cudnn-conv", "cublas", "_dot", "matmul"};

// The time of an op's kernels, in all selected steps.
struct KernelTimes {
  Int128 all = 0;
  // By the precision in the kernel's name, or of its instruction in a command buffer.
  std::array<Int128, kPrecisionCount> named = {};
  std::array<Int128, kPrecisionCount> of_products = {};  // the part of kernels named as products

  Int128 named_8 = 0, products_8 = 0;  // of 16 bit: the part that is of 8 bits or less
  Int128 layout = 0;  // beside `all`: of kernels that only change the layout of tensors
  // Of 32 bit: products on tensor cores, and products off them.
  Int128 tf32 = 0, plain = 0;

  Int128 products() const {
    return std::accumulate(of_products.begin(), of_products.end(), Int128{0});
  }
};

// The processes of the profile, by run and rank, host or file.
class Processes {
 public:
  explicit Processes(const Profile& profile) : of_source_(profile.sources.size()) {
    const Runs runs = RunsOf(profile);
    std::map<std::tuple<uint32_t, int64_t, std::string_view>, size_t> index;
    for (uint32_t s = 0; s < profile.sources.size(); ++s) {
      const SourceRow& source = profile.sources[SourceId(s)];
      if (source.is_beside_profile) continue;
      const std::string_view host = profile.strings[source.host];
      const bool is_known = source.rank != kUnknown || !host.empty();
      const auto [at, is_new] = index.try_emplace(
          {runs.of_source[s], source.rank, is_known ? host : profile.strings[source.path]},
          firsts_.size());
      if (is_new) firsts_.push_back({runs.of_source[s], SourceId(s)});
      of_source_[s] = at->second;
    }
    if (firsts_.empty()) firsts_.push_back({0, SourceId()});
  }

  size_t size() const { return firsts_.size(); }
  size_t Of(SourceId source) const { return source.valid() ? of_source_[source.row()] : 0; }
  // Precisions of all processes, without times.
  std::vector<ComputePrecision> Start() const {
    std::vector<ComputePrecision> all(size());
    for (size_t i = 0; i < size(); ++i) {
      all[i].run = firsts_[i].first;
      if (size() > 1) all[i].source = firsts_[i].second;
    }
    return all;
  }

 private:
  std::vector<size_t> of_source_;
  std::vector<std::pair<uint32_t, SourceId>> firsts_;
};

using ProcessOp = std::pair<size_t, OpId>;
template <typename Value>
using ByProcessOp = absl::flat_hash_map<ProcessOp, Value>;

absl::StatusOr<ByProcessOp<KernelTimes>> KernelTimesOfOps(const Selected& selected,
                                                          const Processes& processes,
                                                          const RunContext& context) {
  struct NameFacts {
    Precision precision = Precision::kUnknown;
    bool is_product = false, is_8_bits = false, is_layout = false;
    std::optional<bool> on_tensor_cores;
    bool is_by_tensile = false;
  };
  const Profile& profile = selected.profile();
  absl::flat_hash_map<StringId, NameFacts> names;
  const auto in_command_buffers = PrecisionsInCommandBuffers(profile);
  ByProcessOp<KernelTimes> times;
  PROFILER_RETURN_IF_ERROR(
      ForEachEvent(selected, HoldsDeviceWork, context, [&](const Track& track, uint32_t event) {
        const OpId op = track.events.op[event];
        const StringId name = EventName(profile, track.events, event);
        if (!op.valid() || !name.valid()) return;
        const auto [it, is_new] = names.try_emplace(name);
        if (is_new) {
          const std::string_view text = profile.strings[name];
          it->second = {PrecisionOfKernel(text), IsProductKernel(text), HasFloatsOf8Bits(text),
                        IsLayoutKernel(text),    UsesTensorCores(text), text.starts_with("Cijk_")};
        }
        Precision told = it->second.precision;
        if (told == Precision::kUnknown && IsCommandBuffer(profile, op)) {
          const auto known = in_command_buffers.find(name);
          if (known != in_command_buffers.end()) told = known->second;
        }
        const auto precision = static_cast<size_t>(told);
        KernelTimes& of_op = times[{processes.Of(track.row.source), op}];
        if (it->second.is_layout) {
          of_op.layout += track.events.selves()[event];
          return;
        }
        of_op.all += track.events.selves()[event];
        of_op.named[precision] += track.events.selves()[event];
        // The op's own name says less about its kernels than its type.
        const bool is_kernel = name != profile.ops.row[op].name;
        const bool is_product = is_kernel && it->second.is_product;
        if (is_product) of_op.of_products[precision] += track.events.selves()[event];
        if (is_kernel && it->second.precision == Precision::kBits32) {
          // AMD's matrix cores, which Tensile's kernels use, multiply float32 as it is.
          if (it->second.on_tensor_cores == true && !it->second.is_by_tensile) {
            of_op.tf32 += track.events.selves()[event];
          }
          if (is_product && it->second.on_tensor_cores == false) {
            of_op.plain += track.events.selves()[event];
          }
        }
        if (it->second.is_8_bits && it->second.precision == Precision::kBits16) {
          of_op.named_8 += track.events.selves()[event];
          if (is_product) of_op.products_8 += track.events.selves()[event];
        }
      }));
  return times;
}

// `time` * `part` / `whole`, where `part` is no more than `whole`. What a file says may be so long
// that the product has more than 128 bits.
Int128 PartOfTime(Int128 time, Int128 part, Int128 whole) {
  Int128 product = 0;
  if (!__builtin_mul_overflow(time, part, &product)) return product / whole;
  return static_cast<Int128>(static_cast<double>(time) *
                             (static_cast<double>(part) / static_cast<double>(whole)));
}

// Adds an op's time. Where the op's types are not known, time of its kernels without a precision in
// their names, such as the summing of partial products, counts like that of the others.
void Split(bool is_product, bool is_convolution, Precision of_op, const KernelTimes* kernels,
           Int128 time, ComputePrecision& found) {
  const auto add = [&](Precision precision, Int128 part) {
    found.time[static_cast<size_t>(precision)] += part;
    ++found.ops[static_cast<size_t>(precision)];
  };
  if (kernels != nullptr && kernels->layout > 0) {
    time = PartOfTime(time, kernels->all, kernels->all + kernels->layout);
    if (time <= 0) return;
  }
  if (kernels == nullptr || kernels->all <= 0) return add(of_op, time);
  if (of_op == Precision::kBits32 || of_op == Precision::kUnknown) {
    found.in_tf32 += PartOfTime(time, kernels->tf32, kernels->all);
    if (!is_convolution) found.plain_products += PartOfTime(time, kernels->plain, kernels->all);
  }
  if (!is_product) time = PartOfTime(time, kernels->products(), kernels->all);
  if (is_product && of_op != Precision::kUnknown) {
    if (of_op == Precision::kBits16) {
      found.in_8_bits += PartOfTime(time, kernels->named_8, kernels->all);
    }
    return add(of_op, time);
  }
  const auto& parts = is_product ? kernels->named : kernels->of_products;
  const Int128 unknown = parts[static_cast<size_t>(Precision::kUnknown)];
  const Int128 known = std::accumulate(parts.begin(), parts.end(), Int128{0}) - unknown;
  if (known <= 0) return add(of_op, time);
  for (const Precision precision : {Precision::kBits16, Precision::kBits32, Precision::kOther}) {
    const Int128 part = parts[static_cast<size_t>(precision)];
    if (part > 0) add(precision, PartOfTime(time, part, known));
  }
  const Int128 of_8_bits = is_product ? kernels->named_8 : kernels->products_8;
  found.in_8_bits += PartOfTime(time, of_8_bits, known);
}

struct PrecisionTime {
  Int128 accelerator = 0;  // per step
  int64_t runs = 0;
};

// The times of ops in the selected whole steps of each process; in partial ones where none is
// whole.
ByProcessOp<PrecisionTime> TimesOfProcesses(const Selected& selected, const Processes& processes) {
  const Profile& profile = selected.profile();
  // By process; a step that several files of a process hold counts once.
  std::vector<std::set<StepId>> whole(processes.size()), partial(processes.size());
  for (uint32_t s = 0; s < profile.steps.size(); ++s) {
    const StepRow& step = profile.steps[StepId(s)];
    if (!selected.steps().Has(StepId(s))) continue;
    (step.partial ? partial : whole)[processes.Of(step.source)].insert(
        SameStep(profile, StepId(s)));
  }
  ByProcessOp<PrecisionTime> times;
  const auto add = [&](OpId op, StepId id, DeviceId device, Int128 accelerator_time, int64_t runs) {
    if (!id.valid() || !selected.steps().Has(id)) return;
    if (!selected.source_filter().Has(id, device)) return;
    const StepRow& step = profile.steps[id];
    const size_t process = processes.Of(step.source);
    if (step.partial && !whole[process].empty()) return;
    PrecisionTime& time = times[{process, op}];
    time.accelerator += accelerator_time;
    time.runs += std::max<int64_t>(runs, 0);
  };
  profile.execs().row.ForEachOf(add, &ExecRow::op, &ExecRow::step, &ExecRow::device,
                                &ExecRow::accelerator_time, &ExecRow::runs);
  for (auto& [key, time] : times) {
    const size_t steps = (whole[key.first].empty() ? partial : whole)[key.first].size();
    if (steps > 0) time.accelerator /= static_cast<int64_t>(steps);
  }
  return times;
}

bool IsOnAccelerator(const Profile& profile, OpId op) {
  const DeviceId device = profile.ops.row[op].assigned_device;
  return device.valid() && IsAccelerator(profile.devices[device].kind);
}

}  // namespace

bool IsCompute(std::string_view op_type) {
  return std::any_of(std::begin(kComputeTypes), std::end(kComputeTypes),
                     [&](std::string_view start) { return op_type.starts_with(start); });
}

bool IsAttention(std::string_view op_type) {
  return std::any_of(std::begin(kAttentionTypes), std::end(kAttentionTypes),
                     [&](std::string_view part) { return op_type.find(part) != op_type.npos; });
}

bool IsProduct(const Profile& profile, OpId op) {
  const OpRow& row = profile.ops.row[op];
  if (IsCompute(profile.strings[row.type])) return true;
  if (row.kind != OpKind::kHloInstruction || IsCommunicationInstruction(profile, op)) return false;
  // Compilers put matrix products and convolutions into fusions and library calls.
  if (IsCompute(profile.strings[row.category])) return true;
  if (row.framework_op.valid() &&
      IsCompute(profile.strings[profile.ops.row[row.framework_op].type])) {
    return true;
  }
  const std::string_view name = profile.strings[row.name];
  return std::any_of(std::begin(kProductNames), std::end(kProductNames),
                     [&](std::string_view part) { return name.find(part) != name.npos; });
}

absl::StatusOr<std::vector<ComputePrecision>> ComputePrecisions(const Selected& selected,
                                                                const OpValues& values,
                                                                const RunContext& context) {
  const Profile& profile = selected.profile();
  const Processes processes(profile);
  PROFILER_ASSIGN_OR_RETURN(const auto kernels, KernelTimesOfOps(selected, processes, context));
  std::vector<ComputePrecision> all = processes.Start();
  std::vector<Int128> most_plain(all.size());
  const auto add = [&](size_t process, OpId op, Value time, bool ran) {
    const auto it = kernels.find(ProcessOp(process, op));
    const KernelTimes* const of_op = it == kernels.end() ? nullptr : &it->second;
    const bool is_product = IsProduct(profile, op);
    if (!is_product && (of_op == nullptr || of_op->products() == 0)) return;
    ComputePrecision& found = all[process];
    if (time == kAbsent || time <= 0) {
      found.misses_times |= ran && IsOnAccelerator(profile, op);
      return;
    }
    const std::string_view type = profile.strings[profile.ops.row[op].type];
    const bool is_convolution = Lower(type).find("conv") != std::string::npos;
    const Int128 before = found.plain_products;
    Split(is_product, is_convolution, PrecisionOf(profile, op), of_op, time, found);
    if (const Int128 plain = found.plain_products - before; plain > most_plain[process]) {
      most_plain[process] = plain;
      found.most_plain = op;
    }
    found.types.insert(type);
  };
  if (profile.steps.size() > 0) {
    for (const auto& [key, time] : TimesOfProcesses(selected, processes)) {
      if (values.LeavesOut(static_cast<int32_t>(key.second.row()))) continue;
      add(key.first, key.second, time.accelerator, time.runs > 0);
    }
    return all;
  }
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    if (values.LeavesOut(static_cast<int32_t>(i))) continue;
    add(0, OpId(i), values.of[i][Measure::kAcceleratorMicros],
        OrZero(values.of[i][Measure::kOccurrence]) > 0);
  }
  return all;
}

std::optional<double> LowestCapability(const Profile& profile, SourceId source) {
  std::optional<double> lowest;
  for (const Track track : Tracks(profile, HoldsDeviceWork)) {
    if (track.events.size() == 0 || !track.row.device.valid()) continue;
    if (source.valid() && track.row.source != source) continue;
    const StringId text = profile.devices[track.row.device].compute_capability;
    const double capability =
        text.valid() ? std::atof(std::string(profile.strings[text]).c_str()) : 0;
    if (capability > 0) lowest = std::min(lowest.value_or(capability), capability);
  }
  return lowest;
}

}  // namespace profiler
