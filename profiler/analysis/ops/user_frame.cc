#include "profiler/analysis/ops/user_frame.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "profiler/analysis/ops/jax/eager.h"
#include "profiler/analysis/ops/jax/numerics.h"
#include "profiler/store/python_name.h"

namespace profiler {
namespace {

// The maximum number of calling frames to search, as stacks in a file may be arbitrarily deep.
constexpr int kMostFrames = 1000;

// Parts of the paths of installed packages, of Python's own library and of what torch.compile
// wrote.
constexpr std::string_view kLibraryFolders[] = {"site-packages/", "dist-packages/", "/lib/python",
                                                "lib/python3", kInductorFolder};

// Paths below a folder of sys.path, as torch.profiler writes them: frameworks, and modules of
// Python's library through which calls pass.
constexpr std::string_view kLibraryStarts[] = {"torch/",
                                               "torchvision/",
                                               "torchaudio/",
                                               "functorch/",
                                               "tensorflow/",
                                               "keras/",
                                               "tf_keras/",
                                               "jax/",
                                               "jaxlib/",
                                               "flax/",
                                               "optax/",
                                               "numpy/",
                                               "triton/",
                                               "lightning/",
                                               "pytorch_lightning/",
                                               "accelerate/",
                                               "multiprocessing/",
                                               "concurrent/",
                                               "asyncio/",
                                               "importlib/",
                                               "runpy.py",
                                               "contextlib.py",
                                               "functools.py",
                                               "threading.py",
                                               "selectors.py",
                                               "weakref.py",
                                               "cProfile.py",
                                               "copy.py",
                                               "copyreg.py",
                                               "pickle.py",
                                               "random.py",
                                               "collections/",
                                               "enum.py",
                                               "abc.py",
                                               "dataclasses.py",
                                               "typing.py",
                                               "heapq.py",
                                               "statistics.py",
                                               "socket.py",
                                               "ssl.py",
                                               "traceback.py",
                                               "linecache.py",
                                               "tokenize.py",
                                               "inspect.py",
                                               "warnings.py",
                                               "re/",
                                               "re.py",
                                               "sre_",
                                               "gzip.py",
                                               "bz2.py",
                                               "lzma.py",
                                               "_compression.py",
                                               "zipfile.py",
                                               "zipfile/",
                                               "tarfile.py",
                                               "shutil.py",
                                               "tempfile.py",
                                               "glob.py",
                                               "fnmatch.py",
                                               "pathlib.py",
                                               "pathlib/",
                                               "os.py",
                                               "genericpath.py",
                                               "queue.py",
                                               "textwrap.py",
                                               "hashlib.py",
                                               "base64.py",
                                               "csv.py",
                                               "codecs.py",
                                               "encodings/",
                                               "decimal.py",
                                               "_pydecimal.py",
                                               "fractions.py",
                                               "datetime.py",
                                               "_strptime.py",
                                               "ctypes/",
                                               "sqlite3/",
                                               "xml/",
                                               "email/",
                                               "html/",
                                               "argparse.py",
                                               "ast.py",
                                               "pprint.py",
                                               "reprlib.py",
                                               "_weakrefset.py",
                                               "_collections_abc.py",
                                               "uuid.py",
                                               "tracemalloc.py",
                                               "configparser.py",
                                               "subprocess.py",
                                               "posixpath.py",
                                               "http/",
                                               "urllib/",
                                               "json/",
                                               "logging/",
                                               "urllib3/",
                                               "requests/",
                                               "fsspec/",
                                               "aiohttp/",
                                               "pandas/",
                                               "PIL/",
                                               "scipy/",
                                               "h5py/",
                                               "pyarrow/",
                                               "tqdm/"};

// JAX's tracer records file names without their folders. A function is given where users may well
// have a file of that name; "" stands for any function.
constexpr PythonName kJaxFunctions[] = {
    {"traceback_util.py", ""},
    {"tree.py", "map"},  // jax.tree.map
    {"tree.py", "map_with_path"},
    {"tree_util.py", ""},
    {"callback.py", "_wrapped_callback"},
    {"callback.py", "pure_callback_impl"},
    {"callback.py", "io_callback_impl"},
    {"pjit.py", ""},
    {"pxla.py", ""},
    {"compiler.py", ""},
    {"ad.py", ""},
    {"batching.py", ""},
    {"partial_eval.py", ""},
    {"linear_util.py", ""},
    {"api_util.py", ""},
    {"xla_bridge.py", ""},
    {"lax_numpy.py", ""},
    {"ufunc_api.py", ""},
    {"tensor_contractions.py", ""},
    {"index_tricks.py", ""},
    {"window_functions.py", ""},
    {"windowed_reductions.py", ""},
    {"__init__.py", "_xla_gc_callback"},
    {"array_constructors.py", ""},
    {"array_creation.py", ""},
    {"array_methods.py", ""},
    {"indexing.py", ""},
    {"profiler.py", "wrapper"},
    {"profiler.py", "__enter__"},
    {"profiler.py", "__exit__"},
    {"abstract_arrays.py", ""},
    {"ad_checkpoint.py", ""},
    {"ad_util.py", ""},
    {"array_api_metadata.py", ""},
    {"basearray.py", ""},
    {"custom_batching.py", ""},
    {"custom_derivatives.py", ""},
    {"dtypes.py", ""},
    {"eval_jaxpr.py", ""},
    {"flatten_util.py", ""},
    {"literals.py", ""},
    {"mlir.py", ""},
    {"named_sharding.py", ""},
    {"op_shardings.py", ""},
    {"partition_spec.py", ""},
    {"sharding_impls.py", ""},
    {"source_info_util.py", ""},
    {"xla_metadata_lib.py", ""},
};

// Functions of numpy.
constexpr PythonName kNumpyFunctions[] = {
    {"fromnumeric.py", ""},       {"_methods.py", ""},         {"_function_base_impl.py", ""},
    {"_arraysetops_impl.py", ""}, {"_shape_base_impl.py", ""}, {"_stride_tricks_impl.py", ""},
    {"_ufunc_config.py", ""},     {"numerictypes.py", ""},
};

constexpr PythonName kPassOn[] = {
    {"traceback_util.py", "reraise_with_filtered_traceback"},
    {"util.py", "wrapper"},  // JAX's caches
    {"profiler.py", "wrapper"},
    {"contextlib.py", "inner"},
    {"contextlib.py", "__enter__"},
    {"contextlib.py", "__exit__"},
    {"functools.py", "wrapper"},
    {"_contextlib.py", "decorate_context"},
    {"module.py", "_call_impl"},
    {"module.py", "_wrapped_call_impl"},
    {"threading.py", "_bootstrap"},
    {"threading.py", "_bootstrap_inner"},
    {"threading.py", "run"},
};

// Files of JAX whose functions make arrays of Python's values.
constexpr PythonName kArrayMakers[] = {{"array_constructors.py", ""}, {"array_creation.py", ""}};

// Functions of JAX's arrays that need the values, and how they are called.
struct ResultFunction {
  PythonName function;
  std::string_view call;
};
constexpr ResultFunction kResultFunctions[] = {
    {{"array.py", "__float__"}, "float()"},
    {{"array.py", "__int__"}, "int()"},
    {{"array.py", "__bool__"}, "bool()"},
    {{"array.py", "__index__"}, "an index"},
    {{"array.py", "__array__"}, "np.asarray()"},
    {{"array.py", "__format__"}, "format()"},
    {{"array.py", "tolist"}, "tolist()"},
    {{"array.py", "item"}, "item()"},
    {{"array.py", "_value"}, "a value"},
    {{"array.py", "block_until_ready"}, "block_until_ready()"},
    {{"api.py", "block_until_ready"}, "block_until_ready()"},
};

template <size_t kSize>
bool ListsFunction(const FunctionsOfFile (&list)[kSize], std::string_view file,
                   std::string_view function) {
  return std::any_of(std::begin(list), std::end(list), [&](const FunctionsOfFile& one) {
    return one.file == file && ListsWord(one.functions, function);
  });
}

// Whether JAX calls the frame, at once or through others of these functions or built-in ones.
bool IsCalledByJax(const Profile& profile, const FrameRow& frame) {
  FrameId caller = frame.parent;
  for (int i = 0; caller.valid() && i < kMostFrames; ++i, caller = profile.frames[caller].parent) {
    const FrameRow& row = profile.frames[caller];
    const std::string_view file = profile.strings[row.file];
    const std::string_view function = profile.strings[row.function];
    if (IsJaxFunction(file, function)) return true;
    const bool is_built_in = !file.ends_with(".py");
    if (!is_built_in && !ListsFunction(kInnerFunctions, file, function)) return false;
  }
  return false;
}

// Whether frames were recorded as events with a begin and an end, which have one line each.
bool FramesAreEvents(const Profile& profile) {
  const auto& sources = profile.sources.values();
  return std::any_of(sources.begin(), sources.end(),
                     [](const SourceRow& source) { return source.has_kineto_names; });
}

}  // namespace

bool IsOfLibrary(const Profile& profile, const FrameRow& frame) {
  std::string_view file = profile.strings[frame.file];
  if (file.empty() || file.starts_with('<')) return true;
  for (const std::string_view folder : kLibraryFolders) {
    if (file.find(folder) != file.npos) return true;
  }
  for (const std::string_view start : kLibraryStarts) {
    // Most differ in the first letter.
    if (start.front() == file.front() && file.starts_with(start)) return true;
  }
  if (file.find('/') != file.npos) return false;
  const std::string_view function = profile.strings[frame.function];
  if (ListsFunction(kInnerFunctions, file, function)) return IsCalledByJax(profile, frame);
  return IsJaxFunction(file, function) || HasFunction(kNumpyFunctions, file, function);
}

bool IsUsersFunction(const Profile& profile, const OpRow& op) {
  if (profile.strings[op.type] != kPythonFunctionType || !op.frame.valid()) return false;
  const bool is_file = profile.strings[op.name].find(".py") != std::string_view::npos;
  return is_file && !IsOfLibrary(profile, profile.frames[op.frame]);
}

bool IsJaxFunction(std::string_view file, std::string_view function) {
  if (HasFunction(kJaxFunctions, file, function) || IsJaxNumerics(file, function)) return true;
  return ListsFunction(kEagerFunctions, file, function) &&
         !ListsFunction(kInnerFunctions, file, function);
}

bool MakesJaxArray(std::string_view name) {
  if (!name.starts_with('$')) return false;
  const PythonName python = SplitPythonName(name);
  return HasFunction(kArrayMakers, python.path, python.function);
}

bool PassesCallOn(std::string_view file, std::string_view function) {
  return HasFunction(kPassOn, file, function);
}

std::string_view ResultCall(std::string_view file, std::string_view function) {
  for (const auto& [one, call] : kResultFunctions) {
    if (one.path == file && one.function == function) return call;
  }
  return "";
}

FrameId UserFrame(const Profile& profile, FrameId innermost) {
  const bool are_events = FramesAreEvents(profile);
  FrameId with_file;
  FrameId frame = innermost;
  for (int i = 0; frame.valid() && i < kMostFrames; ++i, frame = profile.frames[frame].parent) {
    const FrameRow& row = profile.frames[frame];
    // The callers of a module are what runs or imports it.
    const bool is_module = are_events && profile.strings[row.function] == "<module>";
    if (is_module && row.function_start_line == kUnknown) break;
    if (!IsOfLibrary(profile, row)) return frame;
    if (!profile.strings[row.file].empty() && !with_file.valid()) with_file = frame;
  }
  return with_file;
}

}  // namespace profiler
