#include "profiler/advise/rules/steps/input/input_remedy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

#include "profiler/advise/rules/common/copy_rates.h"
#include "profiler/advise/rules/common/evidence.h"
#include "profiler/analysis/input/call_name.h"
#include "profiler/analysis/input/input_waits.h"
#include "profiler/query/options/spelling.h"

namespace profiler {

std::string_view MostWaiting(const InputUse& use) {
  if (use.waits.empty()) return "";
  const auto most =
      std::max_element(use.waits.begin(), use.waits.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  return most->first;
}

bool MostlyPins(const InputUse& use) { return MostWaiting(use) == kPinsMemory; }

namespace {

// Where the thread that trains pins batches itself.
std::string PinRemedy(const InputUse& use) {
  return fmt::format(
      "; {}, or fill memory that is pinned once, and copy the next batch while devices compute",
      use.has_data_loader ? "let the DataLoader pin batches, in a thread of its own "
                            "(pin_memory=True, without a call of .pin_memory() in the loop)"
                          : "pin the next batch ahead, in a thread of its own");
}

// Where receiving what workers have ready takes most of the wait: more workers change nothing.
std::string ReceivingRemedy(const InputUse& use, Int128 wait) {
  constexpr double kManyTensors = 16;
  const double percent = 100 * static_cast<double>(use.receiving) / static_cast<double>(wait);
  if (use.tensors_received < kManyTensors) {
    return fmt::format(
        "; in {:.0f}% of that the process that trains receives batches that its workers have "
        "ready, so more workers do not help: a thread receives them with pin_memory=True, where a "
        "GPU trains; if a batch is quick to make, num_workers=0 takes less time",
        percent);
  }
  return fmt::format(
      "; in {:.0f}% of that the process that trains unpickles the batches that its workers sent, "
      "tensor by tensor, so more workers do not help: let the workers collate a batch to few large "
      "tensors{}",
      percent,
      use.records_python
          ? ", and measure without Python's stacks (with_stack), which slow this down"
          : "");
}

// Where the process that trains itself runs Python in most of the wait, such as a sampler: neither
// workers nor how batches come from them change that. Empty elsewhere.
std::string MadeHereRemedy(const Profile& profile, const InputUse& use, Int128 wait) {
  Int128 all = 0;
  for (const auto& [function, time] : use.made_here) all += time;
  if (all <= 0 || 2 * all < wait) return "";
  const auto most =
      std::max_element(use.made_here.begin(), use.made_here.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  const double percent = 100 * static_cast<double>(most->second) / static_cast<double>(wait);
  return fmt::format(
      "; in {:.0f}% of that the process that trains itself runs {}, as it does with every sampler, "
      "so neither workers nor pin_memory make it shorter: make that function faster, or do its "
      "work "
      "once, ahead of the loop",
      std::min(percent, 100.0), CallText(profile, most->first));
}

}  // namespace

// Those of one rank.
static size_t NumberOfSteps(const InputUse& use) {
  std::set<int64_t> numbers;
  for (const InputStep& step : use.steps) numbers.insert(step.number);
  return numbers.size();
}

bool RestartsWorkers(const InputUse& use) {
  const LoaderRestarts& restarts = use.restarts;
  // Where most steps do, they get several batches each.
  const bool is_seldom = 2 * restarts.count < NumberOfSteps(use);
  const bool waits_most = WaitsForWorkers(MostWaiting(use));
  return waits_most && is_seldom && restarts.count > 0 && 2 * restarts.time >= restarts.waits;
}

Value RestartsPerStep(const InputUse& use) {
  return static_cast<Value>(use.restarts.time / Int128{std::max<size_t>(1, NumberOfSteps(use))});
}

bool LacksPrefetch(const InputUse& use) {
  return use.has_pipeline && !use.has_prefetch && !use.waits_for_python && !use.has_data_loader;
}

// Where the process that trains makes the batches, mostly in one function of the user's:
// ", 93% of it in train.py(6): pad_collate: make that faster, or".
static std::string InUsersFunction(const Profile& profile, const InputUse& use) {
  if (use.in_waits.empty()) return ":";
  const auto most =
      std::max_element(use.in_waits.begin(), use.in_waits.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  const auto wait = use.waits.find(std::string(MostWaiting(use)));
  if (wait == use.waits.end() || 2 * most->second < wait->second) return ":";
  const double share = static_cast<double>(most->second) / static_cast<double>(wait->second);
  return fmt::format(", {:.0f}% of it in {}: make that faster, or", 100 * std::min(share, 1.0),
                     CallText(profile, most->first));
}

std::string InputRemedy(const Profile& profile, const InputUse& use, std::string_view iterator) {
  if (RestartsWorkers(use)) {
    return fmt::format(
        "; in {} the DataLoader ends its workers and starts new ones for the next epoch, which "
        "takes {}{}: keep them (persistent_workers=True)",
        Count(use.restarts.count, "step"),
        FormatMicros(static_cast<Value>(use.restarts.time / Int128{use.restarts.count})),
        use.restarts.count > 1 ? " each time on average" : " then");
  }
  if (MostlyPins(use)) return PinRemedy(use);
  const auto most = use.waits.find(std::string(MostWaiting(use)));
  if (most != use.waits.end()) {
    if (std::string remedy = MadeHereRemedy(profile, use, most->second); !remedy.empty()) {
      return remedy;
    }
  }
  if (use.receiving > 0 && most != use.waits.end() && 2 * use.receiving >= most->second) {
    return ReceivingRemedy(use, most->second);
  }
  if (use.has_full_processors) {
    return "; the processors are busy already and hardly ever wait for files, so that neither more "
           "workers nor a faster disk help: do less for each sample, do it once before the "
           "training or on the GPU, or take more processors";
  }
  if (use.loads_in_process) {
    return fmt::format(
        "; the DataLoader loads in the process that trains{} give it workers (num_workers), keep "
        "them (persistent_workers=True), and pin_memory=True where a GPU trains",
        InUsersFunction(profile, use));
  }
  if (use.in_phases) {
    return "; give the DataLoader more workers (num_workers) and let them fetch further ahead "
           "(prefetch_factor), do less for each sample, or have the files on a faster disk";
  }
  if (use.has_data_loader) {
    return "; the DataLoader's workers are too slow: more of them (num_workers), more batches "
           "ahead (prefetch_factor), less work for each sample, files on a faster disk";
  }
  if (use.waits_for_python) {
    return use.has_generator
               ? "; the job runs Python in graph ops (PyFunc), one at a time: give a "
                 "keras.utils.PyDataset workers and use_multiprocessing=True, interleave() several "
                 "generators, or use TensorFlow's own ops"
               : "; the job runs Python in graph ops (PyFunc), one at a time: a pipeline is faster "
                 "with TensorFlow's own ops";
  }
  if (!use.has_prefetch) {
    return "; the pipeline does not end with a prefetch: end it with dataset.prefetch";
  }
  if (use.has_iterators && !iterator.empty()) {
    return fmt::format(
        "; the pipeline prefetches and is still too slow: its iterator {} limits it, and `input` "
        "says what helps",
        iterator);
  }
  return !use.has_iterators
             ? "; the pipeline prefetches and is still too slow: look at its maps and reads"
             : "; the pipeline prefetches and is still too slow: `input` shows which of its "
               "iterators limits it";
}

std::string CopyRemedy(const Profile& profile, const InputUse& use, const InputOfRanks* ranks) {
  std::vector<SourceId> own;
  std::vector<std::vector<SourceId>> others;
  if (ranks != nullptr && !ranks->change()) {
    own = ranks->worst().sources;
    for (const ProcessTimings& rank : ranks->ranks) {
      if (&rank != &ranks->worst()) others.push_back(rank.sources);
    }
  } else {
    for (uint32_t i = 0; i < profile.sources.size(); ++i) own.push_back(SourceId(i));
  }
  const CopyRates rates = CopyRatesOf(profile, own, others);
  if (!rates.slow_link.empty()) return "; " + rates.slow_link;
  if (!rates.are_pinned) {
    return "; copy the next batch ahead, from pinned memory, while devices compute";
  }
  // Pinning costs time, too.
  const bool pins = use.waits.contains(std::string(kPinsMemory));
  return fmt::format("; copy the next batch ahead, while devices compute{}",
                     pins ? "" : " (the memory is pinned already)");
}

std::string InputCommand(const InputUse& use) {
  const std::string_view type = MostWaiting(use);
  if (use.has_iterators) return "ops -show_name_regexes 'Iterator::.*,PyFunc' -order_by self_us";
  if (use.in_phases) {
    return fmt::format("phases -by process -show_name_regexes {}", QuoteWord(NameRegex(type)));
  }
  if (use.has_data_loader) {
    return fmt::format("ops -show_name_regexes {} -order_by total_us", QuoteWord(NameRegex(type)));
  }
  return fmt::format("scope -account_type_regexes {} -order_by micros -max_depth 100",
                     QuoteWord(NameRegex(type) + ".*"));
}

}  // namespace profiler
