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

// An opened profile of an engine: copies share it. When the last one goes, so does what the engine
// keeps of it, and the profile with the last Report about it.
class ProfileHandle {
 public:
  ProfileHandle() = default;  // of nothing

  explicit operator bool() const { return opened_ != nullptr; }
  const Profile& profile() const { return *opened_->profile; }
  // Holds the profile, and not what is kept of it.
  const std::shared_ptr<const Profile>& shared_profile() const { return opened_->profile; }
  Identity identity() const { return opened_->profile->identity; }
  // What was wrong with the inputs.
  const ImportReport& import_report() const { return opened_->import_report; }
  // What it was opened from, as was given.
  const std::vector<std::string>& paths() const { return opened_->paths; }
  // Whether tfprof itself reads such inputs.
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
