#include "cli/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "cli/commands/command_names.h"
#include "cli/option_words.h"
#include "profiler/catalog/obeyed_options.h"
#include "profiler/catalog/options.h"
#include "profiler/engine/commands.h"
#include "profiler/query/measures.h"
#include "profiler/report/help_entry.h"

namespace profiler {
namespace {

constexpr size_t kWidth = 100;

constexpr std::string_view kIntroduction =
    R"(profiler shows where the time and memory of a training job went.

  profiler op PROFILE -order_by micros    one command, then out
  profiler PROFILE                        a prompt on a terminal; on a pipe, commands from stdin
  profiler PROFILE -c 'op' -c 'scope'     several commands, in order
  profiler PROFILE -f FILE                the commands in FILE, one a line; # starts a comment

PROFILE is a file or folder that a profiler wrote: TensorFlow's, JAX's or PyTorch's, or SageMaker
Debugger's. `profiler overview PROFILE` is a good start. --profile_path=PROFILE names it, too.

Commands:
)";

struct Example {
  std::string_view question, line;
};
constexpr Example kExamples[] = {
    {"one page on where to look, for any profile", "overview"},
    {"what is in the profile, what is missing and why", "info"},
    {"the training steps, the slowest first", "steps -order_by total_us"},
    {"the GPU kernels that took most time", "kernels -top 10"},
    {"the three most expensive kinds of op", "op -order_by micros -max_depth 2"},
    {"what held the most memory at its peak", "memory"},
    {"the same where each op's own memory alone was recorded, as in tfprof's files",
     "op -select bytes,peak_bytes -order_by peak_bytes"},
    {"the parts of the model that cost most", "scope -order_by micros -max_depth 3"},
    {"the five biggest variables",
     "scope -account_type_regexes _trainable_variables -select params -order_by params "
     "-min_params 1 -top 5"},
    {"the lines of Python that cost most: follow the first branch down to your own code",
     "code -order_by micros -min_micros 1 -max_depth 100"},
    {"what the most expensive ops are fed by",
     "graph -order_by micros -min_micros 1 -max_depth 20"},
    {"matrix products only, in training step 1",
     "op -account_type_regexes MatMul,.*Conv.* -step 1 -order_by micros"},
    {"the five kinds of op that cost most in a typical step, not in the mean that a first step "
     "spoils",
     "op -top 5 -stat median"},
    {"ops that took long and used no accelerator",
     "graph -where 'micros >= 20us && accelerator_micros == 0'"},
    {"how the costliest scopes changed from step to step",
     "scope -top 10 -stat per_step -select cpu_micros"},
    {"what to change first", "advise"},
    {"one rule for a test: exit status 3 where it warns",
     "advise -checkers JobChecker -fail_on warning"},
    {"the same answer for a program", "op -order_by micros -format json"},
    {"a table for the eye: bars, and units that suit the values",
     "op -order_by micros -format pretty"},
    {"a table for a spreadsheet, into a file",
     "op -order_by micros -format csv -output file:outfile=op.csv"},
    {"for all that follows", "set -order_by micros -max_depth 5"},
};

constexpr std::string_view kSpelling =
    R"(Options are spelled -name value, --name value, -name=value or --name=value, here and on the command
line. A value that starts with '-' needs the '=', but for negative numbers. Lists are separated by
commas. A regex (RE2) must match the whole name; quotes protect its blanks. `set` keeps options for
later lines; an empty line shows them.

At the prompt, on a pipe and in -f files a line may end in `> FILE` (written completely or not at
all), `>> FILE` (appended) or `| COMMAND` (run by the shell). At the prompt Tab completes commands,
options and their values, Ctrl-C ends a query, and Ctrl-D leaves.

The file ~/.config/profiler/rc (or $XDG_CONFIG_HOME/profiler/rc) holds `set` lines, such as
`set -format pretty`. They apply at the prompt and to a single command typed at a terminal, not to
pipes, -c and -f; -no_rc ignores the file. A mistake in it stops every command that reads it.
)";

constexpr std::string_view kExitStatus =
    R"(
Exit status: 0 fine; 1 an input was damaged or a command failed, whatever checks found; 2 the command
line is wrong; 3 a requested check failed (check, -fail_on); 130 interrupted. The first command that
fails ends the run; with -keep_going the others run, too, and the exit status is still 1.
)";

struct Group {
  OptionGroup group;
  std::string_view title;
};
constexpr Group kGroups[] = {
    {OptionGroup::kFilter, "What is counted and shown"},
    {OptionGroup::kReport, "How the answer is given"},
    {OptionGroup::kInput, "What is opened (command line, and `open`)"},
    {OptionGroup::kProgram, "What is run (command line only)"},
};

// Wraps paragraphs at blanks to at most kWidth columns, and indents each line.
std::string Wrap(std::string_view text, size_t indent) {
  std::string out;
  while (!text.empty()) {
    const std::string_view paragraph = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), paragraph.size() + 1));
    std::string line;
    for (size_t at = 0; at < paragraph.size();) {
      const std::string_view word = paragraph.substr(at, paragraph.find(' ', at) - at);
      if (!line.empty() && indent + line.size() + 1 + word.size() > kWidth) {
        out += std::string(indent, ' ') + line + '\n';
        line.clear();
      }
      if (!line.empty()) line += ' ';
      line += word;
      at += word.size() + 1;
    }
    out += line.empty() ? "\n" : std::string(indent, ' ') + line + '\n';
  }
  return out;
}

// A line `  name  text` with aligned texts.
std::string Entry(std::string_view name, size_t width, std::string_view text) {
  const std::string wrapped = Wrap(text, width + 4);
  if (name.size() > width || text.empty()) return fmt::format("  {}\n{}", name, wrapped);
  return fmt::format("  {:<{}}  {}", name, width, std::string_view(wrapped).substr(width + 4));
}

