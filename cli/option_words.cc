#include "cli/option_words.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "profiler/base/suggest.h"
#include "profiler/catalog/options.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

bool IsNegativeInteger(std::string_view word) {
  return word.size() > 1 && word[0] == '-' &&
         word.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

bool IsBoolWord(const OptionSpec& spec, const std::string& word) {
  Options scratch;
  return !word.empty() && spec.set(scratch, word).ok();
}

// Whether the option affects the answer, not how the program runs.
bool IsAsked(const OptionSpec& spec) {
  return spec.group == OptionGroup::kFilter || spec.group == OptionGroup::kReport;
}

absl::Status NoSuchOption(std::string_view name, OptionPlace place) {
  std::vector<std::string_view> names;
  for (const OptionSpec& spec : AllOptions()) {
    if (Takes(place, spec)) names.push_back(spec.name);
  }
  const std::string guess = Suggest(name, names);
  return absl::InvalidArgumentError(
      fmt::format("unknown option '-{}'{}", name,
                  guess.empty() ? " (`help` lists them)" : "; did you mean '-" + guess + "'?"));
}

absl::Status NotHere(const OptionSpec& spec, OptionPlace place) {
  if (spec.group == OptionGroup::kProgram) {
    return absl::InvalidArgumentError(fmt::format(
        "-{} is for the command line only: it says how the program runs its commands", spec.name));
  }
  if (place == OptionPlace::kOpen) {
    return absl::InvalidArgumentError(
        fmt::format("-{} is not for open, but for the commands that ask", spec.name));
  }
  return absl::InvalidArgumentError(fmt::format(
      "-{0} is for the command line and for open only: `open PROFILE -{0} ...` opens with it",
      spec.name));
}

// Normalises the words to the form that CLI11 parses without quirks: `--name value` pairs, then
// `--`, then the rest. (Its 2.1 has no single-dash long options and drops an empty `--name=`.)
class Normalizer {
 public:
  Normalizer(const std::vector<std::string>& words, OptionPlace place)
      : words_(words), place_(place) {}

  absl::StatusOr<std::vector<std::string>> Run() {
    while (next_ < words_.size()) {
      const std::string& word = words_[next_++];
      if (only_others_ || word.empty() || word[0] != '-') {
        others_.push_back(word);
      } else if (word == "--" && place_ != OptionPlace::kLine) {
        only_others_ = true;
      } else if (absl::Status status = Option(word); !status.ok()) {
        return status;
      }
    }
    std::vector<std::string> all = std::move(pairs_);
    all.push_back("--");
    for (std::string& other : others_) all.push_back(std::move(other));
    return all;
  }

 private:
  absl::Status Option(std::string_view word) {
    word.remove_prefix(word.substr(0, 2) == "--" ? 2 : 1);
    const size_t equals = word.find('=');
    const std::string name(word.substr(0, equals));
    std::optional<std::string> value;
    if (equals != std::string_view::npos) value = word.substr(equals + 1);

    if (!value && (name == "help" || name == "h" ||
                   (name == "version" && place_ == OptionPlace::kCommandLine))) {
      pairs_.push_back(name == "version" ? "--version" : "--help");
      return absl::OkStatus();
    }
    const OptionSpec* spec = FindOption(name);
    if (spec == nullptr) return NoSuchOption(name, place_);
    if (!Takes(place_, *spec)) return NotHere(*spec, place_);
    if (!value) value = FollowingValue(*spec);
    if (!value) return MissingValue(*spec);
    pairs_.push_back("--" + name);
    pairs_.push_back(*std::move(value));
    return absl::OkStatus();
  }

  std::optional<std::string> FollowingValue(const OptionSpec& spec) {
    const bool is_bool = spec.type == OptionType::kBool;
    const std::string bare = "true";
    if (next_ == words_.size()) return is_bool ? std::optional(bare) : std::nullopt;
    const std::string& word = words_[next_];
    const bool dashed = word.size() > 1 && word[0] == '-';
    if (is_bool && (dashed || (place_ != OptionPlace::kLine && !IsBoolWord(spec, word)))) {
      return bare;
    }
    if (dashed && !IsNegativeInteger(word)) return std::nullopt;
    ++next_;
    return word;
  }

  absl::Status MissingValue(const OptionSpec& spec) const {
    std::string message =
        fmt::format("-{} misses its value: -{} {}", spec.name, spec.name, spec.value_name);
    if (next_ < words_.size()) {
      message += fmt::format(" (a value that starts with '-' needs '=': -{}={})", spec.name,
                             words_[next_]);
    }
    return absl::InvalidArgumentError(message);
  }

  const std::vector<std::string>& words_;
  const OptionPlace place_;
  size_t next_ = 0;
  bool only_others_ = false;
  std::vector<std::string> pairs_, others_;
};

// The place of the value of -base, if words[at] is that option; else the number of words.
size_t ValueOfBase(const std::vector<std::string>& words, size_t at) {
  const size_t dashes = words[at].find_first_not_of('-');
  if (dashes != 1 && dashes != 2) return words.size();
  const std::string_view name = std::string_view(words[at]).substr(dashes);
  if (name == "base") return at + 1;
  return name.starts_with("base=") ? at : words.size();
}

// The path with `*` for each number in it.
std::string PatternOf(const std::string& path) {
  std::string pattern;
  for (const char c : path) {
    const bool is_digit = c >= '0' && c <= '9';
    if (is_digit && pattern.ends_with('*')) continue;
    pattern += is_digit ? '*' : c;
  }
  return pattern;
}

}  // namespace

