// The engine: opens profiles and answers questions about them. It knows no terminal, no command
// line and no form of an answer; every program that asks is a front end of it.
#ifndef PROFILER_ENGINE_ENGINE_H_
#define PROFILER_ENGINE_ENGINE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/engine/profile_handle.h"
#include "profiler/export/export.h"
#include "profiler/open/open.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"

namespace profiler {

class Cache;

// Whether answers are tfprof's, in its arithmetic and its omissions: -compat.
enum class Compat : uint8_t {
  kAuto,    // of profiles that tfprof reads
  kTfprof,  // always
  kOff,     // never
};
Compat CompatOf(std::string_view word);  // "tfprof", "off"; any other: kAuto

struct Question {
  std::string command;  // a view or a composite (engine/commands.h)
  Query query;          // but for compat_tfprof, which the engine tells
  Compat compat = Compat::kAuto;
  std::string rules_file;  // thresholds for `advise`, before those of the query; empty: none
  // Whether what reading the inputs met is a part of the answer: for forms that go where nobody
  // sees what was said when they were opened.
  bool tells_import_problems = false;
};

struct EngineOptions {
  // That answers may leave for the next ones, of all profiles. 0: a quarter of the machine's
  // memory, at most 4 GiB.
  uint64_t cache_bytes = 0;
};

// Safe from several threads: each has a RunContext of its own, and they share what earlier answers
// left. Handles and Reports may outlive it.
class Engine {
 public:
  explicit Engine(const EngineOptions& options = {});

  absl::StatusOr<ProfileHandle> Open(const OpenRequest& request, RunContext& context);
  // One that is built already.
  ProfileHandle Adopt(std::shared_ptr<const Profile> profile, ImportReport import_report = {});

  absl::StatusOr<Report> Answer(const ProfileHandle& of, const Question& question,
                                RunContext& context);
  // Views are about one profile; composites say about how many they are.
  absl::StatusOr<Report> Answer(const std::vector<ProfileHandle>& of, const Question& question,
                                RunContext& context);

  // Hands `files` what the exporter makes of the profile. `params.view` is the question's command.
  absl::StatusOr<ExportResult> Export(const ProfileHandle& of, const Question& question,
                                      const Exporter& exporter, const ExportParams& params,
                                      OutputFiles& files, RunContext& context);

  // Gives back what earlier answers left.
  void ForgetAnswers();

 private:
  const std::shared_ptr<Cache> cache_;
};

// Whether the engine would answer with tfprof's quirks; of no profile only where that is asked for.
bool AnswersAsTfprof(Compat compat, const ProfileHandle& profile);

}  // namespace profiler

#endif  // PROFILER_ENGINE_ENGINE_H_
