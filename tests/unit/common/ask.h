// Functions that answer queries on profiles in memory.
#ifndef TESTS_UNIT_COMMON_ASK_H_
#define TESTS_UNIT_COMMON_ASK_H_

#include <memory>
#include <string_view>

#include "absl/status/statusor.h"
#include "profiler/base/run_context.h"
#include "profiler/engine/commands.h"
#include "profiler/engine/engine.h"
#include "profiler/query/query.h"
#include "profiler/report/report.h"
#include "profiler/store/profile.h"

namespace profiler {

// A question to the engine, with -compat set from query.compat_tfprof, and the query's statistic.
inline Question QuestionOf(std::string_view command, const Query& query) {
  Question question;
  question.command = command;
  question.query = query;
  question.statistic_is_given = true;
  question.compat = query.compat_tfprof ? Compat::kTfprof : Compat::kOff;
  return question;
}

// Answers queries on one profile, with a cache. The profile must outlive the Asker and the answers.
class Asker {
 public:
  explicit Asker(const Profile& profile)
      : profile_(engine_.Adopt(std::shared_ptr<const Profile>(std::shared_ptr<void>(), &profile))) {
  }

  absl::StatusOr<Report> operator()(std::string_view command, const Query& query,
                                    RunContext& context) {
    return engine_.Answer(profile_, QuestionOf(command, query), context);
  }
  void Forget() { engine_.ForgetAnswers(); }

 private:
  Engine engine_;
  ProfileHandle profile_;
};

// Answers a single query.
inline absl::StatusOr<Report> Ask(const Profile& profile, std::string_view command,
                                  const Query& query, RunContext& context) {
  return Asker(profile)(command, query, context);
}
inline absl::StatusOr<Report> Ask(const Profile& profile, std::string_view command,
                                  const Query& query) {
  RunContext context;
  return Ask(profile, command, query, context);
}

}  // namespace profiler

#endif  // TESTS_UNIT_COMMON_ASK_H_
