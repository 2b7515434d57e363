#ifndef PROFILER_ADVISE_RULES_JOB_COMMUNICATION_EXCHANGED_OP_H_
#define PROFILER_ADVISE_RULES_JOB_COMMUNICATION_EXCHANGED_OP_H_

#include <string>
#include <string_view>

#include "profiler/advise/rules/job/communication/job_communication.h"
#include "profiler/analysis/collectives/collective_kinds.h"
#include "profiler/analysis/collectives/worker_use.h"
#include "profiler/base/value.h"
#include "profiler/store/profile.h"

namespace profiler {

// What a program that XLA compiled exchanges most in a kind of collective.
struct ExchangedOp {
  std::string line;             // of the user's that most of the time is of; empty if there is none
  std::string_view op;          // the op that most of the time is for; empty if there is none
  bool may_be_gradient = true;  // false if JAX's names say of most of the time that it is of none
  // JAX's names say of most of the time that it is in neither pass of the model that is trained.
  bool is_outside_passes = false;
};

ExchangedOp ExchangedOpOf(const Profile& profile, const WorkerUse& use, const RunCommunication& run,
                          CollectiveKind kind, std::string_view group);

// ", mostly all_gather (36.7 ms, at train.py:19)", of what a worker's `all` time a step is mostly
// of: its time where other collectives take a quarter or more, and the line. "" without a name.
std::string MostlyText(const std::string& name, double share, Value all, const ExchangedOp& op);

// "Most of the all_gather is of jit(step)/argmax, outside of the passes that make gradients. ", or
// "" where that is not known.
std::string OutsidePassesText(CollectiveKind kind, const ExchangedOp& op);

}  // namespace profiler

#endif  // PROFILER_ADVISE_RULES_JOB_COMMUNICATION_EXCHANGED_OP_H_
