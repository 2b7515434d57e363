#include "profiler/views/traffic.h"

#include <string>

#include "profiler/base/ascii.h"
#include "profiler/store/derive/derive.h"

namespace profiler {
namespace {

enum class Where : uint8_t { kAll, kStart, kAnywhere };

// In lower case.
struct Word {
  std::string_view text;
  Where where;
  Traffic traffic;
};

constexpr Word kWords[] = {
    // TensorFlow's rendezvous, between workers and between devices.
    {"recvtensor", Where::kAll, Traffic::kTransfer},
    {"sendtensor", Where::kAll, Traffic::kTransfer},
    {"recvbuf", Where::kAll, Traffic::kTransfer},
    {"_send", Where::kAll, Traffic::kTransfer},
    {"_recv", Where::kAll, Traffic::kTransfer},
    {"_hostsend", Where::kAll, Traffic::kTransfer},
    {"_hostrecv", Where::kAll, Traffic::kTransfer},
    // TensorFlow's collective ops; Horovod's.
    {"collective", Where::kStart, Traffic::kCollective},
    {"crossreplicasum", Where::kAll, Traffic::kCollective},
    {"horovod", Where::kStart, Traffic::kCollective},
    // XLA.
    {"send", Where::kAll, Traffic::kTransfer},
    {"send-done", Where::kAll, Traffic::kTransfer},
    {"recv", Where::kAll, Traffic::kTransfer},
    {"recv-done", Where::kAll, Traffic::kTransfer},
    {"all-reduce", Where::kStart, Traffic::kCollective},
    {"all-gather", Where::kStart, Traffic::kCollective},
    {"all-to-all", Where::kStart, Traffic::kCollective},
    {"reduce-scatter", Where::kStart, Traffic::kCollective},
    {"collective-permute", Where::kStart, Traffic::kCollective},
    // PyTorch, and the kernels of NCCL and RCCL under any framework.
    {"c10d::", Where::kStart, Traffic::kCollective},
    {"gloo:", Where::kStart, Traffic::kCollective},
    {"nccl:send", Where::kStart, Traffic::kTransfer},
    {"nccl:recv", Where::kStart, Traffic::kTransfer},
    {"nccl", Where::kAnywhere, Traffic::kCollective},
    {"rccl", Where::kAnywhere, Traffic::kCollective},
};

bool Matches(std::string_view text, const Word& word) {
  const size_t at = text.find(word.text);
  if (at == text.npos) return false;
  if (word.where == Where::kAnywhere) return true;
  return at == 0 && (word.where == Where::kStart || text.size() == word.text.size());
}

}  // namespace

Traffic TrafficOf(std::string_view type) {
  // Ops without a type have their name for one; the scopes in it say nothing.
  if (type.find('/') != type.npos) return Traffic::kNone;
  const std::string lower = Lower(type);
  for (const Word& word : kWords) {
    if (Matches(lower, word)) return word.traffic;
  }
  return Traffic::kNone;
}

TrafficTable::TrafficTable(const Profile& profile) : profile_(profile) {
  by_op_.reserve(profile.op_count());
  for (const OpRow& op : profile.ops.row.values()) by_op_.push_back(OfString(op.type));
}

Traffic TrafficTable::OfString(StringId text) {
  const auto [it, is_new] = by_string_.try_emplace(text, Traffic::kNone);
  if (is_new && text.valid()) it->second = TrafficOf(profile_.strings[text]);
  return it->second;
}

Traffic TrafficTable::OfEvent(const TrackRow& track, const Events& events, size_t event) {
  const Traffic of_op = Of(events.op[event]);
  if (of_op != Traffic::kNone || events.label.empty() || !derive::IsAccelerator(track)) {
    return of_op;
  }
  return OfString(events.label[event]);
}

}  // namespace profiler
