#include "profiler/analysis/input/input_code.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "profiler/analysis/ops/user_frame.h"
#include "profiler/base/ascii.h"
#include "profiler/store/python_name.h"

namespace profiler {
namespace {

constexpr std::string_view kModelFolders[] = {"torch/nn/",
                                              "torch/autograd/",
                                              "torch/optim/",
                                              "torch/_",
                                              "torch/cuda/",
                                              "torch/amp/",
                                              "torch/profiler/",
                                              "torch/distributed/fsdp/",
                                              "triton/",
                                              "apex/",
                                              "torch/fx/",
                                              "torch/distributed/distributed_c10d.py",
                                              "torch/functional.py"};
constexpr std::string_view kModelWords[] = {"forward", "backward"};

constexpr std::string_view kInputFolders[] = {"utils/data/",
                                              "datasets/",
                                              "webdataset/",
                                              "grain/",
                                              "torchvision/transforms/",
                                              "torchvision/io/",
                                              "pil/image",
                                              "pandas/io/parsers",
                                              "albumentations/"};
constexpr std::string_view kInputWords[] = {
    "data",     "dataset", "datasets", "dataloader", "loader", "collate",    "collator", "sampler",
    "iterator", "getitem", "getitems", "augment",    "aug",    "preprocess", "tokenize"};
// A file `train_data.py` has loops that train, too.
constexpr std::string_view kLoopWords[] = {"main", "module", "train", "training", "run",
                                           "fit",  "step",   "epoch", "loop"};
constexpr std::string_view kNext = "next";  // the last word: `next_token` gets no input
// `train_batch` trains: a batch is input only for what makes or gets it.
constexpr std::string_view kBatchWords[] = {"batch", "batches", "minibatch", "minibatches"};
constexpr std::string_view kGetWords[] = {"get",  "make",    "load", "fetch",
                                          "read", "prepare", "next"};

// `read_shard` reads input, and `read_cache` may be of a model.
constexpr std::string_view kReadVerb = "read";
constexpr std::string_view kReadWords[] = {
    "shard", "shards", "sample", "samples", "example", "examples", "record", "records", "row",
    "rows",  "line",   "lines",  "file",    "files",   "image",    "images", "img",     "audio",
    "wav",   "video",  "frame",  "frames",  "csv",     "parquet",  "json",   "text",    "chunk"};
// `record_loss` keeps results, and `record_to_example` may make input.
constexpr std::string_view kRecordVerb = "record";
constexpr std::string_view kResultWords[] = {"loss",    "losses", "stat",   "stats",
                                             "history", "result", "results"};

template <size_t n>
bool IsAnyIn(std::string_view text, const std::string_view (&parts)[n]) {
  return std::any_of(std::begin(parts), std::end(parts),
                     [&](std::string_view part) { return text.find(part) != text.npos; });
}
constexpr std::string_view kReportWords[] = {
    "log",      "logs",       "logging",  "metric",     "metrics",    "print",
    "write",    "save",       "summary",  "report",     "checkpoint", "checkpoints",
    "eval",     "plot",       "evaluate", "evaluation", "callback",   "callbacks",
    "validate", "validation", "dump",     "dumps"};

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

bool BeginsWith(std::string_view verb, std::string_view text) {
  while (text.starts_with('_')) text.remove_prefix(1);
  return text.starts_with(verb) && (text.size() == verb.size() || !IsLetter(text[verb.size()]));
}

bool EndsWithNext(std::string_view text) {
  while (!text.empty() && !IsLetter(text.back())) text.remove_suffix(1);
  if (!text.ends_with(kNext)) return false;
  text.remove_suffix(kNext.size());
  return text.empty() || !IsLetter(text.back());
}

// Whether the function is of the framework's own files, which JAX's tracer names without folders.
bool IsFunctionOfJax(std::string_view function) {
  if (!function.starts_with('$')) return false;
  const PythonName name = SplitPythonName(function);
  return IsJaxFunction(name.path, name.function) && !PassesCallOn(name.path, name.function);
}

// The function's own name, without its file and line.
std::string_view OwnFunctionName(std::string_view function) {
  const PythonName name = SplitPythonName(function);
  return name.path.ends_with(".py") ? name.function : function;
}

bool SaysInput(std::string_view text) {
  return HasWord(text, kInputWords) || (HasWord(text, kBatchWords) && HasWord(text, kGetWords)) ||
         (BeginsWith(kReadVerb, text) && HasWord(text, kReadWords));
}

// Whether a training loop calls it at its own events, as Keras and Lightning call the hooks of
// callbacks: "on_train_batch_end".
bool IsHookOfLoop(std::string_view name) {
  constexpr std::string_view kHookVerb = "on", kEvents[] = {"_begin", "_end", "_start"};
  return BeginsWith(kHookVerb, name) &&
         std::any_of(std::begin(kEvents), std::end(kEvents),
                     [&](std::string_view event) { return name.ends_with(event); });
}

bool KeepsResults(std::string_view name) {
  return name == kRecordVerb || (BeginsWith(kRecordVerb, name) && HasWord(name, kResultWords));
}

}  // namespace

CodeRole CodeRoleOf(std::string_view function) {
  if (function.starts_with("nn.Module: ") || function.starts_with("Optimizer.") ||
      IsAnyIn(function, kModelFolders)) {
    return CodeRole::kModel;
  }
  if (IsFunctionOfJax(function)) return CodeRole::kModel;
  if (function.find("<frozen ") != function.npos) return CodeRole::kReports;  // Python's own
  if (function == "$gc collect" || function == "<built-in function collect>") {
    return CodeRole::kReports;  // whatever called it, garbage is no input
  }
  if (StartsOrJoinsThread(function)) return CodeRole::kReports;
  const std::string lower = Lower(function);
  const std::string_view own = std::string_view(lower).substr(lower.rfind('/') + 1);
  if (HasWord(own, kModelWords)) return CodeRole::kModel;
  const std::string_view name = OwnFunctionName(lower);
  if (HasWord(name, kReportWords) || KeepsResults(name) || IsHookOfLoop(name)) {
    return CodeRole::kReports;
  }
  if (IsAnyIn(lower, kInputFolders) || SaysInput(name) || EndsWithNext(name)) {
    return CodeRole::kInput;
  }
  return SaysInput(own) && !HasWord(name, kLoopWords) ? CodeRole::kInput : CodeRole::kUnknown;
}

bool StartsOrJoinsThread(std::string_view function) {
  if (function == "<built-in function start_new_thread>") return true;
  if (function.find("threading.py") == function.npos) return false;
  const PythonName name = SplitPythonName(function);
  return name.path.ends_with("threading.py") &&
         (name.function == "start" || name.function == "join");
}

bool IsModule(std::string_view function) {
  constexpr std::string_view kFolders[] = {"torch/nn/", "torch/autograd/", "torch/optim/"};
  // What also makes input: it augments images, and pads sequences of several lengths.
  constexpr std::string_view kOfInput[] = {"grid_sample", "affine_grid", "interpolate",
                                           "pad",         "one_hot",     "normalize",
                                           "unfold",      "fold",        "pad_sequence"};
  if (function.starts_with("nn.Module: ")) return true;
  if (!IsAnyIn(function, kFolders)) return false;
  const std::string_view name = SplitPythonName(function).function;
  return std::find(std::begin(kOfInput), std::end(kOfInput), name) == std::end(kOfInput);
}

}  // namespace profiler
