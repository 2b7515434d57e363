// Any bytes as a requirement of `check`, a measure of `trend`, and a file of budgets. What parses
// must say what it is, and the text that it keeps must parse to the same.
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

#include "profiler/compare/check/budget.h"
#include "profiler/compare/measure/expression.h"
#include "profiler/engine/measures.h"

namespace {

using namespace profiler;

void Expect(bool holds, const std::string& text) {
  if (holds) return;
  std::cerr << "not as given: [" << text << "]\n";
  std::abort();
}

void TryRequirement(const Requirement& requirement) {
  const auto again = ParseRequirement(requirement.text);
  Expect(again.ok() && again->text == requirement.text, requirement.text);
  Expect(again->measure.text == requirement.measure.text, requirement.text);
  Expect(again->bound.text == requirement.bound.text, requirement.text);
  Expect(requirement.text.starts_with(requirement.measure.text), requirement.text);
  CheckRequirement(requirement).IgnoreError();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (const auto measure = ParseMeasure(text); measure.ok()) {
    Expect(ParseMeasure(measure->text).ok(), text);
    Expect(!measure->view.empty(), text);
    CheckMeasure(*measure).status().IgnoreError();
    CommandOfMeasure(*measure);
  }
  if (const auto requirement = ParseRequirement(text); requirement.ok()) {
    TryRequirement(*requirement);
  }
  if (const auto budgets = ParseBudgets(text, "f.toml"); budgets.ok()) {
    for (const Budget& budget : *budgets) {
      Expect(!budget.name.empty(), text);
      TryRequirement(budget.requirement);
    }
  }
  return 0;
}
