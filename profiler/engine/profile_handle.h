#ifndef PROFILER_ENGINE_PROFILE_HANDLE_H_
#define PROFILER_ENGINE_PROFILE_HANDLE_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "profiler/readers/common/import_report.h"
#include "profiler/store/profile.h"

namespace profiler {

class Cache;

// A profile that an engine opened; copies share it. The last copy frees the profile's cached
// results; the profile itself also exists as long as a Report about it.
class ProfileHandle {
 public:
  ProfileHandle() = default;  // has no profile

  explicit operator bool() const { return opened_ != nullptr; }
  const Profile& profile() const { return *opened_->profile; }
  // Keeps the profile alive, but not the cached results.
  const std::shared_ptr<const Profile>& shared_profile() const { return opened_->profile; }
  Identity identity() const { return opened_->profile->identity; }
  // The problems while importing the inputs.
  const ImportReport& import_report() const { return opened_->import_report; }
  // The paths of the inputs, as typed by the user.
  const std::vector<std::string>& paths() const { return opened_->paths; }
  // Whether tfprof itself can read inputs in these formats.
  bool is_of_tfprof() const { return opened_->is_of_tfprof; }

 private:
  friend class Engine;
  struct Opened {
    Opened() = default;
    ~Opened();
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;

    std::shared_ptr<const Profile> profile;
    ImportReport import_report;
    std::vector<std::string> paths;
    bool is_of_tfprof = false;
    std::shared_ptr<Cache> cache;
  };
  static ProfileHandle Make(std::shared_ptr<const Profile> profile, ImportReport import_report,
                            std::vector<std::string> paths, std::shared_ptr<Cache> cache);
  explicit ProfileHandle(std::shared_ptr<const Opened> opened) : opened_(std::move(opened)) {}

  std::shared_ptr<const Opened> opened_;
};

}  // namespace profiler

#endif  // PROFILER_ENGINE_PROFILE_HANDLE_H_
