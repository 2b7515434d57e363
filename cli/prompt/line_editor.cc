#include "cli/prompt/line_editor.h"

#include <histedit.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cli/prompt/candidate_list.h"
#include "cli/prompt/key_reader.h"
#include "profiler/base/text/utf8.h"

// histedit.h uses the name History, too.
using EditHistory = ::History;

// Called by LeakSanitizer only: libedit never frees the names of added functions.
// NOLINTBEGIN(bugprone-reserved-identifier): its names
extern "C" const char* __lsan_default_suppressions() { return "leak:wcsdup"; }
extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }
// NOLINTEND(bugprone-reserved-identifier)

namespace profiler {
namespace {

struct EndEdit {
  void operator()(EditLine* edit) const { el_end(edit); }
  void operator()(EditHistory* history) const { history_end(history); }
};

struct Key {
  const char *keys, *function;
};
// Keys that shells have and libedit lacks, and the function keys of common terminals.
constexpr Key kKeys[] = {
    {"^I", "profiler-complete"},  {"^C", "profiler-interrupt"},  {"^Z", "profiler-suspend"},
    {"^R", "em-inc-search-prev"}, {"^W", "ed-delete-prev-word"}, {"\\e[H", "ed-move-to-beg"},
    {"\\e[F", "ed-move-to-end"},  {"\\eOH", "ed-move-to-beg"},   {"\\eOF", "ed-move-to-end"},
    {"\\e[1~", "ed-move-to-beg"}, {"\\e[4~", "ed-move-to-end"},  {"\\e[3~", "ed-delete-next-char"},
    {"\\e[1;5D", "ed-prev-word"}, {"\\e[1;5C", "em-next-word"},
};

bool CanEdit() {
  const char* terminal = std::getenv("TERM");
  return terminal != nullptr && *terminal != '\0' && std::strcmp(terminal, "dumb") != 0;
}

class LibeditEditor : public LineEditor {
 public:
  LibeditEditor(History& history, CompleteFunction complete, const RunContext& context)
      : history_(history), complete_(std::move(complete)), context_(context) {}

  bool Start() {
    // libedit uses the locale to decode and measure characters, and names are in UTF-8.
    std::setlocale(LC_CTYPE, "C.UTF-8");
    edit_.reset(el_init("profiler", stdin, stdout, stderr));
    lines_.reset(history_init());
    if (edit_ == nullptr || lines_ == nullptr) return false;
    HistEvent event;
    ::history(lines_.get(), &event, H_SETSIZE, static_cast<int>(History::kMaxLines));
    for (const std::string& line : history_.Load()) {
      ::history(lines_.get(), &event, H_ENTER, line.c_str());
    }
    EditLine* const edit = edit_.get();
    el_set(edit, EL_CLIENTDATA, this);
    el_set(edit, EL_PROMPT, &LibeditEditor::Prompt);
    el_set(edit, EL_EDITOR, "emacs");
    el_set(edit, EL_SIGNAL, 0);
    el_set(edit, EL_HIST, ::history, lines_.get());
    el_set(edit, EL_GETCFN, &LibeditEditor::ReadKey);
    el_set(edit, EL_ADDFN, "profiler-complete", "Complete the word", &LibeditEditor::OnComplete);
    el_set(edit, EL_ADDFN, "profiler-interrupt", "Drop the line", &LibeditEditor::OnInterrupt);
    el_set(edit, EL_ADDFN, "profiler-suspend", "Stop the program", &LibeditEditor::OnSuspend);
    for (const Key& key : kKeys) el_set(edit, EL_BIND, key.keys, key.function, nullptr);
    // Ctrl-C and Ctrl-Z are keys while a line is edited, so no signal can interrupt it.
    el_set(edit, EL_SETTY, "-d", "-isig", nullptr);
    // Ctrl-C during a command must not discard the output right after it.
    el_set(edit, EL_SETTY, "-x", "noflsh", nullptr);
    el_source(edit, nullptr);  // reads the user's ~/.editrc
    return true;
  }

  absl::StatusOr<std::optional<std::string>> Next(const char* prompt) override {
    prompt_ = prompt;
    EditingSignals signals;
    signals_ = &signals;
    interrupted_ = false;
    listed_for_.reset();
    int count = 0;
    el_set(edit_.get(), EL_PREP_TERM, 1);  // without this, el_gets would show the prompt first
    const char* const bytes = el_gets(edit_.get(), &count);
    signals_ = nullptr;
    if (interrupted_) return absl::CancelledError("interrupted");
    if (bytes == nullptr || count <= 0) {
      std::fputs("\n", stdout);
      std::fflush(stdout);
      return std::optional<std::string>();
    }
    std::string line(bytes, static_cast<size_t>(count));
    line.erase(line.find_last_not_of(" \t\r\n") + 1);
    return std::optional(std::move(line));
  }

