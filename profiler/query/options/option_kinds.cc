#include "profiler/query/options/option_kinds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "profiler/base/ascii.h"
#include "profiler/base/status.h"
#include "profiler/base/suggest.h"

namespace profiler {
namespace {

absl::Status ParseBool(std::string_view name, std::string_view text, bool& out) {
  const std::string lower = Lower(text);
  for (const char* yes : {"true", "t", "yes", "y", "1", ""}) {
    if (lower == yes) return out = true, absl::OkStatus();
  }
  for (const char* no : {"false", "f", "no", "n", "0"}) {
    if (lower == no) return out = false, absl::OkStatus();
  }
  return BadValue(name, text, " is neither true nor false");
}

}  // namespace

OptionSpec Used(OptionUse use, OptionSpec spec) {
  spec.use = use;
  return spec;
}

std::vector<OptionSpec> WithUse(OptionUse use, std::vector<OptionSpec> options) {
  for (OptionSpec& spec : options) spec.use = use;
  return options;
}

std::string JoinList(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) {
    if (!out.empty()) out += ',';
    for (char c : item) {
      if (c == ',') out += '\\';
      out += c;
    }
  }
  return out;
}

absl::Status BadValue(std::string_view name, std::string_view value, std::string_view why) {
  return absl::InvalidArgumentError(fmt::format("invalid value for -{}: '{}'{}", name, value, why));
}

absl::Status NoChoice(std::string_view name, std::string_view value,
                      const std::vector<std::string_view>& choices, std::string_view list) {
  constexpr size_t kMostListed = 20;
  const std::string guess = DidYouMean(value, choices);
  if (choices.size() > kMostListed && !list.empty()) {
    return BadValue(
        name, value,
        fmt::format("{} `{}` lists them", guess.empty() ? " is unknown:" : guess, list));
  }
  const std::string all = fmt::format("{}", fmt::join(choices, ", "));
  return BadValue(name, value,
                  guess.empty() ? " is none of " + all : fmt::format("{} (one of {})", guess, all));
}

absl::Status ParseInteger(std::string_view name, std::string_view text, int64_t& out) {
  int64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) return BadValue(name, text, " does not fit");
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) {
    return BadValue(name, text, " is not a whole number");
  }
  out = value;
  return absl::OkStatus();
}

std::optional<double> ParseWithUnit(std::string_view text, std::span<const OptionUnit> units) {
  const size_t digits = text.find_last_of("0123456789.") + 1;  // 0 if there is no number
  double number = 0;
  if (!absl::SimpleAtod(absl::string_view(text.data(), digits), &number)) return std::nullopt;
  for (const OptionUnit& unit : units) {
    if (unit.name == text.substr(digits)) return number * unit.worth;
  }
  return std::nullopt;
}

absl::StatusOr<std::pair<std::string, double>> ParseThreshold(std::string_view text) {
  const auto trim = [](std::string_view part) {
    part.remove_prefix(std::min(part.find_first_not_of(" \t"), part.size()));
    return part.substr(0, part.find_last_not_of(" \t\r") + 1);
  };
  const size_t equals = text.find('=');
  const std::string_view name = trim(text.substr(0, equals));
  const std::string_view value = equals == text.npos ? "" : trim(text.substr(equals + 1));
  const bool is_percent = value.ends_with('%');
  const char* const last = value.data() + value.size() - (is_percent ? 1 : 0);
  double number = 0;
  const auto [end, error] = std::from_chars(value.data(), last, number);
  if (name.find_first_of("._") == name.npos || error != std::errc() || end != last ||
      value.empty() || !std::isfinite(number) || number < 0) {
    return BadValue("threshold", text,
                    ": it is given as RULE.name=number, not negative, or as RULE.name=5%");
  }
  return std::pair(std::string(name), is_percent ? number / 100 : number);
}

OptionSpec ThresholdOption() {
  OptionSpec spec;
  spec.name = "threshold";
  spec.group = OptionGroup::kReport;
  spec.value_name = "RULE.NAME=VALUE,...";
  spec.help = "Judge by this value; may be repeated. `help advise` lists them.";
  spec.repeats = true;
  spec.set = [](Options& o, std::string_view v) {
    std::vector<std::string> items = SplitList(v);
    if (items.empty()) items.emplace_back();
    std::vector<std::pair<std::string, double>> read;
    for (const std::string& item : items) {
      PROFILER_ASSIGN_OR_RETURN(read.emplace_back(), ParseThreshold(item));
    }
    std::vector<std::pair<std::string, double>>& all = o.query.advice.thresholds;
    all.insert(all.end(), read.begin(), read.end());
    return absl::OkStatus();
  };
  spec.get = [](const Options& o) {
    std::vector<std::string> set;
    for (const auto& [name, value] : o.query.advice.thresholds) {
      set.push_back(fmt::format("{}={}", name, value));
    }
    return fmt::format("{}", fmt::join(set, ","));
  };
  return spec;
}

