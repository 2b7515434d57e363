#include "profiler/analysis/collectives/communication.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "profiler/analysis/collectives/transfers/host_transfers.h"
#include "profiler/base/ascii.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

enum class Extent : uint8_t { kAll, kStart };

// Words are in lower case. The first matching word wins.
struct CommunicationWord {
  std::string_view text;
  Extent extent;
  Communication communication;
};

constexpr CommunicationWord kCommunicationWords[] = {
    // TensorFlow's rendezvous, between workers and between devices.
    {"recvtensor", Extent::kAll, Communication::kTransfer},
    {"sendtensor", Extent::kAll, Communication::kTransfer},
    {"recvbuf", Extent::kAll, Communication::kTransfer},
    {"_send", Extent::kAll, Communication::kTransfer},
    {"_recv", Extent::kAll, Communication::kTransfer},
    {"_hostsend", Extent::kAll, Communication::kTransfer},
    {"_hostrecv", Extent::kAll, Communication::kTransfer},
    // TensorFlow's collective ops.
    {"collective", Extent::kStart, Communication::kCollective},
    {"crossreplicasum", Extent::kAll, Communication::kCollective},
    {"xlaallreduce", Extent::kAll, Communication::kCollective},
    {"xlaallgather", Extent::kAll, Communication::kCollective},
    {"xlaalltoall", Extent::kAll, Communication::kCollective},
    {"xlareducescatter", Extent::kAll, Communication::kCollective},
    // XLA.
    {"send", Extent::kAll, Communication::kTransfer},
    {"send-done", Extent::kAll, Communication::kTransfer},
    {"recv", Extent::kAll, Communication::kTransfer},
    {"recv-done", Extent::kAll, Communication::kTransfer},
    {"all-reduce", Extent::kStart, Communication::kCollective},
    {"all-gather", Extent::kStart, Communication::kCollective},
    {"all-to-all", Extent::kStart, Communication::kCollective},
    {"ragged-all-to-all", Extent::kStart, Communication::kCollective},
    {"reduce-scatter", Extent::kStart, Communication::kCollective},
    {"async-collective", Extent::kStart, Communication::kCollective},
    // PyTorch's ops and annotations. "nccl:", "gloo:" and others name the library used.
    {"c10d::send", Extent::kStart, Communication::kTransfer},
    {"c10d::recv", Extent::kStart, Communication::kTransfer},
    {"c10d::", Extent::kStart, Communication::kCollective},
    {"_c10d_functional::wait", Extent::kStart, Communication::kNone},
    {"nccl:send", Extent::kStart, Communication::kTransfer},
    {"nccl:recv", Extent::kStart, Communication::kTransfer},
    {"gloo:send", Extent::kStart, Communication::kTransfer},
    {"gloo:recv", Extent::kStart, Communication::kTransfer},
    {"mpi:send", Extent::kStart, Communication::kTransfer},
    {"mpi:recv", Extent::kStart, Communication::kTransfer},
    {"mpi:", Extent::kStart, Communication::kCollective},
    {"ucc:", Extent::kStart, Communication::kCollective},
    {"xccl:", Extent::kStart, Communication::kCollective},
    // HCCL and SHARP.
    {"hcom_", Extent::kStart, Communication::kCollective},
    {"sharp_coll_", Extent::kStart, Communication::kCollective},
    // Horovod's ops, and the states of its timeline.
    {"horovod", Extent::kStart, Communication::kCollective},
    {"allreduce", Extent::kAll, Communication::kCollective},
    {"allgather", Extent::kAll, Communication::kCollective},
    {"alltoall", Extent::kAll, Communication::kCollective},
    {"reducescatter", Extent::kAll, Communication::kCollective},
    {"ccl_all", Extent::kStart, Communication::kCollective},
    {"ccl_bcast", Extent::kStart, Communication::kCollective},
    {"gloo_", Extent::kStart, Communication::kCollective},
    // MPI calls that move data. Calls that only query or wait are not listed.
    {"mpi_send", Extent::kStart, Communication::kTransfer},
    {"mpi_recv", Extent::kStart, Communication::kTransfer},
    {"mpi_isend", Extent::kStart, Communication::kTransfer},
    {"mpi_irecv", Extent::kStart, Communication::kTransfer},
    {"mpi_all", Extent::kStart, Communication::kCollective},
    {"mpi_iall", Extent::kStart, Communication::kCollective},
    {"mpi_cross_all", Extent::kStart, Communication::kCollective},
    {"mpi_bcast", Extent::kStart, Communication::kCollective},
    {"mpi_ibcast", Extent::kStart, Communication::kCollective},
    {"mpi_reduce", Extent::kStart, Communication::kCollective},
    {"mpi_ireduce", Extent::kStart, Communication::kCollective},
    {"mpi_gather", Extent::kStart, Communication::kCollective},
    {"mpi_igather", Extent::kStart, Communication::kCollective},
    {"mpi_scatter", Extent::kStart, Communication::kCollective},
    {"mpi_iscatter", Extent::kStart, Communication::kCollective},
    {"mpi_barrier", Extent::kStart, Communication::kCollective},
};

