#include "profiler/advise/rules/job/communication/exchanged_op.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/ops/framework_op.h"
#include "profiler/analysis/ops/op_device_times.h"
#include "profiler/analysis/ops/source_line.h"
#include "profiler/base/int128.h"

namespace profiler {
namespace {

// JAX's names for the backward and the forward pass of what it differentiates.
constexpr std::string_view kBackwardPass = "transpose(", kForwardPass = "jvp(";

bool HasPart(std::string_view name, std::string_view part) { return name.find(part) != name.npos; }

bool HasBackwardPass(const Profile& profile) {
  const auto& ops = profile.ops.row.values();
  return std::any_of(ops.begin(), ops.end(), [&](const OpRow& op) {
    return HasPart(profile.strings[op.name], kBackwardPass);
  });
}

// Whether XLA made the collective for an op, so that the op's name tells what is exchanged. One
// that the user wrote may be of anything, wherever it is.
bool IsMadeForOp(const Profile& profile, OpId op, OpId written) {
  return written != op && CommunicationOf(profile.strings[profile.ops.row[written].type]) ==
                              Communication::kCollective;
}

template <typename Key>
Key MostOf(const std::map<Key, Int128>& times, Int128 all) {
  for (const auto& [key, time] : times) {
    if (2 * time > all) return key;
  }
  return Key();
}

}  // namespace

ExchangedOp ExchangedOpOf(const Profile& profile, const WorkerUse& use, const RunCommunication& run,
                          CollectiveKind kind, std::string_view group) {
  std::map<OpId, Int128> by_instruction;
  for (const CollectiveEvent& one : run.compared.events) {
    const OpId op = profile.events[one.event.track].op[one.event.row];
    if (one.kind != kind || one.group != group || one.source != use.worker.source) continue;
    if (op.valid()) by_instruction[op] += one.duration;
  }
  Int128 all = 0, of_no_gradient = 0, outside = 0;
  std::map<std::string, Int128> by_line;
  std::map<std::string_view, Int128> by_op;
  for (const auto& [op, time] : by_instruction) {
    const OpRow& row = profile.ops.row[op];
    if (row.kind != OpKind::kHloInstruction) return {};
    const OpId written = WrittenOp(profile, op);
    const OpRow& of_user = profile.ops.row[written];
    const std::string_view name = profile.strings[of_user.name];
    all += time;
    by_line[SourceLine(profile, row.frame.valid() ? row.frame : of_user.frame)] += time;
    if (!IsMadeForOp(profile, op, written)) continue;
    by_op[name] += time;
    if (HasPart(name, kBackwardPass)) continue;
    of_no_gradient += time;
    if (!HasPart(name, kForwardPass)) outside += time;
  }
  ExchangedOp found;
  found.line = MostOf(by_line, all);
  found.op = MostOf(by_op, all);
  if (FrameworkOf(profile) != Framework::kJax || !HasBackwardPass(profile)) return found;
  found.may_be_gradient = 2 * of_no_gradient <= all;
  found.is_outside_passes = 2 * outside > all;
  return found;
}

std::string MostlyText(const std::string& name, double share, Value all, const ExchangedOp& op) {
  constexpr double kNearlyAll = 0.75;
  if (name.empty()) return "";
  std::string more;
  if (share < kNearlyAll) {
    more = FormatMicros(static_cast<Value>(share * static_cast<double>(all)));
  }
  if (!op.line.empty()) more += fmt::format("{}at {}", more.empty() ? "" : ", ", op.line);
  return fmt::format(", mostly {}{}", name, more.empty() ? "" : fmt::format(" ({})", more));
}

std::string OutsidePassesText(CollectiveKind kind, const ExchangedOp& op) {
  if (!op.is_outside_passes || op.op.empty()) return "";
  return fmt::format("Most of the {} is of {}, outside of the passes that make gradients. ",
                     Name(kind), op.op);
}

}  // namespace profiler