std::string Spelled(const OptionSpec& spec) {
  return spec.value_name.empty() ? "-" + spec.name
                                 : fmt::format("-{} {}", spec.name, spec.value_name);
}

const OpColumn* FindOpColumn(std::string_view name) {
  for (const OpColumn& column : OpColumns()) {
    if (column.name == name) return &column;
  }
  return nullptr;
}

std::string ExamplesOf(std::string_view command) {
  std::string out;
  for (const Example& example : kExamples) {
    if (!command.empty() && example.line.substr(0, example.line.find(' ')) != command) continue;
    out += fmt::format("  # {}\n  {}\n", example.question, example.line);
  }
  return out;
}

std::string OptionsOf(const Group& group) {
  std::string out = fmt::format("\n{}:\n", group.title);
  for (const OptionSpec& spec : AllOptions()) {
    if (spec.group != group.group) continue;
    std::string text = spec.help;
    const std::string standard = spec.get(Options());
    if (!standard.empty() && standard != "false") text += fmt::format(" ({})", standard);
    out += Entry(Spelled(spec), 34, text);
  }
  return out;
}

std::string AllHelp() {
  std::string out(kIntroduction);
  for (const View& view : AllCommands()) out += Entry(view.name, 6, view.summary);
  for (const BuiltIn& built_in : AllBuiltIns()) out += Entry(built_in.name, 6, built_in.summary);
  out += "\nFor example:\n" + ExamplesOf("");
  for (const Group& group : kGroups) out += OptionsOf(group);
  for (const std::string_view name : {"select", "order_by"}) {
    const OptionSpec* spec = FindOption(name);
    out += Wrap(fmt::format("\n-{} takes: {}.", name, fmt::join(spec->choices, ", ")), 0);
  }
  return out + '\n' + std::string(kSpelling) + std::string(kExitStatus);
}

std::string PartsOf(const View& view) {
  std::string out;
  if (view.parts == nullptr) return out;
  for (const HelpEntry& part : view.parts()) {
    out += Entry(part.name, 26, part.text);
    for (const HelpEntry& entry : part.entries) out += Entry("  " + entry.name, 26, entry.text);
  }
  return '\n' + out;
}

std::string CommandHelp(std::string_view name, std::string_view summary, std::string_view details,
                        std::string_view parts = "") {
  std::string out = fmt::format("{}: {}\n", name, summary);
  if (!details.empty()) out += '\n' + Wrap(details, 0);
  out += parts;
  const std::string examples = ExamplesOf(name);
  if (!examples.empty()) out += "\nFor example:\n" + examples;
  return out;
}

// "every command", or the commands that accept the option.
std::string CommandsFor(const OptionSpec& spec) {
  if (spec.use == OptionUse::kEveryCommand) return "every command";
  std::vector<std::string_view> names;
  for (const View& view : AllCommands()) {
    if (MayAccept(view, spec)) names.push_back(view.name);
  }
  for (const BuiltIn& built_in : AllBuiltIns()) {
    if (built_in.obeys.Has(spec.use)) names.push_back(built_in.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

// The options that the command accepts and not every command has, as a paragraph.
std::string OptionsFor(const View& view) {
  std::string names;
  for (const OptionSpec& spec : AllOptions()) {
    if (spec.use != OptionUse::kEveryCommand && MayAccept(view, spec))
      names += '-' + spec.name + ", ";
  }
  return '\n' +
         Wrap(fmt::format("Options: {}and those of every command; `help OPTION` says more.", names),
              0);
}

std::string OptionHelp(const OptionSpec& spec) {
  std::string out = Spelled(spec) + '\n' + Wrap(spec.help, 2) + Wrap(spec.details, 2);
  if (!spec.choices.empty()) out += "  Values:\n";
  for (size_t i = 0; i < spec.choices.size(); ++i) {
    const std::string_view choice = spec.choices[i];
    const OpColumn* column = FindOpColumn(choice);
    const std::string_view text = i < spec.choice_help.size() ? spec.choice_help[i]
                                  : column != nullptr         ? column->title
                                                              : "";
    out += text.empty() ? fmt::format("    {}\n", choice)
                        : Entry(fmt::format("  {}", choice), 20, text);
  }
  const std::string standard = spec.get(Options());
  if (!standard.empty()) out += fmt::format("  Default: {}\n", standard);
  if (spec.repeats) out += "  It may be given several times.\n";
  if (Takes(OptionPlace::kLine, spec)) {
    return out + Wrap(fmt::format("For {}, `set` and the command line.", CommandsFor(spec)), 2);
  }
  if (Takes(OptionPlace::kOpen, spec)) return out + "  On the command line and for `open`.\n";
  return out + "  On the command line only.\n";
}

}  // namespace

std::string HelpText(std::string_view topic) {
  if (topic.empty()) return AllHelp();
  if (const View* view = FindCommand(topic); view != nullptr) {
    return CommandHelp(view->name, view->summary, view->details, PartsOf(*view)) +
           OptionsFor(*view);
  }
  for (const BuiltIn& built_in : AllBuiltIns()) {
    if (built_in.name == topic) return CommandHelp(built_in.name, built_in.summary, "");
  }
  const OptionSpec* spec = FindOption(topic);
  return spec == nullptr ? AllHelp() : OptionHelp(*spec);
}

std::string OptionsTable(const Options& options) {
  std::string out;
  for (const OptionSpec& spec : AllOptions()) {
    if (spec.group != OptionGroup::kFilter && spec.group != OptionGroup::kReport) continue;
    out += fmt::format("{:<28}{}\n", "-" + spec.name, spec.get(options));
  }
  return out;
}

}  // namespace profiler
