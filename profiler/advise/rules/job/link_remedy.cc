#include "profiler/advise/rules/job/link_remedy.h"

#include <set>

#include "profiler/analysis/selection/host_names.h"

namespace profiler {

std::string_view LinkRemedy(const Profile& profile, const std::vector<SourceId>& ranks) {
  std::set<std::string_view> hosts;
  for (const SourceId rank : ranks) hosts.insert(RecordedHost(profile, profile.sources[rank]));
  const bool is_known = !hosts.contains("");
  if (is_known && hosts.size() == 1) {
    return "NVLink and PCIe (nvidia-smi topo -m, nvidia-smi nvlink -s, NCCL_DEBUG=INFO)";
  }
  if (is_known && hosts.size() == ranks.size()) {
    return "network cards, cables and switches (ibstat, ethtool -S, NCCL_DEBUG=INFO)";
  }
  return "NVLink, PCIe and network cards (nvidia-smi topo -m, nvidia-smi nvlink -s, "
         "NCCL_DEBUG=INFO)";
}

}  // namespace profiler