// A collective's name contains an identifier that starts with one of these. All in lower case.
constexpr std::string_view kIdentifiers[] = {
    "c10d_functional::", "gloo:",
    // Kernels of NCCL (nccl*, old and new), RCCL (the same names, and msccl*), oneCCL and HCCL
    // under any framework, and TensorFlow's ops that call NCCL.
    "nccl", "rccl", "msccl", "oneccl", "hccl",
    // Kernels that access other devices' memory directly: NVSHMEM and libraries on top of it, and
    // the all-reduces of PyTorch's symmetric memory, serving engines and Transformer Engine.
    "nvshmem", "rocshmem", "deep_ep::intra", "deep_ep::inter", "one_shot_all_", "two_shot_all_",
    "multimem_", "cross_device_reduce", "oneshotallreduce", "twoshotallreduce",
    "allreduce_fusion_kernel", "quickreduce::", "userbuffers_", "kuserbuffers_"};

bool IsLetterOrDigit(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

// Whether an identifier begins at `at`, not counting leading underscores.
bool StartsWord(std::string_view text, size_t at) {
  while (at > 0 && text[at - 1] == '_') --at;
  return at == 0 || !IsLetterOrDigit(text[at - 1]);
}

bool IsNamedSo(std::string_view name, const CommunicationWord& word) {
  if (name.empty() || name[0] != word.text[0]) return false;  // a fast test that rejects most words
  return word.extent == Extent::kAll ? name == word.text : name.starts_with(word.text);
}

bool HasIdentifierOfCollective(std::string_view name) {
  for (size_t at = 0; at < name.size(); ++at) {
    if (!IsLetterOrDigit(name[at]) || !StartsWord(name, at)) continue;
    for (const std::string_view word : kIdentifiers) {
      if (name[at] == word[0] && name.substr(at).starts_with(word)) return true;
    }
  }
  return false;
}

// Removes the prefix of a mangled C++ function name, e.g. "_Z13".
std::string_view WithoutMangling(std::string_view name) {
  if (!name.starts_with("_z")) return name;
  const size_t digits = name.find_first_of("0123456789");
  const size_t at = name.find_first_not_of("0123456789", digits);
  return at == name.npos ? name : name.substr(at);
}

}  // namespace

Communication CommunicationOf(std::string_view type) {
  // Ops without a type have their name as type. Such a name has scopes, which must not be matched.
  if (type.find('/') != type.npos) return Communication::kNone;
  const std::string lower = Lower(type);
  const std::string_view name = WithoutMangling(lower);
  for (const CommunicationWord& word : kCommunicationWords) {
    if (IsNamedSo(name, word)) return word.communication;
  }
  return HasIdentifierOfCollective(name) ? Communication::kCollective : Communication::kNone;
}

