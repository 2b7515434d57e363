#include "cli/prompt/completion_names.h"

#include <optional>
#include <set>
#include <string>

#include "cli/output/output.h"
#include "profiler/engine/profile_names.h"
#include "profiler/query/options/spelling.h"

namespace profiler {
namespace {

constexpr char kNoLevels = 0;

// The text that an unfinished regex matches; nullopt if it is not a plain name. A dot counts as a
// literal dot.
std::optional<std::string> Literal(std::string_view regex) {
  std::string text;
  for (size_t i = 0; i < regex.size(); ++i) {
    char c = regex[i];
    if (c == '\\') {
      if (++i == regex.size()) break;
      c = regex[i];
      const bool word = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (word) return std::nullopt;  // a class such as \d
    } else if (std::string_view("+*?()|[]{}^$").find(c) != std::string_view::npos) {
      return std::nullopt;
    }
    text += c;
  }
  return text;
}

// Collects the names that start with the typed text, each up to the next separator `level`.
class Names {
 public:
  Names(std::string_view typed, char level) : typed_(Literal(typed)), level_(level) {}

  bool wanted() const { return typed_.has_value(); }

  void Add(std::string_view name) {
    if (!typed_ || name.substr(0, typed_->size()) != *typed_) return;
    const size_t end = level_ == kNoLevels ? name.npos : name.find(level_, typed_->size());
    if (end != name.npos) name = name.substr(0, end + 1);
    if (!name.empty() && found_.count(name) == 0) found_.emplace(name);
  }

  Candidates Take() const {
    Candidates candidates;
    for (const std::string& name : found_) {
      if (EscapeControls(name) != name || name.find_first_of("\n\t") != name.npos) continue;
      const bool whole = level_ == kNoLevels || name.back() != level_;
      std::string_view label = name;
      if (level_ != kNoLevels && name.size() > 1) {
        const size_t before = name.rfind(level_, name.size() - 2);
        if (before != name.npos) label.remove_prefix(before + 1);
      }
      candidates.push_back({NameRegex(name), std::string(label), whole});
    }
    return candidates;
  }

 private:
  const std::optional<std::string> typed_;
  const char level_;
  std::set<std::string, std::less<>> found_;
};

template <typename ForEachName>
void AddAll(Names& names, const ForEachName& for_each) {
  if (names.wanted()) for_each([&](std::string_view name) { names.Add(name); });
}

}  // namespace

Candidates OpTypeCandidates(const Profile& profile, std::string_view typed) {
  Names names(typed, kNoLevels);
  AddAll(names, [&](const TakeName& take) { ForEachOpType(profile, take); });
  return names.Take();
}

Candidates RowNameCandidates(const CompletionContext& context, const View* view,
                             std::string_view typed) {
  const Profile& profile = *context.profile;
  const RowKind kind = view == nullptr ? RowKind::kOps : view->rows;
  if (kind == RowKind::kOther) return {};
  if (kind == RowKind::kOpTypes) return OpTypeCandidates(profile, typed);
  Names names(typed, kind == RowKind::kFrames ? ':' : '/');
  AddAll(names, [&](const TakeName& take) {
    if (kind == RowKind::kFrames) {
      ForEachFrameName(profile, context.compat_tfprof, take);
    } else {
      ForEachOpName(profile, take);
    }
    if (view == nullptr) ForEachOpType(profile, take);
  });
  return names.Take();
}

Candidates PlaceCandidates(const Profile& profile, std::string_view option,
                           std::string_view typed) {
  Names names(typed, kNoLevels);
  AddAll(names, [&](const TakeName& take) { ForEachPlace(profile, option, take); });
  return names.Take();
}

}  // namespace profiler
