#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

// What a campaign and the library that it preloads into a server (bad_disk_library.cc) say to each
// other: one page of memory that both have mapped. The campaign may change it at any time.
//
// The library stands between the server and the system for calls on files below one folder. Either
// a call of one kind on one kind of file fails, or comes short; or the disk has only so much room.
namespace countersign::torture {

// Named in the environment of the server; the value is the path of the file that is mapped.
inline constexpr const char* kBadDiskVariable = "TORTURE_BAD_DISK";

enum class DiskCall : std::uint8_t {
  Open,
  Create,
  Read,  // and the listing of a folder
  Write,
  Sync,
  Allocate,
  Truncate,
  Rename,  // a file is that of the new name
  MakeFolder,
  Remove,
};
inline constexpr std::size_t kDiskCalls = 10;

enum class DiskFile : std::uint8_t {
  WriteAheadLog,
  Table,
  Manifest,
  Current,
  Options,
  Anchor,
  LogFolder,
  Checkpoint,
  KeySlot,
  StoredFile,
  Purging,
  MasterKeyId,
  Folder,  // any other
  Other,   // e.g. LOCK, IDENTITY
};
inline constexpr std::size_t kDiskFiles = 14;

enum class DiskFault : std::uint8_t {
  Io,       // EIO
  NoSpace,  // ENOSPC
  Short,    // a part of the bytes is written, which is no error
  Lost,     // success is said, and nothing is done
};

// Atomic, since the two processes and all threads of the server look at it. All zeros: nothing
// happens, and nothing is counted.
struct BadDiskState {
  // Without a '/' at its end. Written before `has_folder`, and never again.
  std::array<char, 512> folder;
  std::atomic<bool> has_folder;

  // The plan: written before `is_armed`.
  std::atomic<DiskCall> call;
  std::atomic<DiskFile> file;
  std::atomic<DiskFault> fault;
  std::atomic<bool> lasts;                 // from then on, else once
  std::atomic<std::int64_t> calls_before;  // that still go well; counted down
  std::atomic<bool> is_armed;

  std::atomic<std::uint64_t> struck;  // calls that failed, or came short, by the plan

  // The newest write-ahead log that was synced, by its number, and its bytes then: no more of the
  // log is sure to be on the disk. Does not change any more once a write or sync of it has failed.
  std::atomic<std::uint64_t> synced_log;
  std::atomic<std::uint64_t> synced_bytes;
  std::atomic<bool> log_failed;

  // How often each call was made.
  std::array<std::array<std::atomic<std::uint64_t>, kDiskFiles>, kDiskCalls> calls;

  // What room there is, if `is_small`: counted down by what is written, up by what is removed.
  std::atomic<bool> is_small;
  std::atomic<std::int64_t> free_bytes;
  std::atomic<std::int64_t> free_names;
  std::atomic<std::uint64_t> out_of_bytes;  // calls that failed, or came short, for want of them
  std::atomic<std::uint64_t> out_of_names;
};
static_assert(std::atomic<std::int64_t>::is_always_lock_free);
static_assert(std::atomic<DiskCall>::is_always_lock_free);

}  // namespace countersign::torture
