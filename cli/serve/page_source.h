// What a session's pages show.
#ifndef CLI_SERVE_PAGE_SOURCE_H_
#define CLI_SERVE_PAGE_SOURCE_H_

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "cli/ask/line_answers.h"
#include "profiler/base/run_context.h"
#include "web/describe/state.h"
#include "web/source.h"

namespace profiler {

// The state of what is open, as pages see it.
web::OpenState StateOf(const Opened& opened);

class PageSource final : public web::Source {
 public:
  PageSource(Engine& engine, const Options& defaults, bool gives_statistic)
      : engine_(engine), defaults_(defaults), gives_statistic_(gives_statistic) {}
  ~PageSource() override;
  PageSource(const PageSource&) = delete;
  PageSource& operator=(const PageSource&) = delete;

  // Answers about these profiles from now on.
  void Show(Opened opened);
  // Calls `open` on a thread of its own, then Show() with what it opened. Until then requests are
  // told that the profile is being opened, and then why that failed. The state is "opening" until
  // the overview, too, is there, so that the first page has its answer at once.
  void ShowLater(std::vector<std::string> paths,
                 std::function<absl::StatusOr<Opened>(RunContext&)> open);

  bool IsOpening();
  absl::Status Failed();  // why opening failed

  web::Answer Ask(std::string_view line, RunContext& context) override;
  std::string State() override;

 private:
  Engine& engine_;
  const Options& defaults_;
  const bool gives_statistic_;
  std::mutex mutex_;  // guards the next four
  std::shared_ptr<LineAnswers> answers_;
  Opened opened_;
  bool is_opening_ = false;
  absl::Status failed_;
  RunContext opening_;
  std::thread opener_;
};

}  // namespace profiler

#endif  // CLI_SERVE_PAGE_SOURCE_H_
