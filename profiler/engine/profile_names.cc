#include "profiler/engine/profile_names.h"

#include <string>
#include <vector>

#include "profiler/analysis/trees/code_tree.h"
#include "profiler/query/quirks.h"

namespace profiler {

void ForEachOpType(const Profile& profile, const TakeName& take) {
  std::vector<bool> seen(profile.strings.size());
  for (uint32_t op = 0; op < profile.op_count(); ++op) {
    for (const StringId type : profile.ops.types[OpId(op)]) {
      if (!type.valid() || seen[type.row()]) continue;
      seen[type.row()] = true;
      take(profile.strings[type]);
    }
  }
}

void ForEachOpName(const Profile& profile, const TakeName& take) {
  for (const OpRow& op : profile.ops.row.values()) take(profile.strings[op.name]);
}

void ForEachFrameName(const Profile& profile, bool compat_tfprof, const TakeName& take) {
  const bool cut = Quirks(compat_tfprof).Has(Quirk::kCutFunctionNames);
  for (const FrameRow& frame : profile.frames.values()) take(FrameLabel(profile, frame, cut));
}

void ForEachPlace(const Profile& profile, std::string_view option, const TakeName& take) {
  for (const DeviceRow& device : profile.devices.values()) {
    if (option == "device") take(profile.strings[device.name]);
    if (option == "host") take(profile.strings[device.host]);
  }
  for (const SourceRow& source : profile.sources.values()) {
    if (option == "source") take(profile.strings[source.path]);
    if (option == "host") take(profile.strings[source.host]);
    if (option == "rank" && source.rank != kUnknown) take(std::to_string(source.rank));
  }
}

}  // namespace profiler
