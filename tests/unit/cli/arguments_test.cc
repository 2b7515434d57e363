#include "cli/arguments.h"

#include <catch2/catch.hpp>

#include "profiler/base/status.h"
#include "profiler/catalog/options.h"

namespace profiler {
namespace {

Command Line(std::string_view line, const Options& options = {}) {
  absl::StatusOr<Command> command = ParseLine(line, options);
  INFO(Message(command.status()));
  REQUIRE(command.ok());
  return *std::move(command);
}

std::string Refusal(std::string_view line) {
  const absl::StatusOr<Command> command = ParseLine(line, Options());
  REQUIRE_FALSE(command.ok());
  CHECK(absl::IsInvalidArgument(command.status()));
  return Message(command.status());
}

CommandLine Args(const std::vector<std::string>& words) {
  absl::StatusOr<CommandLine> line = ParseCommandLine(words);
  INFO(Message(line.status()));
  REQUIRE(line.ok());
  return *std::move(line);
}

std::string ArgsRefusal(const std::vector<std::string>& words) {
  const absl::StatusOr<CommandLine> line = ParseCommandLine(words);
  REQUIRE_FALSE(line.ok());
  return Message(line.status());
}

bool Has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("All four spellings of an option are one") {
  for (const char* spelling :
       {"-max_depth 3", "--max_depth 3", "-max_depth=3", "--max_depth=3", "-max_depth '3'"}) {
    const Command command = Line(std::string("op ") + spelling);
    CHECK(command.kind == CommandKind::kView);
    CHECK(command.view->name == "op");
    CHECK(command.options.query.max_depth == 3);
    CHECK(command.text == "op -max_depth 3");
  }
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"op", "-max_depth", "3"}, {"--max_depth=3", "op"}}) {
    const CommandLine line = Args(words);
    REQUIRE(line.command.has_value());
    CHECK(line.command->options.query.max_depth == 3);
    CHECK(line.command->text == "op -max_depth 3");
  }
}

// For options that do not accept any text.
const std::map<std::string, std::string> kExamples = {
    {"input_format", "tfprof_profile"},
    {"step", "2..5"},
    {"max_memory", "512MB"},
    {"timeout", "500ms"},
    {"tolerance", "2%"},
    {"where", "micros>=20 || name=='x y'"},
    {"top", "5"},
    {"from", "3.2s"},
    {"to", "150ms"},
    {"every", "10s"},
    {"below", "30"},
    {"above", "1.5"},
    {"for", "2s"},
    {"metrics_utc_offset", "+02:00"},
    {"checkers", "OperationChecker"},
    {"bandwidth", "25GB/s"},
    {"threshold", "MemoryChecker.headroom=0.2"},
};

TEST_CASE("Every option of the table can be set and read back") {
  for (const OptionSpec& spec : AllOptions()) {
    CAPTURE(spec.name);
    const auto example = kExamples.find(spec.name);
    const std::string value = spec.type == OptionType::kInteger ? "7"
                              : !spec.choices.empty()           ? std::string(spec.choices[0])
                              : example != kExamples.end()      ? example->second
                                                                : "x";
    const CommandLine line = Args({"-" + spec.name, value});
    const std::string got = spec.get(line.options);
    CHECK((spec.name == "output" ? got : got + ":") == value + ":");
  }
}

TEST_CASE("The last use of an option wins") {
  CHECK(Line("op -max_depth 3 -order_by micros -max_depth 5").options.query.max_depth == 5);
}

TEST_CASE("An earlier wrong value is refused all the same") {
  CHECK(Has(Refusal("op -max_depth x -max_depth 5"), "'x' is not a whole number"));
}

TEST_CASE("Columns are those of the view that is asked") {
  CHECK(Has(Refusal("op -order_by micro"), "did you mean 'micros'"));
  CHECK(Has(Refusal("op -order_by depth"), "name, bytes"));
  CHECK(Has(Refusal("set -order_by no_such_column"), "'no_such_column' is unknown: `schema`"));
  CHECK(Has(Refusal("scope -select micros,banana"), "'banana' is no column"));
}

