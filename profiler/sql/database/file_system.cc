#include "profiler/sql/database/file_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace profiler::sql {

// SQLite's calls of the file. Locks and syncs do nothing: nobody else knows the file yet, and it
// gets its name only when it is complete.
struct FileCalls {
  struct OpenedFile {
    sqlite3_file base = {};  // the first member, as SQLite asks
    FileSystem* in = nullptr;
  };

  static FileSystem& Of(sqlite3_file* file) { return *reinterpret_cast<OpenedFile*>(file)->in; }

  static int Done(FileSystem& in, const absl::Status& status, int failed) {
    if (status.ok()) return SQLITE_OK;
    if (in.status_.ok()) in.status_ = status;
    return failed;
  }

  static int Close(sqlite3_file*) { return SQLITE_OK; }
  static int Read(sqlite3_file* file, void* to, int size, sqlite3_int64 offset) {
    FileSystem& in = Of(file);
    auto* const bytes = static_cast<char*>(to);
    const auto asked = static_cast<size_t>(size);
    const auto at = static_cast<uint64_t>(offset);
    absl::StatusOr<size_t> got = size_t{0};  // SQLite looks at the new file before it writes
    if (at < in.size_) got = in.file_.ReadAt(at, bytes, asked);
    if (!got.ok()) return Done(in, got.status(), SQLITE_IOERR_READ);
    if (*got == asked) return SQLITE_OK;
    std::memset(bytes + *got, 0, asked - *got);
    return SQLITE_IOERR_SHORT_READ;
  }
  static int Write(sqlite3_file* file, const void* from, int size, sqlite3_int64 offset) {
    FileSystem& in = Of(file);
    const auto at = static_cast<uint64_t>(offset);
    const std::string_view bytes(static_cast<const char*>(from), static_cast<size_t>(size));
    in.size_ = std::max(in.size_, at + bytes.size());
    return Done(in, in.file_.WriteAt(at, bytes), SQLITE_IOERR_WRITE);
  }
  // Only a transaction that fails makes a file shorter, and then the file is dropped.
  static int Truncate(sqlite3_file*, sqlite3_int64) { return SQLITE_OK; }
  static int Sync(sqlite3_file*, int) { return SQLITE_OK; }
  static int Size(sqlite3_file* file, sqlite3_int64* size) {
    *size = static_cast<sqlite3_int64>(Of(file).size_);
    return SQLITE_OK;
  }
  static int Lock(sqlite3_file*, int) { return SQLITE_OK; }
  static int IsReserved(sqlite3_file*, int* is_reserved) {
    *is_reserved = 0;
    return SQLITE_OK;
  }
  static int Control(sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; }
  static int SectorSize(sqlite3_file*) { return 4096; }
  static int Traits(sqlite3_file*) { return 0; }

  static const sqlite3_io_methods& Methods() {
    static const sqlite3_io_methods& methods = *new sqlite3_io_methods([] {
      sqlite3_io_methods made = {};
      made.iVersion = 1;
      made.xClose = Close;
      made.xRead = Read;
      made.xWrite = Write;
      made.xTruncate = Truncate;
      made.xSync = Sync;
      made.xFileSize = Size;
      made.xLock = Lock;
      made.xUnlock = Lock;
      made.xCheckReservedLock = IsReserved;
      made.xFileControl = Control;
      made.xSectorSize = SectorSize;
      made.xDeviceCharacteristics = Traits;
      return made;
    }());
    return methods;
  }

  static int Open(sqlite3_vfs* vfs, const char*, sqlite3_file* file, int flags, int* out_flags) {
    // Journals and temporary tables are kept in memory, so there is no other file.
    file->pMethods = nullptr;
    if ((flags & SQLITE_OPEN_MAIN_DB) == 0) return SQLITE_CANTOPEN;
    auto* const opened = reinterpret_cast<OpenedFile*>(file);
    opened->in = static_cast<FileSystem*>(vfs->pAppData);
    opened->base.pMethods = &Methods();
    if (out_flags != nullptr) *out_flags = flags;
    return SQLITE_OK;
  }
  static int Delete(sqlite3_vfs*, const char*, int) { return SQLITE_OK; }
  static int Exists(sqlite3_vfs*, const char*, int, int* exists) {
    *exists = 0;
    return SQLITE_OK;
  }
  static int FullName(sqlite3_vfs*, const char* name, int size, char* full) {
    sqlite3_snprintf(size, full, "%s", name);
    return SQLITE_OK;
  }
};

FileSystem::FileSystem(DatabaseFile& file)
    : file_(file), name_(fmt::format("profiler_{}", static_cast<const void*>(this))) {
  const sqlite3_vfs* const system = sqlite3_vfs_find(nullptr);
  if (system != nullptr) registered_ = *system;  // the clock and random numbers
  registered_.iVersion = 1;
  registered_.szOsFile = sizeof(FileCalls::OpenedFile);
  registered_.mxPathname = 512;
  registered_.pNext = nullptr;
  registered_.zName = name_.c_str();
  registered_.pAppData = this;
  registered_.xOpen = FileCalls::Open;
  registered_.xDelete = FileCalls::Delete;
  registered_.xAccess = FileCalls::Exists;
  registered_.xFullPathname = FileCalls::FullName;
  sqlite3_vfs_register(&registered_, /*makeDflt=*/0);
}

FileSystem::~FileSystem() { sqlite3_vfs_unregister(&registered_); }

}  // namespace profiler::sql
