#include "profiler/analysis/collectives/collective_kinds.h"

#include <limits>
#include <string>

#include "profiler/base/ascii.h"
#include "profiler/store/kinds.h"

namespace profiler {
namespace {

using enum CollectiveKind;

struct CollectiveWord {
  std::string_view text;  // letters and digits, in lower case
  CollectiveKind kind;
};
// The first word that a name contains determines the kind.
constexpr CollectiveWord kCollectiveWords[] = {
    {"allreduce", kAllReduce},
    {"crossreplicasum", kAllReduce},
    {"reducescatter", kReduceScatter},
    {"allgather", kAllGather},
    {"alltoall", kAllToAll},
    {"all2all", kAllToAll},
    {"collectivereduce", kAllReduce},  // TensorFlow's
    {"collectivegather", kAllGather},
    {"collectivepermute", kPermute},
    {"sendrecv", kSendRecv},
    {"broadcast", kBroadcast},
    {"bcast", kBroadcast},
    {"barrier", kBarrier},
    {"reduce", kReduce},
    {"gather", kGather},
    {"scatter", kScatter},
    {"send", kSend},
    {"recv", kRecv},
};

struct ElementSize {
  std::string_view name;  // in lower case
  int64_t bytes;
};
constexpr ElementSize kElementSizes[] = {
    // PyTorch.
    {"float", 4},
    {"half", 2},
    {"bfloat16", 2},
    {"double", 8},
    {"int", 4},
    {"long", 8},
    {"short", 2},
    {"char", 1},
    {"byte", 1},
    {"bool", 1},
    {"long int", 8},
    {"short int", 2},
    {"signed char", 1},
    {"unsigned char", 1},
    {"uint16", 2},
    {"uint32", 4},
    {"uint64", 8},
    {"complexhalf", 4},
    {"complexfloat", 8},
    {"complexdouble", 16},
    {"float8_e4m3fn", 1},
    {"float8_e4m3fnuz", 1},
    {"float8_e5m2", 1},
    {"float8_e5m2fnuz", 1},
    // HLO.
    {"f16", 2},
    {"bf16", 2},
    {"f32", 4},
    {"f64", 8},
    {"s8", 1},
    {"u8", 1},
    {"pred", 1},
    {"s16", 2},
    {"u16", 2},
    {"s32", 4},
    {"u32", 4},
    {"s64", 8},
    {"u64", 8},
    {"c64", 8},
    {"c128", 16},
    {"f8e4m3fn", 1},
    {"f8e5m2", 1},
    {"f8e4m3fnuz", 1},
    {"f8e5m2fnuz", 1},
};

std::string LettersAndDigits(std::string_view name) {
  std::string kept;
  for (const char c : Lower(name)) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) kept += c;
  }
  return kept;
}

}  // namespace

std::string_view Name(CollectiveKind kind) {
  constexpr std::string_view kNames[] = {
      "all_reduce", "reduce_scatter", "all_gather", "all_to_all", "broadcast", "reduce",  "gather",
      "scatter",    "permute",        "send",       "recv",       "send_recv", "barrier", "other"};
  return kNames[static_cast<size_t>(kind)];
}

CollectiveKind KindOfCollective(std::string_view name) {
  const std::string text = LettersAndDigits(name);
  for (const CollectiveWord& word : kCollectiveWords) {
    if (text.find(word.text) != text.npos) return word.kind;
  }
  return kOther;
}

bool WaitsForAll(CollectiveKind kind) {
  switch (kind) {
    case kAllReduce:
    case kReduceScatter:
    case kAllGather:
    case kAllToAll:
    case kBarrier:
      return true;
    default:
      return false;
  }
}

bool MayWaitForAll(CollectiveKind kind) { return WaitsForAll(kind) || kind == kBroadcast; }

bool IsPointToPoint(CollectiveKind kind) {
  return kind == kSend || kind == kRecv || kind == kSendRecv;
}

double BusFactor(CollectiveKind kind, int64_t group_size) {
  constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
  const bool is_known = group_size != kUnknown && group_size > 0;
  const auto n = static_cast<double>(group_size);
  switch (kind) {
    case kAllReduce:
      return is_known ? 2 * (n - 1) / n : kUndefined;
    case kReduceScatter:
    case kAllGather:
    case kAllToAll:
    case kGather:
    case kScatter:
      return is_known ? (n - 1) / n : kUndefined;
    case kBroadcast:
    case kReduce:
    case kSend:
    case kRecv:
    case kSendRecv:
    case kPermute:
      return 1;
    default:
      return kUndefined;
  }
}

int64_t ElementBytes(std::string_view type) {
  const std::string name = Lower(type);
  for (const ElementSize& one : kElementSizes) {
    if (one.name == name) return one.bytes;
  }
  return kUnknown;
}

}  // namespace profiler