bool IsProcessGroupName(std::string_view name) {
  constexpr std::string_view kBackends[] = {
      "gloo:", "nccl:", "mpi:", "ucc:", "xccl:", "hccl:", "rccl:"};
  return std::any_of(std::begin(kBackends), std::end(kBackends), [&](std::string_view backend) {
    const std::string_view kind = name.substr(std::min(name.size(), backend.size()));
    return name.starts_with(backend) && !kind.empty() &&
           (IsLetterOrDigit(kind[0]) || kind[0] == '_');
  });
}

StringId CommunicationName(const Profile& profile, OpId op) {
  if (!op.valid()) return StringId();
  const OpRow& row = profile.ops.row[op];
  if (profile.strings[row.type] != kUserMarkType) return row.type;
  return IsProcessGroupName(profile.strings[row.name]) ? row.name : StringId();
}

bool IsCommunicationInstruction(const Profile& profile, OpId op) {
  const OpRow& row = profile.ops.row[op];
  return row.kind == OpKind::kHloInstruction &&
         CommunicationOf(profile.strings[row.type]) != Communication::kNone;
}

HostRole HostRoleOf(std::string_view name) {
  constexpr std::string_view kCalls[] = {"c10d", "nccl", "rccl", "xccl", "hccl"};
  const std::string lower = Lower(name);
  const bool is_call =
      std::any_of(std::begin(kCalls), std::end(kCalls),
                  [&](std::string_view call) { return lower.find(call) != lower.npos; });
  return is_call ? HostRole::kCall : HostRole::kWork;
}

bool RunsOnHosts(std::string_view name) {
  const std::string lower = Lower(name);
  return lower.starts_with("gloo") || lower.starts_with("mpi");
}

bool CallWaitsForOther(std::string_view name) {
  constexpr std::string_view kLibraries[] = {"c10d::", "gloo:", "mpi", "MPI"};
  return std::any_of(std::begin(kLibraries), std::end(kLibraries),
                     [&](std::string_view library) { return name.starts_with(library); });
}

bool LooksLikeCollective(std::string_view kernel) {
  constexpr std::string_view kHints[] = {"allreduce", "allgather", "reducescatter", "alltoall"};
  constexpr std::string_view kNameless = "(anonymous namespace)";
  const size_t nameless = kernel.find(kNameless);
  const size_t own = nameless == kernel.npos ? 0 : nameless + kNameless.size();
  std::string name;  // without arguments and separators
  for (const char c : Lower(kernel.substr(own, kernel.find_first_of("<(", own) - own))) {
    if (IsLetterOrDigit(c)) name += c;
  }
  const bool looks = std::any_of(std::begin(kHints), std::end(kHints), [&](std::string_view hint) {
    return name.find(hint) != name.npos;
  });
  // Compilers name fused kernels (triton...) after all ops in them, so these names are not
  // evidence.
  return looks && !name.starts_with("triton") && CommunicationOf(kernel) == Communication::kNone;
}

CommunicationTable::CommunicationTable(const Profile& profile)
    : profile_(profile), by_string_(profile.strings.size()) {
  const HostTransfers host_transfers(profile);
  by_op_.reserve(profile.op_count());
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    by_op_.push_back(host_transfers.IsOfCollective(OpId(i))
                         ? Communication::kCollective
                         : OfString(CommunicationName(profile, OpId(i))));
  }
}

Communication CommunicationTable::OfString(StringId text) {
  if (!text.valid()) return Communication::kNone;
  std::optional<Communication>& known = by_string_[text.row()];
  if (!known) known = CommunicationOf(profile_.strings[text]);
  return *known;
}

Communication CommunicationTable::OfEvent(const TrackRow& track, const Events& events,
                                          size_t event) {
  if (!events.label.empty() && IsAccelerator(track)) {
    const Communication of_kernel = OfString(events.label[event]);
    if (of_kernel != Communication::kNone) return of_kernel;
  }
  return Of(events.op[event]);
}

}  // namespace profiler
