#include "profiler/analysis/collectives/transfers/host_transfers.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "profiler/analysis/collectives/communication.h"
#include "profiler/analysis/ops/op_attribute.h"
#include "profiler/base/ascii.h"

namespace profiler {
namespace {

// The runtime that exchanges between slices of TPUs.
constexpr std::string_view kBetweenSlices = "xla_megascale_runtime";

bool IsHostTransfer(const Profile& profile, OpId op) {
  const StringId category = profile.ops.row[op].category;
  if (!category.valid()) return false;
  const std::string_view text = profile.strings[category];
  return text.starts_with("host send") || text.starts_with("host recv");
}

// Whether a primitive of JAX is a collective: psum, psum_invariant, psum2, but not psummary.
bool IsCollectivePrimitive(std::string_view name) {
  constexpr std::string_view kPrimitives[] = {
      "psum",       "pmax",       "pmin",       "ppermute",          "pbroadcast",    "pgather",
      "all_reduce", "all_gather", "all_to_all", "ragged_all_to_all", "reduce_scatter"};
  return std::any_of(std::begin(kPrimitives), std::end(kPrimitives), [&](std::string_view one) {
    if (!name.starts_with(one)) return false;
    const std::string_view rest = name.substr(one.size());
    return rest.empty() || rest[0] == '_' || IsDigit(rest[0]);
  });
}

// Whether what the user wrote is a collective. Its path may end in parameters: "jit(f)/psum[...]".
bool IsWrittenCollective(const Profile& profile, OpId op) {
  const OpId written = profile.ops.row[op].framework_op;
  if (!written.valid()) return false;
  const OpRow& row = profile.ops.row[written];
  if (CommunicationOf(profile.strings[row.type]) == Communication::kCollective) return true;
  std::string_view name = profile.strings[row.name];
  name = name.substr(0, name.find('['));
  return IsCollectivePrimitive(name.substr(name.rfind('/') + 1));
}

// "send.2" of "send-done.2".
std::string StartOf(std::string_view name) {
  constexpr std::string_view kDone = "-done";
  std::string start(name);
  const size_t at = start.find(kDone);
  if (at != start.npos) start.erase(at, kDone.size());
  return start;
}

}  // namespace

HostTransfers::HostTransfers(const Profile& profile) {
  std::vector<OpId> transfers;
  // Only what starts a transfer names the runtime.
  absl::flat_hash_set<std::pair<ModuleId, StringId>> between_slices;
  for (uint32_t i = 0; i < profile.op_count(); ++i) {
    const OpId op(i);
    if (!IsHostTransfer(profile, op)) continue;
    transfers.push_back(op);
    const OpRow& row = profile.ops.row[op];
    if (TextAttribute(profile, op, kHostTransferHandler) == kBetweenSlices) {
      between_slices.insert({row.module, row.name});
    }
  }
  if (!transfers.empty()) purposes_.resize(profile.op_count());
  for (const OpId op : transfers) {
    const OpRow& row = profile.ops.row[op];
    const StringId start = between_slices.empty()
                               ? StringId()
                               : profile.strings.Find(StartOf(profile.strings[row.name]));
    const bool is_between = start.valid() && between_slices.contains({row.module, start});
    purposes_[op.row()] = is_between || IsWrittenCollective(profile, op) ? kOfCollective : kOther;
  }
}

}  // namespace profiler
