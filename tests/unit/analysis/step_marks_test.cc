// What the name of a mark says of its steps.
#include "profiler/analysis/steps/kinds/step_marks.h"

#include <catch2/catch.hpp>

namespace profiler {
namespace {

TEST_CASE("Steps train or evaluate where a word of their mark begins so") {
  CHECK(PurposeOf("Step:ModeKeys.TRAIN") == StepPurpose::kTraining);
  CHECK(PurposeOf("training_step") == StepPurpose::kTraining);
  CHECK(PurposeOf("runTrain") == StepPurpose::kTraining);
  CHECK(PurposeOf("Step:ModeKeys.EVAL") == StepPurpose::kEvaluation);
  CHECK(PurposeOf("validation_step") == StepPurpose::kEvaluation);
  CHECK(PurposeOf("train/Evaluate") == StepPurpose::kEvaluation);
}

TEST_CASE("Words that contain others say nothing of what steps are for") {
  CHECK(PurposeOf("retrieval") == StepPurpose::kUnknown);
  CHECK(PurposeOf("constraint") == StepPurpose::kUnknown);
  CHECK(PurposeOf("invalidate") == StepPurpose::kUnknown);
  CHECK(PurposeOf("ProfilerStep") == StepPurpose::kUnknown);
  CHECK(PurposeOf("") == StepPurpose::kUnknown);
}

}  // namespace
}  // namespace profiler