TEST_CASE("Values that start with a dash") {
  CHECK(Line("op -step -1").options.query.selection.steps.all());
  CHECK(Line("op -min_micros=-5").options.query.min_of(Measure::kMicros) == -5);
  CHECK(Line("op -show_name_regexes=-x").options.query.show_names.patterns() ==
        std::vector<std::string>{"-x"});
  CHECK(Has(Refusal("op -show_name_regexes -x"), "-show_name_regexes=-x"));
  CHECK(Has(Refusal("op -select -order_by micros"), "-select misses its value"));
  CHECK(Has(Refusal("op -max_depth"), "-max_depth misses its value: -max_depth N"));
}

TEST_CASE("Values that argument parsers stumble over arrive unchanged") {
  for (const char* value : {"[a,b]", "{}", "%%", "++", "a=b", "[[:alpha:]]+", "x{2,3}"}) {
    const CommandLine line = Args({"-c", value});
    CHECK(line.options.commands == std::vector<std::string>{value});
  }
  CHECK(Line("op -select ''").options.query.select.empty());
  CHECK(Line("op -trim_name_regexes=").options.query.trim_names.empty());
  CHECK(Line(R"(op -show_name_regexes a\,b,\d+)").options.query.show_names.patterns() ==
        std::vector<std::string>{"a,b", "\\d+"});
}

TEST_CASE("A bool may stand bare") {
  const auto shown_only = [](const Command& command) {
    return command.options.query.account_displayed_op_only;
  };
  CHECK_FALSE(shown_only(Line("op")));
  CHECK(shown_only(Line("op -account_displayed_op_only")));
  CHECK(shown_only(Line("op -account_displayed_op_only -max_depth 3")));
  CHECK(shown_only(Line("op -account_displayed_op_only=")));
  for (const char* yes : {"true", "T", "Yes", "y", "1"}) {
    CHECK(shown_only(Line(std::string("op -account_displayed_op_only ") + yes)));
  }
  for (const char* no : {"false", "F", "No", "n", "0"}) {
    CHECK_FALSE(shown_only(Line(std::string("op -account_displayed_op_only ") + no)));
    CHECK_FALSE(shown_only(Line(std::string("op -account_displayed_op_only=") + no)));
  }
  CHECK(Has(Refusal("op -account_displayed_op_only maybe"), "neither true nor false"));
}

TEST_CASE("Behind a bare bool the command line may go on with an input") {
  const CommandLine bare = Args({"op", "-strict", "some/file"});
  CHECK(bare.options.strict);
  CHECK(bare.options.profile_paths == std::vector<std::string>{"some/file"});
  const CommandLine given = Args({"op", "-strict", "no", "some/file"});
  CHECK_FALSE(given.options.strict);
  CHECK(given.options.profile_paths == std::vector<std::string>{"some/file"});
}

TEST_CASE("Inputs may be positional or options") {
  const CommandLine line = Args({"op", "a/b", "--profile_path=c", "-order_by", "micros"});
  CHECK(line.command->view->name == "op");
  CHECK(line.options.profile_paths == std::vector<std::string>{"c", "a/b"});
  CHECK(Args({"./x"}).options.profile_paths == std::vector<std::string>{"./x"});
  CHECK_FALSE(Args({"./x"}).command.has_value());
  CHECK(Args({"op", "--", "-x"}).options.profile_paths == std::vector<std::string>{"-x"});
  // With -c no word can be a command, so it need not look like a path.
  CHECK(Args({"-c", "op", "x"}).options.profile_paths == std::vector<std::string>{"x"});
}

