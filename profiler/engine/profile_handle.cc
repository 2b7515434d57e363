#include "profiler/engine/profile_handle.h"

#include "profiler/engine/cache.h"

namespace profiler {
namespace {

bool IsOfTfprof(const Profile& profile) {
  bool is_tfprof = false;
  for (const SourceRow& source : profile.sources.values()) {
    if (source.is_beside_profile) continue;
    if (source.tfprof_rules == TfprofRules::kNotRead) return false;
    is_tfprof = true;
  }
  return is_tfprof || profile.sources.size() == 0;
}

}  // namespace

ProfileHandle::Opened::~Opened() {
  if (profile != nullptr) cache->Forget(profile->identity);
}

ProfileHandle ProfileHandle::Make(std::shared_ptr<const Profile> profile,
                                  ImportReport import_report, std::vector<std::string> paths,
                                  std::shared_ptr<Cache> cache) {
  const auto opened = std::make_shared<Opened>();
  opened->is_of_tfprof = IsOfTfprof(*profile);
  opened->cache = std::move(cache);
  opened->profile = std::move(profile);
  opened->import_report = std::move(import_report);
  opened->paths = std::move(paths);
  return ProfileHandle(opened);
}

}  // namespace profiler
