#include "cli/serve/page_source.h"

#include <exception>
#include <new>
#include <utility>

#include "cli/help.h"
#include "profiler/base/status.h"

namespace profiler {
namespace {

// What the first page asks first, which takes longest after a large profile was read.
constexpr std::string_view kFirstQuestion = "overview";

// Runs it on a thread that no exception may leave.
absl::Status RunSafely(const std::function<absl::Status()>& action) {
  try {
    return action();
  } catch (const std::bad_alloc&) {
    return absl::ResourceExhaustedError("out of memory");
  } catch (const std::exception& error) {
    return absl::InternalError(error.what());
  }
}

}  // namespace

web::OpenState StateOf(const Opened& opened) {
  web::OpenState state;
  state.version = kVersion;
  state.paths = opened.input_paths;
  state.profile = opened.profile;
  state.has_base = static_cast<bool>(opened.base);
  state.base_paths = opened.base_paths;
  return state;
}

PageSource::~PageSource() {
  opening_.Cancel();
  if (opener_.joinable()) opener_.join();
}

void PageSource::Show(Opened opened) {
  auto answers =
      std::make_shared<LineAnswers>(engine_, opened, defaults_, gives_statistic_, LineLimits::kOwn);
  const std::lock_guard lock(mutex_);
  opened_ = std::move(opened);
  answers_ = std::move(answers);
}

void PageSource::ShowLater(std::vector<std::string> paths,
                           std::function<absl::StatusOr<Opened>(RunContext&)> open) {
  opened_.input_paths = std::move(paths);
  is_opening_ = true;
  opener_ = std::thread([this, open = std::move(open)] {
    const absl::Status status = RunSafely([&]() -> absl::Status {
      PROFILER_ASSIGN_OR_RETURN(Opened opened, open(opening_));
      Show(std::move(opened));
      return absl::OkStatus();
    });
    // The engine keeps the answer. If it fails, the page that asks is told why.
    if (status.ok()) {
      RunSafely([&] { return Ask(kFirstQuestion, opening_).status; }).IgnoreError();
    }
    const std::lock_guard lock(mutex_);
    failed_ = status;
    is_opening_ = false;
  });
}

web::Answer PageSource::Ask(std::string_view line, RunContext& context) {
  std::unique_lock lock(mutex_);
  const std::shared_ptr<LineAnswers> answers = answers_;
  absl::Status status = failed_;
  if (is_opening_ && answers == nullptr) {
    status = absl::UnavailableError("the profile is still being opened: ask again in a moment");
  }
  lock.unlock();
  if (answers == nullptr) return {std::move(status), ""};
  context.SetThreads(opening_.threads());
  return answers->Ask(line, context);
}

absl::Status PageSource::Failed() {
  const std::lock_guard lock(mutex_);
  return failed_;
}

bool PageSource::IsOpening() {
  const std::lock_guard lock(mutex_);
  return is_opening_;
}

std::string PageSource::State() {
  const std::lock_guard lock(mutex_);
  web::OpenState state = StateOf(opened_);
  state.is_opening = is_opening_;
  if (answers_ == nullptr) {
    state.doing = opening_.doing();
    state.done_permille = opening_.done_permille();
  } else {
    state.doing = "adding up the overview";
  }
  state.error = Message(failed_);
  return web::StateJson(state);
}

}  // namespace profiler