TEST_CASE("The command line refuses what it cannot mean") {
  CHECK(Has(ArgsRefusal({"opp"}), "'opp'; did you mean 'op'? (commands: scope, graph, code, op,"));
  CHECK(Has(ArgsRefusal({"a/b", "op"}), "the command comes first: profiler op a/b"));
  CHECK(Has(ArgsRefusal({"op", "-c", "scope"}), "give one command, or -c and -f"));
  CHECK(Has(ArgsRefusal({"set", "-max_depth", "3"}), "'set' is for the prompt"));
  CHECK(
      Has(ArgsRefusal({"op", "-input_format", "tfprof_profil"}), "did you mean 'tfprof_profile'?"));
  CHECK(Has(ArgsRefusal({"op", "-ordr_by", "micros"}), "did you mean '-order_by'?"));
}

TEST_CASE("What only the command line takes is refused in lines, with the reason") {
  CHECK(Has(Refusal("op -profile_path x"), "-profile_path is for the command line and for open"));
  CHECK(Has(Refusal("open x -f y"), "-f is for the command line only"));
  CHECK(Has(Refusal("open x -step 1"), "-step is not for open"));
  CHECK(Has(Refusal("set -keep_going"), "-keep_going is for the command line only"));
  CHECK(Has(Refusal("op -version"), "unknown option '-version'"));
}

TEST_CASE("A line refuses what it cannot mean") {
  CHECK(Has(Refusal("opx"), "unknown command 'opx'; did you mean 'op'"));
  CHECK(Has(Refusal("advise -foo"), "unknown option '-foo'"));
  CHECK(Has(Refusal("''"), "unknown command ''"));
  CHECK(Has(Refusal("op MatMul"), "unexpected 'MatMul'"));
  CHECK(Has(Refusal("op -frobnicate 3"), "unknown option '-frobnicate'"));
  CHECK(Has(Refusal("op -"), "unknown option '-'"));
  CHECK(Has(Refusal("op --"), "unknown option '-'"));
  CHECK(Has(Refusal("op -order_by micro"), "did you mean 'micros'?"));
  CHECK(Has(Refusal("op -select micros,parms"), "did you mean 'params'?"));
  CHECK(Has(Refusal("op -show_name_regexes a,(b"), "bad regex '(b'"));
  CHECK(Has(Refusal("help x"), "no help for 'x'"));
  CHECK(Has(Refusal("help ordr_by"), "did you mean 'order_by'?"));
  CHECK(Has(Refusal("help op scope"), "help takes one"));
  CHECK(Has(Refusal("quit -max_depth 3"), "quit takes no options"));
}

TEST_CASE("open takes inputs and leaves what set has set alone") {
  const Command open = Line("open a 'b c' -profile_path=d");
  CHECK(open.kind == CommandKind::kOpen);
  CHECK(open.options.profile_paths == std::vector<std::string>{"d", "a", "b c"});
  Options before;
  before.profile_paths = {"old"};
  before.input_format = "tfprof_profile";
  before.strict = true;
  const Command next = Line("open new", before);
  CHECK(next.options.profile_paths == std::vector<std::string>{"new"});
  CHECK(next.options.input_format.empty());
  CHECK(next.options.strict);
  CHECK(Line("open -strict new").options.profile_paths == std::vector<std::string>{"new"});
  CHECK(Line("open -- -new").options.profile_paths == std::vector<std::string>{"-new"});
  CHECK(Has(Refusal("open"), "open misses what to open"));
  CHECK(Has(ArgsRefusal({"open", "a"}), "'open' is for the prompt"));
}

