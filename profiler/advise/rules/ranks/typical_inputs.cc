#include "profiler/advise/rules/ranks/typical_inputs.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace profiler {
namespace {

// "0:", "64", "x", "2048" of "0:64x2048": numbers and what is between them, in turn.
std::vector<std::string_view> PartsOf(std::string_view inputs) {
  constexpr std::string_view kDigits = "0123456789";
  std::vector<std::string_view> parts;
  bool is_slot = true;  // the number before a colon is no dimension
  while (!inputs.empty()) {
    const bool is_number = kDigits.find(inputs.front()) != kDigits.npos;
    size_t end = is_number ? inputs.find_first_not_of(kDigits) : inputs.find_first_of(kDigits);
    end = std::min(end, inputs.size());
    if (is_number && is_slot) {
      end = std::min(inputs.find_first_of(kDigits, end), inputs.size());
    }
    is_slot = inputs[end - 1] == ',';
    parts.push_back(inputs.substr(0, end));
    inputs.remove_prefix(end);
  }
  return parts;
}

double NumberOf(std::string_view part) {
  int64_t number = 0;
  std::from_chars(part.data(), part.data() + part.size(), number);
  return static_cast<double>(number);
}

}  // namespace

StringId TypicalInputs(const Profile& profile, const std::vector<InputsAndTime>& all,
                       StringId example, StringId other) {
  const std::vector<std::string_view> form = PartsOf(profile.strings[example]),
                                      of_other = PartsOf(profile.strings[other]);
  if (form.size() != of_other.size()) return example;
  struct Sized {
    double size = 1, time = 0;
    StringId inputs;
  };
  std::vector<Sized> alike;
  double time = 0;
  for (const InputsAndTime& one : all) {
    const std::vector<std::string_view> parts = PartsOf(profile.strings[one.inputs]);
    Sized sized = {1, one.time, one.inputs};
    bool is_alike = parts.size() == form.size() && one.time > 0;
    for (size_t i = 0; is_alike && i < parts.size(); ++i) {
      if (form[i] != of_other[i]) {
        sized.size *= NumberOf(parts[i]);
      } else {
        is_alike = parts[i] == form[i];
      }
    }
    if (!is_alike) continue;
    time += one.time;
    alike.push_back(sized);
  }
  std::stable_sort(alike.begin(), alike.end(),
                   [](const Sized& a, const Sized& b) { return a.size < b.size; });
  double before = 0;
  for (const Sized& one : alike) {
    before += one.time;
    if (2 * before >= time) return one.inputs;
  }
  return example;
}

}  // namespace profiler
