#include "profiler/readers/metric_table/dmon.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "profiler/base/ascii.h"
#include "profiler/readers/metric_table/fields.h"

namespace profiler::metric_table {
namespace {

struct DmonColumn {
  std::string_view name;  // in lower case
  std::string_view as;    // what --query-gpu calls the same metric, with its unit
};
// pclk is the clock of the processors (SM). What dmon writes as MB are MiB.
constexpr DmonColumn kDmonColumns[] = {
    {"pwr", "power.draw [W]"},           {"gtemp", "temperature.gpu"},
    {"mtemp", "temperature.memory"},     {"sm", "utilization.gpu [%]"},
    {"mem", "utilization.memory [%]"},   {"enc", "utilization.encoder [%]"},
    {"dec", "utilization.decoder [%]"},  {"jpg", "utilization.jpeg [%]"},
    {"ofa", "utilization.ofa [%]"},      {"mclk", "clocks.current.memory [MHz]"},
    {"pclk", "clocks.current.sm [MHz]"}, {"fb", "memory.used [MiB]"},
    {"bar1", "bar1.used [MiB]"},         {"ccpm", "ccpm.used [MiB]"},
    {"rxpci", "pcie.rx [MB/s]"},         {"txpci", "pcie.tx [MB/s]"},
};

const DmonColumn* FindDmonColumn(std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(kDmonColumns), std::end(kDmonColumns),
                   [&](const DmonColumn& column) { return column.name == name; });
  return found == std::end(kDmonColumns) ? nullptr : found;
}

// The words of a line that begins with '#'.
std::vector<std::string> WordsOf(std::string_view line) {
  const std::string_view rest = Trim(line);
  std::vector<std::string> words;
  FieldSplitter splitter;
  if (!rest.starts_with('#')) return words;
  if (!splitter.Split(rest.substr(1), DmonDelimiterOf(line))) return words;
  for (const std::string_view word : splitter.fields()) words.emplace_back(word);
  return words;
}

std::vector<std::string> NamesOf(std::string_view line) {
  std::vector<std::string> names = WordsOf(line);
  for (std::string& name : names) name = Lower(name);
  return names;
}

bool HasWord(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool HasDateAndTime(const std::vector<std::string>& words) {
  return HasWord(words, "date") && HasWord(words, "time");
}

}  // namespace

char DmonDelimiterOf(std::string_view line) {
  return line.find(',') == line.npos ? FieldSplitter::kBlanks : ',';
}

bool IsDmonHeader(std::string_view line) {
  constexpr int kLeastOfGroup = 2;  // each group of columns (-s) has so many
  const std::vector<std::string> words = NamesOf(line);
  // The rows of pmon are of processes. A table with commas may be anyone's.
  if (!HasWord(words, "gpu") || HasWord(words, "pid")) return false;
  if (!HasDateAndTime(words) && DmonDelimiterOf(line) == ',') return false;
  return std::count_if(words.begin(), words.end(), [](const std::string& word) {
           return FindDmonColumn(word) != nullptr;
         }) >= kLeastOfGroup;
}

std::string WhyNoDmonTimes(std::string_view line) {
  if (HasDateAndTime(NamesOf(line))) return "";
  return "its rows have no date and time: record it with nvidia-smi dmon -o DT";
}

bool DmonHeader::ReadLine(std::string_view line) {
  std::vector<std::string> names = NamesOf(line);
  const bool is_of_names = HasWord(names, "gpu");
  std::string& last = is_of_names ? names_line_ : units_line_;
  if (names.empty() || last == line) return false;
  last = line;
  if (is_of_names) {
    names_ = std::move(names);
    units_.clear();
    units_line_.clear();
  } else {
    units_ = WordsOf(line);
  }
  return !names_.empty();
}

Header DmonHeader::MakeRowHeader() const {
  std::vector<std::string> texts;  // outlive `columns`
  for (size_t i = 0; i < names_.size(); ++i) {
    const DmonColumn* const known = FindDmonColumn(names_[i]);
    const bool has_unit = i < units_.size() && units_.size() == names_.size() && units_[i] != "-";
    if (known != nullptr) {
      texts.emplace_back(known->as);
    } else if (has_unit && names_[i] != "date" && names_[i] != "time") {
      texts.push_back(fmt::format("{} [{}]", names_[i], units_[i]));
    } else {
      texts.push_back(names_[i]);
    }
  }
  std::vector<ColumnText> columns;
  for (size_t i = 0; i < texts.size(); ++i) {
    columns.push_back({texts[i], "", names_[i] == "gpu"});
  }
  return MakeHeader(columns, false);
}

}  // namespace profiler::metric_table