TEST_CASE("A line may send its answer elsewhere") {
  const Command file = Line("op -step 1 > 'a b'");
  CHECK(file.redirect.kind == Redirect::Kind::kFile);
  CHECK(file.redirect.target == "a b");
  CHECK(file.text == "op -step 1");
  CHECK(Line("help | head").redirect.target == "head");
  Options none;
  none.output.type = "none";
  CHECK(Line("op", none).options.output.type == "none");
  CHECK(Line("op >> x", none).options.output.type == "stdout");
  CHECK(Has(Refusal("op -output none > x"), "give one of them"));
  CHECK(Has(Refusal("set -step 1 > x"), "prints nothing"));
  CHECK(Has(Refusal("> x"), "follow a command"));
  CHECK(Has(Refusal("op >x"), "a blank must follow"));
  const auto refused = ParseLine("op | head", Options(), LineFrom::kCommandLine);
  CHECK(Has(Message(refused.status()), "use the shell's here"));
}

TEST_CASE("What schema is asked about") {
  CHECK(Line("schema").kind == CommandKind::kSchema);
  CHECK(Line("schema").topic.empty());
  CHECK(Line("schema").text == "schema");
  const Command steps = Line("schema steps -format csv");
  CHECK(steps.topic == "steps");
  CHECK(steps.text == "schema steps -format csv");
  CHECK(steps.options.format == "csv");
  CHECK(Line("schema op > x").redirect.target == "x");
  CHECK(Line("schema op -help").kind == CommandKind::kHelp);
  CHECK(Has(Refusal("schema stps"), "did you mean 'steps'? (commands: scope, "));
  CHECK(Has(Refusal("schema help"), "no columns are known of 'help'"));
  CHECK(Has(Refusal("schema op steps"), "one command or table and needs no input"));
  CHECK(Line("schema flows").topic == "flows");
  CHECK(Line("schema ops -tables").topic == "ops");
  CHECK(Has(Refusal("schema op -tables"), "schema takes one of these"));

  const CommandLine line = Args({"schema", "op", "-format", "json"});
  REQUIRE(line.command.has_value());
  CHECK(line.command->kind == CommandKind::kSchema);
  CHECK(line.command->topic == "op");
  CHECK(line.options.profile_paths.empty());
  CHECK(Has(ArgsRefusal({"schema", "opp"}), "did you mean 'op'?"));
}

TEST_CASE("What help is asked about") {
  CHECK(Line("help").kind == CommandKind::kHelp);
  CHECK(Line("help").topic.empty());
  CHECK(Line("help op").topic == "op");
  CHECK(Line("help select").topic == "select");
  CHECK(Line("help -select").topic == "select");
  CHECK(Line("help --c").topic == "c");
  const Command asked = Line("op -order_by micros --help");
  CHECK(asked.kind == CommandKind::kHelp);
  CHECK(asked.topic == "op");
  CHECK(Args({"--help"}).command->topic.empty());
  CHECK(Args({"op", "-h"}).command->topic == "op");
  CHECK(Args({"--version", "x"}).command->kind == CommandKind::kVersion);
}

TEST_CASE("Blank lines, comments and leaving") {
  CHECK(Line("").kind == CommandKind::kShowOptions);
  CHECK(Line("  \t").kind == CommandKind::kShowOptions);
  CHECK(Line("# op").kind == CommandKind::kNothing);
  CHECK(Line("quit").kind == CommandKind::kQuit);
  CHECK(Line("exit").kind == CommandKind::kQuit);
}

TEST_CASE("A line starts from the options before it") {
  const Command set = Line("set -max_depth 3");
  CHECK(set.kind == CommandKind::kSet);
  const Command op = Line("op -order_by micros", set.options);
  CHECK(op.options.query.max_depth == 3);
  CHECK(op.text == "op -order_by micros");
}

TEST_CASE("The text of a command can be given again") {
  const std::string text =
      Line("op -show_name_regexes 'a b' -trim_name_regexes=-x --step -1 -account_displayed_op_only")
          .text;
  CHECK(text ==
        "op -show_name_regexes 'a b' -trim_name_regexes=-x -step -1 "
        "-account_displayed_op_only true");
  CHECK(Line(text).text == text);
  CHECK(Args({"op", "a/b", "-strict", "-order_by=micros"}).command->text == "op -order_by micros");
}

}  // namespace
}  // namespace profiler
