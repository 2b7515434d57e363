#include "profiler/views/traffic.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "profiler/base/ascii.h"
#include "profiler/store/derive/derive.h"

namespace profiler {
namespace {

enum class Where : uint8_t { kAll, kStart };

// In lower case. The first that matches counts.
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
    // TensorFlow's collective ops.
    {"collective", Where::kStart, Traffic::kCollective},
    {"crossreplicasum", Where::kAll, Traffic::kCollective},
    {"xlaallreduce", Where::kAll, Traffic::kCollective},
    {"xlaallgather", Where::kAll, Traffic::kCollective},
    {"xlaalltoall", Where::kAll, Traffic::kCollective},
    {"xlareducescatter", Where::kAll, Traffic::kCollective},
    // XLA.
    {"send", Where::kAll, Traffic::kTransfer},
    {"send-done", Where::kAll, Traffic::kTransfer},
    {"recv", Where::kAll, Traffic::kTransfer},
    {"recv-done", Where::kAll, Traffic::kTransfer},
    {"all-reduce", Where::kStart, Traffic::kCollective},
    {"all-gather", Where::kStart, Traffic::kCollective},
    {"all-to-all", Where::kStart, Traffic::kCollective},
    {"ragged-all-to-all", Where::kStart, Traffic::kCollective},
    {"reduce-scatter", Where::kStart, Traffic::kCollective},
    {"async-collective", Where::kStart, Traffic::kCollective},
    // PyTorch's ops and annotations. "nccl:", "gloo:" and others name the library that did it.
    {"c10d::send", Where::kStart, Traffic::kTransfer},
    {"c10d::recv", Where::kStart, Traffic::kTransfer},
    {"c10d::", Where::kStart, Traffic::kCollective},
    {"_c10d_functional::wait", Where::kStart, Traffic::kNone},
    {"nccl:send", Where::kStart, Traffic::kTransfer},
    {"nccl:recv", Where::kStart, Traffic::kTransfer},
    {"gloo:send", Where::kStart, Traffic::kTransfer},
    {"gloo:recv", Where::kStart, Traffic::kTransfer},
    {"mpi:send", Where::kStart, Traffic::kTransfer},
    {"mpi:recv", Where::kStart, Traffic::kTransfer},
    {"mpi:", Where::kStart, Traffic::kCollective},
    {"ucc:", Where::kStart, Traffic::kCollective},
    {"xccl:", Where::kStart, Traffic::kCollective},
    // HCCL and SHARP.
    {"hcom_", Where::kStart, Traffic::kCollective},
    {"sharp_coll_", Where::kStart, Traffic::kCollective},
    // Horovod's ops, and the states of its timeline.
    {"horovod", Where::kStart, Traffic::kCollective},
    {"allreduce", Where::kAll, Traffic::kCollective},
    {"allgather", Where::kAll, Traffic::kCollective},
    {"alltoall", Where::kAll, Traffic::kCollective},
    {"reducescatter", Where::kAll, Traffic::kCollective},
    {"ccl_all", Where::kStart, Traffic::kCollective},
    {"ccl_bcast", Where::kStart, Traffic::kCollective},
    {"gloo_", Where::kStart, Traffic::kCollective},
    // Calls of MPI that move data. Those that only ask or wait are none.
    {"mpi_send", Where::kStart, Traffic::kTransfer},
    {"mpi_recv", Where::kStart, Traffic::kTransfer},
    {"mpi_isend", Where::kStart, Traffic::kTransfer},
    {"mpi_irecv", Where::kStart, Traffic::kTransfer},
    {"mpi_all", Where::kStart, Traffic::kCollective},
    {"mpi_iall", Where::kStart, Traffic::kCollective},
    {"mpi_cross_all", Where::kStart, Traffic::kCollective},
    {"mpi_bcast", Where::kStart, Traffic::kCollective},
    {"mpi_ibcast", Where::kStart, Traffic::kCollective},
    {"mpi_reduce", Where::kStart, Traffic::kCollective},
    {"mpi_ireduce", Where::kStart, Traffic::kCollective},
    {"mpi_gather", Where::kStart, Traffic::kCollective},
    {"mpi_igather", Where::kStart, Traffic::kCollective},
    {"mpi_scatter", Where::kStart, Traffic::kCollective},
    {"mpi_iscatter", Where::kStart, Traffic::kCollective},
    {"mpi_barrier", Where::kStart, Traffic::kCollective},
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

bool Matches(std::string_view name, const Word& word) {
  if (name.empty() || name[0] != word.text[0]) return false;  // most are told apart so
  return word.where == Where::kAll ? name == word.text : name.starts_with(word.text);
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
  for (const Word& word : kWords) {
    if (Matches(name, word)) return word.traffic;
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
  if (!events.label.empty() && derive::IsAccelerator(track)) {
    const Traffic of_kernel = OfString(events.label[event]);
    if (of_kernel != Traffic::kNone) return of_kernel;
  }
  return Of(events.op[event]);
}

}  // namespace profiler