  void Remember(const std::string& line) override {
    HistEvent event;
    if (history_.Add(line)) ::history(lines_.get(), &event, H_ENTER, line.c_str());
  }

  void DropTyped() override { tcflush(STDIN_FILENO, TCIFLUSH); }

 private:
  static LibeditEditor& Of(EditLine* edit) {
    void* self = nullptr;
    el_get(edit, EL_CLIENTDATA, &self);
    return *static_cast<LibeditEditor*>(self);
  }

  static char* Prompt(EditLine* edit) { return Of(edit).prompt_.data(); }

  static int ReadKey(EditLine* edit, wchar_t* key) {
    LibeditEditor& self = Of(edit);
    while (true) {
      switch (self.signals_->ReadKey(STDIN_FILENO, self.context_, *key)) {
        case EditingSignals::Event::kKey:
          return 1;
        case EditingSignals::Event::kEnd:
          return 0;
        case EditingSignals::Event::kInterrupt:
          self.Interrupt();
          return 0;
        case EditingSignals::Event::kResize:
          el_resize(edit);
          self.Redraw("\r");
          break;
        case EditingSignals::Event::kContinue:
          el_set(edit, EL_PREP_TERM, 0);
          el_set(edit, EL_PREP_TERM, 1);
          self.Redraw("");
          break;
      }
    }
  }

  static unsigned char OnInterrupt(EditLine* edit, int) {
    Of(edit).Interrupt();
    return CC_EOF;
  }

  static unsigned char OnSuspend(EditLine* edit, int) {
    el_set(edit, EL_PREP_TERM, 0);
    raise(SIGTSTP);
    el_set(edit, EL_PREP_TERM, 1);
    Of(edit).Redraw("");
    return CC_NORM;
  }

  static unsigned char OnComplete(EditLine* edit, int) { return Of(edit).Complete(); }

  void Interrupt() {
    interrupted_ = true;
    std::fputs("^C\n", stdout);
    std::fflush(stdout);
  }

  // Redraws the prompt and the line with the cursor after `before`.
  void Redraw(const char* before) {
    std::fputs(before, stdout);
    std::fflush(stdout);
    el_set(edit_.get(), EL_REFRESH);
  }

  unsigned char Complete() {
    const LineInfo* info = el_line(edit_.get());
    const std::string line(info->buffer, info->lastchar);
    const auto cursor = static_cast<size_t>(info->cursor - info->buffer);
    const Completion completion = complete_(line, cursor);
    if (completion.labels.empty()) return CC_ERROR;

    const std::string typed = line.substr(completion.from, cursor - completion.from);
    if (completion.insert != typed) {
      el_deletestr(edit_.get(), static_cast<int>(CountCharacters(typed)));
      if (el_insertstr(edit_.get(), completion.insert.c_str()) != 0) return CC_ERROR;
      listed_for_ = line.substr(0, completion.from) + completion.insert;
      return CC_REFRESH;
    }
    // Tab was pressed a second time without effect.
    if (completion.labels.size() > 1 && listed_for_ == line.substr(0, cursor)) {
      List(completion.labels);
      return CC_NORM;
    }
    listed_for_ = line.substr(0, cursor);
    return completion.labels.size() > 1 ? CC_ERROR : CC_NORM;
  }

  void List(const std::vector<std::string>& labels) {
    winsize size = {};
    const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    const size_t columns = known ? size.ws_col : 80;
    const size_t rows = known && size.ws_row > 4 ? size.ws_row - 2u : 20;
    Redraw(("\n" + ListInColumns(labels, columns, rows)).c_str());
  }

  std::string prompt_;
  History& history_;
  const CompleteFunction complete_;
  const RunContext& context_;
  std::unique_ptr<EditLine, EndEdit> edit_;
  std::unique_ptr<EditHistory, EndEdit> lines_;
  EditingSignals* signals_ = nullptr;  // while a line is edited
  bool interrupted_ = false;
  std::optional<std::string> listed_for_;  // the text before the cursor at the last Tab
};

}  // namespace

std::unique_ptr<LineEditor> LineEditor::Make(History& history, CompleteFunction complete,
                                             const RunContext& context) {
  if (!CanEdit()) return nullptr;
  auto editor = std::make_unique<LibeditEditor>(history, std::move(complete), context);
  if (!editor->Start()) return nullptr;
  return editor;
}

}  // namespace profiler
