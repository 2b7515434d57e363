#include "profiler/analysis/collectives/traffic.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "profiler/base/ascii.h"
#include "profiler/store/row_facts.h"

namespace profiler {
namespace {

enum class Extent : uint8_t { kAll, kStart };

// In lower case. The first that matches counts.
struct TrafficWord {
  std::string_view text;
  Extent extent;
  Traffic traffic;
};

constexpr TrafficWord kTrafficWords[] = {
    // TensorFlow's rendezvous, between workers and between devices.
    {"recvtensor", Extent::kAll, Traffic::kTransfer},
    {"sendtensor", Extent::kAll, Traffic::kTransfer},
    {"recvbuf", Extent::kAll, Traffic::kTransfer},
    {"_send", Extent::kAll, Traffic::kTransfer},
    {"_recv", Extent::kAll, Traffic::kTransfer},
    {"_hostsend", Extent::kAll, Traffic::kTransfer},
    {"_hostrecv", Extent::kAll, Traffic::kTransfer},
    // TensorFlow's collective ops.
    {"collective", Extent::kStart, Traffic::kCollective},
    {"crossreplicasum", Extent::kAll, Traffic::kCollective},
    {"xlaallreduce", Extent::kAll, Traffic::kCollective},
    {"xlaallgather", Extent::kAll, Traffic::kCollective},
    {"xlaalltoall", Extent::kAll, Traffic::kCollective},
    {"xlareducescatter", Extent::kAll, Traffic::kCollective},
    // XLA.
    {"send", Extent::kAll, Traffic::kTransfer},
    {"send-done", Extent::kAll, Traffic::kTransfer},
    {"recv", Extent::kAll, Traffic::kTransfer},
    {"recv-done", Extent::kAll, Traffic::kTransfer},
    {"all-reduce", Extent::kStart, Traffic::kCollective},
    {"all-gather", Extent::kStart, Traffic::kCollective},
    {"all-to-all", Extent::kStart, Traffic::kCollective},
    {"ragged-all-to-all", Extent::kStart, Traffic::kCollective},
    {"reduce-scatter", Extent::kStart, Traffic::kCollective},
    {"async-collective", Extent::kStart, Traffic::kCollective},
    // PyTorch's ops and annotations. "nccl:", "gloo:" and others name the library that did it.
    {"c10d::send", Extent::kStart, Traffic::kTransfer},
    {"c10d::recv", Extent::kStart, Traffic::kTransfer},
    {"c10d::", Extent::kStart, Traffic::kCollective},
    {"_c10d_functional::wait", Extent::kStart, Traffic::kNone},
    {"nccl:send", Extent::kStart, Traffic::kTransfer},
    {"nccl:recv", Extent::kStart, Traffic::kTransfer},
    {"gloo:send", Extent::kStart, Traffic::kTransfer},
    {"gloo:recv", Extent::kStart, Traffic::kTransfer},
    {"mpi:send", Extent::kStart, Traffic::kTransfer},
    {"mpi:recv", Extent::kStart, Traffic::kTransfer},
    {"mpi:", Extent::kStart, Traffic::kCollective},
    {"ucc:", Extent::kStart, Traffic::kCollective},
    {"xccl:", Extent::kStart, Traffic::kCollective},
    // HCCL and SHARP.
    {"hcom_", Extent::kStart, Traffic::kCollective},
    {"sharp_coll_", Extent::kStart, Traffic::kCollective},
    // Horovod's ops, and the states of its timeline.
    {"horovod", Extent::kStart, Traffic::kCollective},
    {"allreduce", Extent::kAll, Traffic::kCollective},
    {"allgather", Extent::kAll, Traffic::kCollective},
    {"alltoall", Extent::kAll, Traffic::kCollective},
    {"reducescatter", Extent::kAll, Traffic::kCollective},
    {"ccl_all", Extent::kStart, Traffic::kCollective},
    {"ccl_bcast", Extent::kStart, Traffic::kCollective},
    {"gloo_", Extent::kStart, Traffic::kCollective},
    // Calls of MPI that move data. Those that only ask or wait are none.
    {"mpi_send", Extent::kStart, Traffic::kTransfer},
    {"mpi_recv", Extent::kStart, Traffic::kTransfer},
    {"mpi_isend", Extent::kStart, Traffic::kTransfer},
    {"mpi_irecv", Extent::kStart, Traffic::kTransfer},
    {"mpi_all", Extent::kStart, Traffic::kCollective},
    {"mpi_iall", Extent::kStart, Traffic::kCollective},
    {"mpi_cross_all", Extent::kStart, Traffic::kCollective},
    {"mpi_bcast", Extent::kStart, Traffic::kCollective},
    {"mpi_ibcast", Extent::kStart, Traffic::kCollective},
    {"mpi_reduce", Extent::kStart, Traffic::kCollective},
    {"mpi_ireduce", Extent::kStart, Traffic::kCollective},
    {"mpi_gather", Extent::kStart, Traffic::kCollective},
    {"mpi_igather", Extent::kStart, Traffic::kCollective},
    {"mpi_scatter", Extent::kStart, Traffic::kCollective},
    {"mpi_iscatter", Extent::kStart, Traffic::kCollective},
    {"mpi_barrier", Extent::kStart, Traffic::kCollective},
};

// An identifier that starts so is a collective's, wherever it stands in a name. In lower case.
constexpr std::string_view kIdentifiers[] = {
    "c10d_functional::", "gloo:",
    // Kernels of NCCL (nccl*, old and new), RCCL (the same names, and msccl*), oneCCL and HCCL
    // under any framework; TensorFlow's ops on them.
    "nccl", "rccl", "msccl", "oneccl", "hccl",
    // Kernels that reach into other devices' memory themselves: NVSHMEM and what rests on it, and
    // the all-reduces of PyTorch's symmetric memory, serving engines and Transformer Engine.
    "nvshmem", "rocshmem", "deep_ep::intra", "deep_ep::inter", "one_shot_all_", "two_shot_all_",
    "multimem_", "cross_device_reduce", "oneshotallreduce", "twoshotallreduce",
    "allreduce_fusion_kernel", "quickreduce::", "userbuffers_", "kuserbuffers_"};

bool IsLetterOrDigit(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

// Whether an identifier begins there, underscores before it left out.
bool StartsWord(std::string_view text, size_t at) {
  while (at > 0 && text[at - 1] == '_') --at;
  return at == 0 || !IsLetterOrDigit(text[at - 1]);
}

bool IsNamedSo(std::string_view name, const TrafficWord& word) {
  if (name.empty() || name[0] != word.text[0]) return false;  // most are told apart so
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

// Without what a C++ compiler puts before the name of a function: "_Z13".
std::string_view WithoutMangling(std::string_view name) {
  if (!name.starts_with("_z")) return name;
  const size_t digits = name.find_first_of("0123456789");
  const size_t at = name.find_first_not_of("0123456789", digits);
  return at == name.npos ? name : name.substr(at);
}

}  // namespace

Traffic TrafficOf(std::string_view type) {
  // Ops without a type have their name for one; the scopes in it say nothing.
  if (type.find('/') != type.npos) return Traffic::kNone;
  const std::string lower = Lower(type);
  const std::string_view name = WithoutMangling(lower);
  for (const TrafficWord& word : kTrafficWords) {
    if (IsNamedSo(name, word)) return word.traffic;
  }
  return HasIdentifierOfCollective(name) ? Traffic::kCollective : Traffic::kNone;
}

bool LooksLikeCollective(std::string_view kernel) {
  constexpr std::string_view kHints[] = {"allreduce", "allgather", "reducescatter", "alltoall"};
  constexpr std::string_view kNameless = "(anonymous namespace)";
  const size_t nameless = kernel.find(kNameless);
  const size_t own = nameless == kernel.npos ? 0 : nameless + kNameless.size();
  std::string name;  // without what it is called with, and without what separates words
  for (const char c : Lower(kernel.substr(own, kernel.find_first_of("<(", own) - own))) {
    if (IsLetterOrDigit(c)) name += c;
  }
  const bool looks = std::any_of(std::begin(kHints), std::end(kHints), [&](std::string_view hint) {
    return name.find(hint) != name.npos;
  });
  // Compilers name fused kernels after all ops in them.
  return looks && !name.starts_with("triton") && TrafficOf(kernel) == Traffic::kNone;
}

TrafficTable::TrafficTable(const Profile& profile)
    : profile_(profile), by_string_(profile.strings.size()) {
  by_op_.reserve(profile.op_count());
  for (const OpRow& op : profile.ops.row.values()) by_op_.push_back(OfString(op.type));
}

Traffic TrafficTable::OfString(StringId text) {
  if (!text.valid()) return Traffic::kNone;
  std::optional<Traffic>& known = by_string_[text.row()];
  if (!known) known = TrafficOf(profile_.strings[text]);
  return *known;
}

Traffic TrafficTable::OfEvent(const TrackRow& track, const Events& events, size_t event) {
  if (!events.label.empty() && IsAccelerator(track)) {
    const Traffic of_kernel = OfString(events.label[event]);
    if (of_kernel != Traffic::kNone) return of_kernel;
  }
  return Of(events.op[event]);
}

}  // namespace profiler
