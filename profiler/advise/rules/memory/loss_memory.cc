#include "profiler/advise/rules/memory/loss_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/advise/rules/memory/run_of_memory.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/shapes/tensor_inputs.h"
#include "profiler/report/scaled.h"

namespace profiler {
namespace {

// Of ops and the scopes around them, in both passes.
constexpr std::array<std::string_view, 6> kLossWords = {
    "log_softmax", "LogSoftmaxBackward", "nll_loss", "NllLoss", "cross_entropy", "CrossEntropy"};

bool HasLossWord(std::string_view name) {
  return std::any_of(kLossWords.begin(), kLossWords.end(),
                     [&](std::string_view word) { return name.find(word) != name.npos; });
}

bool IsOfLoss(const Profile& profile, const HeldMemory& piece) {
  if (!piece.op.valid()) return false;
  const OpRow& op = profile.ops.row[piece.op];
  return HasLossWord(profile.strings[op.name]) ||
         (op.scope.valid() && HasLossWord(profile.strings[op.scope]));
}

// Whether the piece has as many elements as the logits, by its size: of the same type as the loss,
// or of half or twice its bytes. Allocators round sizes up.
bool IsAsLargeAsLogits(int64_t bytes, int64_t of_loss) {
  constexpr int64_t kRounding = 4096;
  const auto is_nearly = [](int64_t a, int64_t b) { return (a > b ? a - b : b - a) <= kRounding; };
  return is_nearly(bytes, of_loss) || is_nearly(bytes, of_loss / 2) ||
         is_nearly(bytes / 2, of_loss);
}

// What the logits are of, which decides how the loss can be computed in parts.
enum class LogitsKind : uint8_t {
  kTokens,   // or single samples: nothing says otherwise
  kMaps,     // images, with logits for each pixel
  kUnknown,  // of several places per sample
};

// PyTorch takes the loss of all logits of more than two dimensions by "nll_loss2d", of sequences
// too, as maps of one row.
LogitsKind LogitsKindOf(const Profile& profile, OpId loss) {
  const std::vector<int64_t> dims = TensorInputs(profile, loss)[0].dims;
  if (dims.size() > 3) {
    // Behind the samples and the classes.
    const auto sides = std::count_if(dims.begin() + 2, dims.end(), [](int64_t d) { return d > 1; });
    return sides > 1 ? LogitsKind::kMaps : LogitsKind::kTokens;
  }
  const std::string_view name = profile.strings[profile.ops.row[loss].name];
  return dims.empty() && name.find("nll_loss2d") != name.npos ? LogitsKind::kUnknown
                                                              : LogitsKind::kTokens;
}

std::string_view LossRemedy(LogitsKind kind) {
  switch (kind) {
    case LogitsKind::kTokens:
      return "compute the loss in chunks of tokens, or fuse it with the layer that makes the "
             "logits (a fused linear cross entropy, such as Liger Kernel's), so that they are "
             "never all there";
    case LogitsKind::kMaps:
      return "compute the loss in chunks of images, or of logits at a lower resolution with the "
             "labels scaled down to it";
    case LogitsKind::kUnknown:
      break;
  }
  return "compute the loss in chunks, so that they are never all there";
}

struct LossGroup {
  std::string_view op;
  Value bytes = 0, pieces = 0;
};

struct LossMemory {
  Value bytes = 0;
  int64_t pieces = 0;
  int64_t largest = 0;  // of the loss itself
  LogitsKind kind = LogitsKind::kTokens;
  std::vector<LossGroup> by_name;  // largest first
};

LossMemory LossMemoryOf(const Profile& profile, const MemoryUse& memory, double least_bytes) {
  LossMemory loss;
  for (const HeldMemory& piece : memory.held) {
    if (!IsOfLoss(profile, piece)) continue;
    loss.largest = std::max(loss.largest, piece.bytes);
    const LogitsKind kind = LogitsKindOf(profile, piece.op);
    // Other ops around the loss, such as one of its mean, do not have the logits.
    if (loss.kind == LogitsKind::kTokens || kind == LogitsKind::kMaps) loss.kind = kind;
  }
  if (static_cast<double>(loss.largest) < least_bytes) return loss;
  std::map<std::string_view, LossGroup> by_name;
  for (const HeldMemory& piece : memory.held) {
    if (!piece.op.valid() || !IsAsLargeAsLogits(piece.bytes, loss.largest)) continue;
    const std::string_view name = profile.strings[profile.ops.row[piece.op].name];
    LossGroup& group = by_name[name];
    group.op = name;
    group.bytes += piece.bytes;
    ++group.pieces;
    loss.bytes += piece.bytes;
    ++loss.pieces;
  }
  for (const auto& [name, group] : by_name) loss.by_name.push_back(group);
  std::stable_sort(loss.by_name.begin(), loss.by_name.end(),
                   [](const LossGroup& a, const LossGroup& b) { return a.bytes > b.bytes; });
  return loss;
}

bool IsMemoryLow(const Profile& profile, const MemoryUse& memory, double headroom) {
  if (!memory.refused.empty()) return true;
  if (!memory.device.valid()) return false;
  const int64_t size = profile.devices[memory.device].memory_bytes;
  return size != kUnknown && size > 0 && Share(memory.peak, size) > 1 - headroom;
}

Report LossEvidence(const std::vector<LossGroup>& groups) {
  using C = ColumnOf<LossGroup>;
  return EvidenceOf<LossGroup>(
      {
          C::Number("bytes", Unit::kBytes, "", "What it held.", &LossGroup::bytes),
          C::Number("allocations", Unit::kCount, "", "How many these are.", &LossGroup::pieces),
      },
      groups, &LossGroup::op, "those that held less", kLittleEvidence);
}

}  // namespace

std::optional<Finding> LossMemoryFinding(const Profile& profile, const MemoryUse& memory,
                                         const LossMemoryLimits& limits) {
  if (FrameworkOf(profile) != Framework::kPyTorch) return std::nullopt;
  const LossMemory loss = LossMemoryOf(profile, memory, limits.bytes);
  if (loss.pieces < 2 || Share(loss.bytes, memory.peak) < limits.share) return std::nullopt;
  Finding finding;
  finding.id = "loss_memory";
  finding.subject = profile.strings[profile.devices[memory.device].name];
  finding.severity = WarningIf(IsMemoryLow(profile, memory, limits.headroom));
  finding.text = fmt::format(
      "{} of the {} peak ({}) is in {} tensors as large as the logits, in and around the loss: "
      "{}; logits in bfloat16 take half of float32",
      ScaledText(loss.bytes, Unit::kBytes), ScaledText(memory.peak, Unit::kBytes),
      Percent(Share(loss.bytes, memory.peak)), loss.pieces, LossRemedy(loss.kind));
  finding.command = "memory";
  finding.evidence.push_back(LossEvidence(loss.by_name));
  SetPlaceOfMemory(profile, memory, finding);
  return finding;
}

}  // namespace profiler
