// The engine opens profiles and answers questions about them. It does not depend on a terminal, a
// command line or an output format; programs that use the engine are front ends.
#ifndef PROFILER_ENGINE_ENGINE_H_
#define PROFILER_ENGINE_ENGINE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "profiler/analysis/selection/selected.h"
#include "profiler/base/run_context.h"
#include "profiler/engine/profile_handle.h"
#include "profiler/export/export.h"
#include "profiler/open/open.h"
#include "profiler/query/compare_options.h"
#include "profiler/query/query.h"
#include "profiler/report/answerer.h"
#include "profiler/report/report.h"

namespace profiler {

class Cache;

// The values of -compat: whether answers have tfprof's arithmetic and omissions.
enum class Compat : uint8_t {
  kAuto,    // for profiles that tfprof can read
  kTfprof,  // always
  kOff,     // never
};
Compat CompatOf(std::string_view word);  // "tfprof", "off"; anything else is kAuto

struct Question {
  std::string command;  // a view or a composite (engine/commands.h)
  Query query;          // without compat_tfprof, which the engine sets
  // Whether the query's statistic was asked for. If not, the engine takes DefaultStatistic()
  // (analysis/values/step_statistic.h).
  bool statistic_is_given = false;
  Compat compat = Compat::kAuto;
  std::string rules_file;  // thresholds for `advise`, which the query may override
  CompareOptions compare;  // for several profiles
  // Whether the answer includes import problems. For formats whose readers do not see the messages
  // that are printed when the inputs are opened.
  bool answer_shows_problems = false;
};

struct EngineOptions {
  // The limit of the cache for all profiles. 0 means a quarter of the machine's memory, at most 4
  // GiB.
  uint64_t cache_bytes = 0;
};

// Safe to use from several threads: each thread passes its own RunContext, and all threads share
// the cache. Handles and Reports may outlive the engine.
class Engine {
 public:
  explicit Engine(const EngineOptions& options = {});

  absl::StatusOr<ProfileHandle> Open(const OpenRequest& request, RunContext& context);
  // Opens each of the profile paths as a run of its own, in one profile (engine/open_runs.h).
  absl::StatusOr<ProfileHandle> OpenAsRuns(const OpenRequest& request, RunContext& context);
  // Makes a handle for a profile that exists already.
  ProfileHandle Adopt(std::shared_ptr<const Profile> profile, ImportReport import_report = {});

  absl::StatusOr<Report> Answer(const ProfileHandle& of, const Question& question,
                                RunContext& context);
  // Answers a question about several profiles. A view takes one profile, or one and a base that it
  // is compared with; for composites see Composite::profiles.
  absl::StatusOr<Report> Answer(const std::vector<ProfileHandle>& of, const Question& question,
                                RunContext& context);

  // Calls `ask` with the views, the profile as the question selects it, and the query that they are
  // asked with. For questions that several views' answers are needed for.
  absl::Status AskAbout(
      const ProfileHandle& of, const Question& question,
      const std::function<absl::Status(Answerer&, const Selected&, const Query&)>& ask,
      RunContext& context);

  // Writes the exporter's output to `files`. `params.view` is the question's command. A second
  // profile is the base, for exporters that obey -base.
  absl::StatusOr<ExportResult> Export(const std::vector<ProfileHandle>& of,
                                      const Question& question, const Exporter& exporter,
                                      const ExportParams& params, OutputFiles& files,
                                      RunContext& context);
  absl::StatusOr<ExportResult> Export(const ProfileHandle& of, const Question& question,
                                      const Exporter& exporter, const ExportParams& params,
                                      OutputFiles& files, RunContext& context);

  // Evicts the results of earlier answers from the cache.
  void ForgetAnswers();

 private:
  const std::shared_ptr<Cache> cache_;
};

// Whether the engine would answer with tfprof's quirks. If `profile` is empty, true only for
// kTfprof.
bool AnswersAsTfprof(Compat compat, const ProfileHandle& profile);

}  // namespace profiler

#endif  // PROFILER_ENGINE_ENGINE_H_