OptionSpec IntegerOption(std::string name, std::string help,
                         const std::function<int64_t&(Options&)>& at) {
  OptionSpec spec;
  spec.name = std::move(name);
  spec.type = OptionType::kInteger;
  spec.value_name = "N";
  spec.help = std::move(help);
  spec.set = [name = spec.name, at](Options& o, std::string_view v) {
    return ParseInteger(name, v, at(o));
  };
  spec.get = [at](const Options& o) { return std::to_string(at(const_cast<Options&>(o))); };
  return spec;
}

OptionSpec RegexOption(std::string name, std::string help,
                       const std::function<RegexSet&(Options&)>& at) {
  OptionSpec spec;
  spec.name = std::move(name);
  spec.type = OptionType::kList;
  spec.value_name = "REGEX,...";
  spec.help = std::move(help);
  spec.set = [name = spec.name, at](Options& o, std::string_view v) {
    auto compiled = RegexSet::Compile(SplitList(v));
    if (!compiled.ok()) {
      return absl::InvalidArgumentError(
          fmt::format("invalid value for -{}: {}", name, Message(compiled.status())));
    }
    at(o) = *std::move(compiled);
    return absl::OkStatus();
  };
  spec.get = [at](const Options& o) { return JoinList(at(const_cast<Options&>(o)).patterns()); };
  return spec;
}

OptionSpec BoolOption(std::string name, OptionGroup group, std::string help,
                      const std::function<bool&(Options&)>& at) {
  OptionSpec spec;
  spec.name = std::move(name);
  spec.group = group;
  spec.type = OptionType::kBool;
  spec.help = std::move(help);
  spec.choices = {"true", "false"};
  spec.set = [name = spec.name, at](Options& o, std::string_view v) {
    return ParseBool(name, v, at(o));
  };
  spec.get = [at](const Options& o) { return at(const_cast<Options&>(o)) ? "true" : "false"; };
  return spec;
}

OptionSpec TextOption(std::string name, OptionGroup group, std::string value_name, std::string help,
                      const std::function<std::string&(Options&)>& at) {
  OptionSpec spec;
  spec.name = std::move(name);
  spec.group = group;
  spec.value_name = std::move(value_name);
  spec.help = std::move(help);
  spec.set = [at](Options& o, std::string_view v) {
    at(o) = v;
    return absl::OkStatus();
  };
  spec.get = [at](const Options& o) { return at(const_cast<Options&>(o)); };
  return spec;
}

OptionSpec ChoiceOption(std::string name, std::vector<std::string_view> choices, std::string help,
                        const std::function<std::string&(Options&)>& at) {
  OptionSpec spec = TextOption(std::move(name), OptionGroup::kReport, "", std::move(help), at);
  spec.value_name = fmt::format("{}", fmt::join(choices, "|"));
  spec.choices = std::move(choices);
  Options defaults;
  const bool may_be_empty = at(defaults).empty();
  spec.set = [name = spec.name, choices = spec.choices, may_be_empty, at](Options& o,
                                                                          std::string_view v) {
    if (v.empty() && may_be_empty) return at(o).clear(), absl::OkStatus();
    for (std::string_view choice : choices) {
      if (v == choice) return at(o) = v, absl::OkStatus();
    }
    return NoChoice(name, v, choices);
  };
  return spec;
}

// A list option to which each use adds one value.
OptionSpec ListOption(std::string name, OptionGroup group, std::string value_name, std::string help,
                      const std::function<std::vector<std::string>&(Options&)>& at) {
  OptionSpec spec;
  spec.name = std::move(name);
  spec.group = group;
  spec.type = OptionType::kList;
  spec.value_name = std::move(value_name);
  spec.help = std::move(help);
  spec.set = [at](Options& o, std::string_view v) {
    at(o) = SplitList(v);
    return absl::OkStatus();
  };
  spec.get = [at](const Options& o) { return JoinList(at(const_cast<Options&>(o))); };
  return spec;
}

OptionSpec RepeatedOption(std::string name, OptionGroup group, std::string value_name,
                          std::string help,
                          const std::function<std::vector<std::string>&(Options&)>& at) {
  OptionSpec spec =
      TextOption(std::move(name), group, std::move(value_name), std::move(help), nullptr);
  spec.repeats = true;
  spec.set = [at](Options& o, std::string_view v) {
    at(o).emplace_back(v);
    return absl::OkStatus();
  };
  spec.get = [at](const Options& o) { return JoinList(at(const_cast<Options&>(o))); };
  return spec;
}

}  // namespace profiler
