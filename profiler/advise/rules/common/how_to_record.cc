#include "profiler/advise/rules/common/how_to_record.h"

#include <fmt/format.h>

#include <algorithm>

namespace profiler {
namespace {

// Whether it is of a session of TensorFlow 1, whose recorder knows nothing of Python.
bool RecordsNoPython(const Profile& profile) {
  const auto& sources = profile.sources.values();
  return std::none_of(sources.begin(), sources.end(),
                      [](const SourceRow& source) { return source.recorder == Recorder::kXprof; });
}

// The option that records Python's functions; empty if they were, or if it is not known.
std::string_view PythonOption(const Profile& profile) {
  if (profile.strings.Find(kPythonFunctionType).valid()) return "";
  switch (FrameworkOf(profile)) {
    case Framework::kPyTorch:
      return "torch.profiler.profile(with_stack=True)";
    case Framework::kJax:
      return "jax.profiler's python_tracer_level=1";
    case Framework::kTensorFlow:
      if (RecordsNoPython(profile)) break;
      return "tf.profiler.experimental.ProfilerOptions(python_tracer_level=1)";
    case Framework::kUnknown:
      break;
  }
  return "";
}

}  // namespace

std::string_view HowToRecordOps(const Profile& profile) {
  for (const SourceRow& source : profile.sources.values()) {
    if (source.is_beside_profile) continue;
    if (source.records_phases) {
      return ": these are phases of steps; the framework's own profiler records ops";
    }
    switch (source.recorder) {
      case Recorder::kSession:
        return ": record RunMetadata";
      case Recorder::kXprof:
        return ": record while steps run, with tf.profiler.experimental or jax.profiler";
      case Recorder::kTracer:
        return ": record while steps run";
      case Recorder::kOther:
        break;
    }
  }
  return "";
}

std::string HowToRecordPython(const Profile& profile) {
  const std::string_view option = PythonOption(profile);
  return option.empty() ? "" : fmt::format("; {} shows what Python does then", option);
}

std::string HowToRecordStacks(const Profile& profile) {
  const std::string_view option = PythonOption(profile);
  return option.empty() ? "" : fmt::format("; {} records them", option);
}

std::string_view HowToRecordLess(Framework framework) {
  if (framework == Framework::kPyTorch) return "record without Python's stacks (with_stack=False)";
  if (framework == Framework::kJax) {
    return "record without Python (jax.profiler.ProfileOptions: python_tracer_level=0)";
  }
  return "record without Python (tf.profiler.experimental.ProfilerOptions: python_tracer_level=0)";
}

std::string_view HowToRecordCommunication(const Profile& profile) {
  for (const SourceRow& source : profile.sources.values()) {
    if (source.is_beside_profile) continue;
    if (source.records_phases) {
      return "; these are phases of steps: the framework's own profiler records communication";
    }
    if (source.recorder == Recorder::kSession) {
      return "; RunMetadata holds transfers (-run_meta_path), tfprof's own file does not";
    }
    if (source.recorder == Recorder::kXprof) {
      return "; the profiler records collectives on accelerators with device_tracer_level=1";
    }
    if (source.has_kineto_names) {
      return "; torch.profiler records collectives with ProfilerActivity.CUDA, and gloo's without";
    }
  }
  return "";
}

}  // namespace profiler