absl::Status CheckBasePattern(const std::vector<std::string>& words,
                              const std::vector<std::string>& inputs) {
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--") break;
    const size_t at = ValueOfBase(words, i);
    if (at >= words.size()) continue;
    const std::string base = words[at].substr(at == i ? words[i].find('=') + 1 : 0);
    std::set<std::string> alike;
    for (size_t next = at + 1; next < words.size() && !words[next].starts_with('-'); ++next) {
      if (PatternOf(words[next]) == PatternOf(base)) alike.insert(words[next]);
    }
    const bool has_others = std::any_of(inputs.begin(), inputs.end(),
                                        [&](const auto& input) { return alike.count(input) == 0; });
    if (alike.empty() || !has_others) continue;
    return absl::InvalidArgumentError(fmt::format(
        "'{0}' follows -base {1} and would be an input, not a base. If the shell expanded a "
        "pattern, quote it: -base '{2}'. Several bases are -base {1} -base {0}; inputs stand "
        "before -base",
        *alike.begin(), base, PatternOf(base)));
  }
  return absl::OkStatus();
}

bool Takes(OptionPlace place, const OptionSpec& spec) {
  switch (place) {
    case OptionPlace::kLine:
      return IsAsked(spec);
    case OptionPlace::kOpen:
      return spec.group == OptionGroup::kInput;
    case OptionPlace::kCommandLine:
      break;
  }
  return true;
}

absl::StatusOr<OptionWords> ReadOptionWords(const std::vector<std::string>& words,
                                            OptionPlace place) {
  absl::StatusOr<std::vector<std::string>> normal = Normalizer(words, place).Run();
  if (!normal.ok()) return normal.status();

  try {
    CLI::App app;
    app.set_help_flag();
    const CLI::Option* help = app.add_flag("--help");
    const CLI::Option* version = app.add_flag("--version");
    app.allow_extras();
    std::map<const CLI::Option*, const OptionSpec*> specs;
    for (const OptionSpec& spec : AllOptions()) {
      CLI::Option* option = app.add_option("--" + spec.name);
      option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
      specs[option] = &spec;
    }
    std::reverse(normal->begin(), normal->end());  // CLI11 expects the last word first
    app.parse(*std::move(normal));

    OptionWords result;
    std::map<const CLI::Option*, size_t> used;
    for (const CLI::Option* option : app.parse_order()) {
      const auto spec = specs.find(option);
      if (spec == specs.end()) continue;
      result.given.emplace_back(spec->second, option->results()[used[option]++]);
    }
    result.others = app.remaining();
    result.others.erase(result.others.begin());  // the `--`
    result.help = help->count() > 0;
    result.version = version->count() > 0;
    return result;
  } catch (const CLI::Error& error) {
    return absl::InvalidArgumentError(error.what());
  }
}

bool Gives(const OptionWords& words, std::string_view option) {
  return std::any_of(words.given.begin(), words.given.end(),
                     [&](const auto& one) { return one.first->name == option; });
}

absl::Status Apply(const OptionWords& words, Options& options) {
  for (const auto& [spec, value] : words.given) {
    if (absl::Status status = spec->set(options, value); !status.ok()) return status;
  }
  return absl::OkStatus();
}

std::string Spell(const OptionWords& words) {
  std::string text;
  for (const auto& [spec, value] : words.given) {
    if (!IsAsked(*spec)) continue;
    const bool dashed = value.size() > 1 && value[0] == '-' && !IsNegativeInteger(value);
    text += dashed ? " " + QuoteWord(fmt::format("-{}={}", spec->name, value))
                   : fmt::format(" -{} {}", spec->name, QuoteWord(value));
  }
  return text;
}

}  // namespace profiler
