#include "profiler/analysis/input/input_code.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "profiler/base/ascii.h"

namespace profiler {
namespace {

constexpr std::string_view kModelFolders[] = {"torch/nn/", "torch/autograd/", "torch/optim/",
                                              "torch/_"};
constexpr std::string_view kModelWords[] = {"forward", "backward"};

constexpr std::string_view kInputFolders[] = {"utils/data/", "datasets/", "webdataset/", "grain/"};
constexpr std::string_view kInputWords[] = {"data",   "dataset",  "datasets", "dataloader",
                                            "loader", "collate",  "collator", "sampler",
                                            "next",   "iterator", "getitem",  "getitems"};
// `train_batch` trains: a batch is input only for what makes or gets it.
constexpr std::string_view kBatchWords[] = {"batch", "batches"};
constexpr std::string_view kGetWords[] = {"get", "make", "load", "fetch", "read", "prepare"};

template <size_t n>
bool IsAnyIn(std::string_view text, const std::string_view (&parts)[n]) {
  return std::any_of(std::begin(parts), std::end(parts),
                     [&](std::string_view part) { return text.find(part) != text.npos; });
}

bool IsLetter(char c) { return IsWordCharacter(c) && c != '_' && !IsDigit(c); }

// Whether one of the words is among those of a text in lower case, e.g. "batch" in "make_batch".
template <size_t n>
bool HasWord(std::string_view text, const std::string_view (&words)[n]) {
  for (size_t begin = 0; begin < text.size();) {
    size_t end = begin;
    while (end < text.size() && IsLetter(text[end])) ++end;
    const std::string_view word = text.substr(begin, end - begin);
    if (std::find(std::begin(words), std::end(words), word) != std::end(words)) return true;
    begin = end + 1;
  }
  return false;
}

}  // namespace

CodeRole CodeRoleOf(std::string_view function) {
  if (function.starts_with("nn.Module: ") || IsAnyIn(function, kModelFolders)) {
    return CodeRole::kModel;
  }
  const std::string lower = Lower(function);
  const std::string_view own = std::string_view(lower).substr(lower.rfind('/') + 1);
  if (HasWord(own, kModelWords)) return CodeRole::kModel;
  const bool is_input = IsAnyIn(lower, kInputFolders) || HasWord(own, kInputWords) ||
                        (HasWord(own, kBatchWords) && HasWord(own, kGetWords));
  return is_input ? CodeRole::kInput : CodeRole::kUnknown;
}

}  // namespace profiler
