// A slow rank against the others of its run: what takes longer there.
#ifndef PROFILER_ADVISE_RULES_RANKS_RANK_COMPARISON_H_
#define PROFILER_ADVISE_RULES_RANKS_RANK_COMPARISON_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/advise/rule.h"
#include "profiler/advise/rules/ranks/stragglers.h"
#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/store/profile.h"

namespace profiler {

// A value of the slow rank, or the median of the slow ranks, and the median of the others'.
struct Compared {
  double slow = 0, others = 0;
  std::string_view other = {};  // what the other one is if there is one: "rank"

  double growth() const { return slow - others; }
  // What `others` is of: "other rank" or "median of the others".
  std::string OnOthers() const;
  // Of picoseconds a step.
  std::string Text() const;
};

// Whether it grew by less than a quarter as much, in proportion: they are not slow alike.
bool GrowsLess(const Compared& one, const Compared& grown);

// Where ops run whose time is compared.
enum class OpPlace : uint8_t { kDevices, kHosts };

// What a slow rank takes longer for than others of its run do: a step, in the mean.
class RankComparison {
 public:
  // The first of `slow` stands for all where only one can be shown.
  RankComparison(const RuleInput& input, const RanksOfRun& slow, const RanksOfRun& others);

  bool has_others() const { return of_.size() > slow_; }

  // The times of the parts of a step; empty if these are not known.
  std::vector<Compared> Parts() const;

  // The ops of one name.
  struct GrownOp {
    StringId name;
    Compared time, calls;
    Compared rest;  // the time of all other ops
    // Of that, the time of matrix products and convolutions, and of attention.
    Compared products, attention;
    Compared of_parameters;  // and of those whose work does not depend on the batch
    Compared all_calls;
    // The inputs that took most of the time, as "512x256, 256x64", where those of the slow rank are
    // not those of the others; else empty.
    std::string inputs, inputs_of_others;
    bool has_same_inputs = false;  // the slow rank and the others, as recorded

    // Whether the device is not why it grew: a slow one would slow the other ops alike. False where
    // these are few.
    bool IsSlowAlone() const;
    Compared all() const { return {time.slow + rest.slow, time.others + rest.others}; }
    // Ops that mostly wait for memory: neither products nor attention, nor this one.
    Compared memory_rest() const {
      return {rest.slow - products.slow - attention.slow,
              rest.others - products.others - attention.others};
    }
  };
  // The name whose time grew most; on hosts, of those with other inputs than on the other ranks,
  // and those that run on the slow rank alone.
  std::optional<GrownOp> MostGrownOp(OpPlace place) const;
  // Of the ops with other inputs than on the other ranks, the one that grew most; `all` is the time
  // of all of them together.
  struct UnlikeWork {
    GrownOp most;
    Compared all;
  };
  std::optional<UnlikeWork> WorkWithOtherInputs(OpPlace place) const;

  // What runs on the slow ranks and hardly on the others, and what hardly runs on the slow ranks:
  // what takes longest comes first. Times are of a step.
  struct OneSided {
    struct Item {
      StringId name, inputs;  // `inputs` are invalid unless they are told apart
      double time = 0, calls = 0;
    };
    std::vector<Item> there, on_others;
    Compared common;  // what runs on both
    // What of that runs less often on the slow ranks, with what is less of it; and how long all of
    // it would take them if each call took as long as on the others.
    std::vector<Item> less_often;
    double common_as_fast = 0;

    static double Sum(const std::vector<Item>& items);
    static double Calls(const std::vector<Item>& items);
    // Whether it is at least half of what the slow ranks take longer.
    bool Explains(double excess) const { return 2 * (Sum(there) - Sum(on_others)) >= excess; }
  };
  // The framework's ops, those with other inputs as others if `by_inputs`.
  OneSided OpsOfOneSide(OpPlace place, bool by_inputs) const;
  // The kernels of the ops of one name; of all the framework's ops if it is invalid.
  OneSided KernelsOfOneSide(StringId op) const;

  // Whether some other rank runs the same ops of the framework, each as often, in as many steps,
  // and nearly all else that the slow one runs.
  bool RunsSameOps() const;

  // The calls that launch kernels in steps: how long one takes, and all of a step, both without one
  // that takes longer than all others of its rank. nullopt if the slow ranks make other numbers of
  // them a step than the others, in their medians, or make none.
  struct LaunchCalls {
    Compared each, a_step;
  };
  std::optional<LaunchCalls> Launches() const;

  // The calls of one function of a device's runtime, such as cudaFree.
  struct RuntimeCalls {
    StringId name;
    Compared time, calls;
  };
  // Of functions that neither wait for devices nor launch or copy. Empty if steps are not known.
  std::vector<RuntimeCalls> CallsOfRuntime() const;

  // How often an op of the framework waits for a device, such as aten::item; by no op, how often
  // the runtime's function does.
  struct DeviceWaits {
    StringId name;
    Compared calls;
  };
  // The one that waits most often beyond the others; nullopt if none does.
  std::optional<DeviceWaits> MostGrownWaits() const;

  // How long a device is idle because its host waited for it, until more is launched: not while the
  // host does other long work after the wait (DeviceSyncs::idle). nullopt if unknown.
  std::optional<Compared> IdleAfterWaits() const;

  // The framework's ops that run on the slow rank alone; what takes its host longest comes first.
  std::vector<StringId> OwnOps() const;

  // The time in which Python only sleeps or waits for threads; nullopt if unknown.
  std::optional<Compared> Sleeps() const;

  struct GrownBytes {
    CollectiveKind kind;
    Compared bytes;
  };
  // The kind of collective in which the slow rank has most bytes beyond the others. What ranks send
  // to one another does not count: it depends on their place in a pipeline.
  std::optional<GrownBytes> MostGrownBytes() const;

  struct GrownMark {
    StringId name;
    Compared time;
    size_t in = 0, of = 0;  // in how many of the slow rank's steps it runs
  };
  // The mark of users (record_function) that grew by at least `least` a step; of several, which
  // hold each other, the shortest.
  std::optional<GrownMark> MarkThatGrew(double least) const;
  // The same of functions of the user's Python; nullopt if other ranks' Python was not traced.
  std::optional<GrownMark> FunctionThatGrew(double least) const;

 private:
  // Of events of threads, whose op and source count.
  std::optional<GrownMark> GrownEvent(double least, const std::vector<char>& op_counts,
                                      const std::function<bool(SourceId)>& source_counts) const;
  Compared Means(const std::vector<double>& sums, const std::vector<double>& steps) const;
  // By what, the time and calls of each rank.
  struct TimeAndCalls {
    std::vector<double> time, calls;
  };
  using SumsByName = std::map<std::pair<StringId, StringId>, TimeAndCalls>;
  OneSided OneSidedOf(const SumsByName& sums, const std::vector<double>& steps) const;
  // Whether the step's times count: it is selected, and whole unless all of its rank are partial.
  bool Counts(StepId step) const;
  // How many steps of each rank count, or are selected.
  std::vector<double> StepsOfEach(bool with_partial = false) const;
  // All that take time there; empty if steps are not known.
  std::vector<GrownOp> OpsOf(OpPlace place) const;

  const RuleInput& input_;
  const Profile& profile_;
  std::vector<SourceId> of_;  // the slow ones first
  size_t slow_ = 0;           // how many these are
  std::string_view other_;    // what the other one is if there is one
  std::map<SourceId, uint32_t> index_;
  std::vector<char> counts_;  // by step
};

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_RANKS_RANK_COMPARISON_H_
