#include "profiler/engine/commands.h"

#include <algorithm>

#include "profiler/engine/job_report.h"

namespace profiler {
namespace {

std::vector<View> ViewsAndComposites() {
  std::vector<View> commands = AllViews();
  for (const Composite& composite : AllComposites()) {
    const auto place = std::find_if(commands.begin(), commands.end(), [&](const View& command) {
      return command.name == composite.before;
    });
    commands.insert(place, composite.about);
  }
  return commands;
}

}  // namespace

const std::vector<Composite>& AllComposites() {
  static const std::vector<Composite> kComposites = {
      {{"report", "the whole job in one document: findings first, then what bears them out",
        "Parts: what was recorded, what `advise` found (the worst first), how processors and GPUs "
        "were used, steps and phases, the ops, kernels and memory that took most, what was read. "
        "What the profile does not hold is left out. -format markdown makes a page of it; -top N "
        "shows N rows of each table.",
        nullptr, RowKind::kOther, nullptr, Shape::kTable, JobReportParts},
       "info",
       1,
       JobReport},
  };
  return kComposites;
}

const Composite* FindComposite(std::string_view name) {
  for (const Composite& composite : AllComposites()) {
    if (composite.about.name == name) return &composite;
  }
  return nullptr;
}

const std::vector<View>& AllCommands() {
  static const std::vector<View> kCommands = ViewsAndComposites();
  return kCommands;
}

const View* FindCommand(std::string_view name) {
  for (const View& command : AllCommands()) {
    if (command.name == name) return &command;
  }
  return nullptr;
}

}  // namespace profiler
