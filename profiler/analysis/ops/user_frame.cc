#include "profiler/analysis/ops/user_frame.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace profiler {
namespace {

// The maximum number of calling frames to search, as stacks in a file may be arbitrarily deep.
constexpr int kMostFrames = 1000;

// Parts of the paths of installed packages and of Python's own library.
constexpr std::string_view kLibraryFolders[] = {"site-packages/", "dist-packages/", "/lib/python",
                                                "lib/python3"};

// Paths below a folder of sys.path, as torch.profiler writes them: frameworks, and modules of
// Python's library through which calls pass.
constexpr std::string_view kLibraryStarts[] = {
    "torch/",      "torchvision/",     "torchaudio/",  "functorch/",   "tensorflow/",
    "keras/",      "tf_keras/",        "jax/",         "jaxlib/",      "flax/",
    "optax/",      "numpy/",           "triton/",      "lightning/",   "pytorch_lightning/",
    "accelerate/", "multiprocessing/", "concurrent/",  "asyncio/",     "importlib/",
    "runpy.py",    "contextlib.py",    "functools.py", "threading.py", "selectors.py",
    "weakref.py",  "cProfile.py"};

// JAX's tracer records file names without their folders. A function is given where users may well
// have a file of that name; "" stands for any function.
struct LibraryFunction {
  std::string_view file, function;
};
constexpr LibraryFunction kJaxFunctions[] = {
    {"traceback_util.py", ""},
    {"pjit.py", ""},
    {"pxla.py", ""},
    {"partial_eval.py", ""},
    {"linear_util.py", ""},
    {"api_util.py", ""},
    {"xla_bridge.py", ""},
    {"lax_numpy.py", ""},
    {"array_constructors.py", ""},
    {"array_creation.py", ""},
    {"array_methods.py", ""},
    {"api.py", "block_until_ready"},
    {"api.py", "device_put"},
    {"api.py", "device_get"},
    {"api.py", "_device_put"},
    {"api.py", "_device_get"},
    {"array.py", "_value"},
    {"array.py", "__array__"},
    {"array.py", "__float__"},
    {"array.py", "__int__"},
    {"array.py", "__bool__"},
    {"array.py", "block_until_ready"},
    {"array.py", "tolist"},
    {"array.py", "item"},
    {"core.py", "bind"},
    {"core.py", "_true_bind"},
    {"core.py", "bind_with_trace"},
    {"profiler.py", "wrapper"},
    {"profiler.py", "__enter__"},
    {"profiler.py", "__exit__"},
    {"dispatch.py", "apply_primitive"},
};

}  // namespace

bool IsOfLibrary(const Profile& profile, const FrameRow& frame) {
  std::string_view file = profile.strings[frame.file];
  if (file.empty() || file.starts_with('<')) return true;
  for (const std::string_view folder : kLibraryFolders) {
    if (file.find(folder) != file.npos) return true;
  }
  for (const std::string_view start : kLibraryStarts) {
    if (file.starts_with(start)) return true;
  }
  if (file.find('/') != file.npos) return false;
  const std::string_view function = profile.strings[frame.function];
  return std::any_of(
      std::begin(kJaxFunctions), std::end(kJaxFunctions), [&](const LibraryFunction& one) {
        return one.file == file && (one.function.empty() || one.function == function);
      });
}

FrameId UserFrame(const Profile& profile, FrameId innermost) {
  FrameId with_file;
  FrameId frame = innermost;
  for (int i = 0; frame.valid() && i < kMostFrames; ++i, frame = profile.frames[frame].parent) {
    if (!IsOfLibrary(profile, profile.frames[frame])) return frame;
    const bool has_file = !profile.strings[profile.frames[frame].file].empty();
    if (has_file && !with_file.valid()) with_file = frame;
  }
  return with_file;
}

}  // namespace profiler
