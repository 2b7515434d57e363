#include "profiler/analysis/shapes/alignment.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "profiler/analysis/accelerators/device_work.h"
#include "profiler/analysis/instructions/hlo_uses.h"
#include "profiler/analysis/ops/kernel_names.h"
#include "profiler/analysis/selection/event_scan.h"
#include "profiler/analysis/shapes/shape_work.h"
#include "profiler/base/status.h"
#include "profiler/store/event_name.h"

namespace profiler {
namespace {

constexpr double kBytesOfLoad = 16;
constexpr std::string_view kAlignWord = "_align";

// The elements that the kernel loads at a time by its name; 0 if the name does not say it.
int64_t AlignmentInName(std::string_view kernel) {
  const size_t at = kernel.find(kAlignWord);
  if (at == kernel.npos) return 0;
  int64_t elements = 0;
  const char* const begin = kernel.data() + at + kAlignWord.size();
  std::from_chars(begin, kernel.data() + kernel.size(), elements);
  return elements;
}

// NaN if the name does not say it.
double ElementBytesInName(std::string_view kernel) {
  if (HasFloatsOf8Bits(kernel)) return 1;
  switch (PrecisionOfKernel(kernel)) {
    case Precision::kBits16:
      return 2;
    case Precision::kBits32:
      return 4;
    case Precision::kOther:
    case Precision::kUnknown:
      break;
  }
  return kAbsentReal;
}

bool IsAligned(double elements, double element_bytes) {
  return std::fmod(elements * element_bytes, kBytesOfLoad) == 0;
}

// Each of the three may be the length of a matrix's rows, as any matrix may be transposed.
bool AreAllAligned(const ProductShape& product, double element_bytes) {
  return IsAligned(product.m, element_bytes) && IsAligned(product.n, element_bytes) &&
         IsAligned(product.k, element_bytes);
}

// Units without tensor cores load single elements whatever the shape, so their names say nothing.
bool NamesLoadOfTensorCores(std::string_view kernel) {
  return AlignmentInName(kernel) > 0 && UsesTensorCores(kernel).value_or(false);
}

bool LoadsLess(std::string_view kernel, const ProductShape* product) {
  const bool has_type = product != nullptr && !std::isnan(product->element_bytes);
  const double bytes = has_type ? product->element_bytes : ElementBytesInName(kernel);
  const auto loads = static_cast<double>(AlignmentInName(kernel));
  if (std::isnan(bytes) || loads * bytes >= kBytesOfLoad) return false;
  return product == nullptr || !AreAllAligned(*product, bytes);
}

using OpAndLabel = std::pair<OpId, StringId>;

// Adds up the kernels of products by op and label, as HloUse does, and those without an op, too.
class AlignmentCollector {
 public:
  explicit AlignmentCollector(const Profile& profile) : profile_(profile), kinds_(profile) {}

  void Add(const Track& track, uint32_t event) {
    const Events& events = track.events;
    const OpId op = events.op[event];
    // XLA chooses the layout of its instructions, and pads them itself.
    if (op.valid() && IsInstruction(profile_, op)) return;
    const StringId name = EventName(profile_, events, event);
    if (!name.valid() || kinds_.Of(track.row, events, event) != DeviceWork::kKernel) return;
    const StringId label = events.label.empty() ? StringId() : events.label[event];
    const auto [at, is_new] = kernels_.try_emplace({op, label});
    Kernel& kernel = at->second;
    if (is_new) {
      kernel.name = profile_.strings[name];
      kernel.is_product = IsMatrixProductKernel(kernel.name);
      kernel.may_load_less = kernel.is_product && NamesLoadOfTensorCores(kernel.name);
    }
    if (!kernel.is_product) return;
    all_ += events.selves()[event];
    ++kernel.occurrences;
    kernel.self += events.selves()[event];
  }

  bool has_candidates() const {
    return std::any_of(kernels_.begin(), kernels_.end(),
                       [](const auto& one) { return one.second.may_load_less; });
  }

  // `uses` have the shapes that were recorded.
  Alignment Take(const std::vector<HloUse>& uses) const {
    absl::flat_hash_map<OpAndLabel, const HloUse*> by_kernel;
    for (const HloUse& use : uses) by_kernel[{use.op, use.kernel}] = &use;
    Alignment alignment;
    alignment.products = all_;
    for (const auto& [key, kernel] : kernels_) {
      if (!kernel.may_load_less) continue;
      const auto use = by_kernel.find(key);
      const bool has_shape = use != by_kernel.end() && use->second->product.has_value();
      if (!LoadsLess(kernel.name, has_shape ? &*use->second->product : nullptr)) continue;
      UnalignedProduct product = {OpName(key.first), kernel.name, "", kernel.occurrences,
                                  kernel.self};
      if (has_shape) {
        product.shape = use->second->shape;
        product.flops = use->second->flops;
      }
      alignment.unaligned.push_back(std::move(product));
    }
    std::sort(alignment.unaligned.begin(), alignment.unaligned.end(),
              [](const UnalignedProduct& a, const UnalignedProduct& b) {
                if (a.self != b.self) return a.self > b.self;
                return std::tie(a.kernel, a.shape, a.op) < std::tie(b.kernel, b.shape, b.op);
              });
    return alignment;
  }

 private:
  struct Kernel {
    std::string_view name;
    bool is_product = false, may_load_less = false;
    int64_t occurrences = 0;
    Int128 self = 0;
  };

  // Calls of the runtime are no ops.
  std::string_view OpName(OpId op) const {
    const bool is_op = op.valid() && profile_.ops.row[op].kind != OpKind::kRuntime;
    return is_op ? profile_.strings[profile_.ops.row[op].name] : std::string_view();
  }

  const Profile& profile_;
  DeviceWorkKinds kinds_;
  absl::flat_hash_map<OpAndLabel, Kernel> kernels_;
  Int128 all_ = 0;  // of all products
};

}  // namespace

absl::StatusOr<Alignment> AlignmentOf(const Selected& selected, const Query& query,
                                      RunContext& context) {
  AlignmentCollector collector(selected.profile());
  PROFILER_RETURN_IF_ERROR(ForEachDeviceEvent(
      selected, context, [&](const Track& track, uint32_t event) { collector.Add(track, event); }));
  if (!collector.has_candidates()) return collector.Take({});
  PROFILER_ASSIGN_OR_RETURN(const std::vector<HloUse> uses,
                            UsesOfInstructions(selected, query, context));
  return collector.Take(uses);
}

std::string_view WordOfAlignment(std::string_view kernel) {
  const auto ends_word = [](char c) { return c == ' ' || c == '<' || c == ':' || c == '('; };
  const size_t at = kernel.find(kAlignWord);
  if (at == kernel.npos) return kernel;
  size_t begin = at, end = at + kAlignWord.size();
  while (begin > 0 && !ends_word(kernel[begin - 1])) --begin;
  while (end < kernel.size() && kernel[end] >= '0' && kernel[end] <= '9') ++end;
  return kernel.substr(begin, end - begin);
}

bool NamesAlignment(const Profile& profile) {
  for (uint32_t i = 0; i < profile.strings.size(); ++i) {
    if (AlignmentInName(profile.strings[StringId(i)]) > 0) return true;
  }
  return false;
}

}  // namespace profiler
