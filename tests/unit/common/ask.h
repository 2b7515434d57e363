// Questions about profiles that a test holds.
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

// As the query says, tfprof's way or not.
inline Question QuestionOf(std::string_view command, const Query& query) {
  Question question;
  question.command = command;
  question.query = query;
  question.compat = query.compat_tfprof ? Compat::kTfprof : Compat::kOff;
  return question;
}

// Asks one profile, which must outlive it and its answers, and keeps what answers leave.
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

// The same once.
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
