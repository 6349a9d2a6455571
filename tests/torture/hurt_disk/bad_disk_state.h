#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

// The shared state of a campaign and the library that it preloads into a server
// (library/library.cc): one page of memory that both have mapped. The campaign may change it at
// any time.
//
// The library intercepts the server's calls on files below one folder. Either calls of one kind on
// one kind of file fail or come short, or the disk has little room.
namespace countersign::torture {

// The environment variable of the server that holds the path of the mapped file.
inline constexpr const char* kBadDiskVariable = "TORTURE_BAD_DISK";

enum class DiskCall : std::uint8_t {
  Open,
  Create,
  Read,  // and the listing of a folder
  Write,
  Sync,
  Allocate,
  Truncate,
  Rename,  // the file is that of the new name
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
  Folder,  // any other folder
  Other,   // e.g. LOCK, IDENTITY
};
inline constexpr std::size_t kDiskFiles = 14;

enum class DiskFault : std::uint8_t {
  Io,       // EIO
  NoSpace,  // ENOSPC
  Short,    // a part of the bytes is written, without an error
  Lost,     // reports success and does nothing
};

// Atomic, since two processes and all threads of the server use it. All zeros: no faults, and
// nothing is counted.
struct BadDiskState {
  // Without a '/' at its end. Written before `has_folder`, and never again.
  std::array<char, 512> folder;
  std::atomic<bool> has_folder;

  // The plan: written before `is_armed`.
  std::atomic<DiskCall> call;
  std::atomic<DiskFile> file;
  std::atomic<DiskFault> fault;
  std::atomic<bool> lasts;                 // every call from then on; else one call
  std::atomic<std::int64_t> calls_before;  // that still succeed; counted down
  std::atomic<bool> is_armed;

  std::atomic<std::uint64_t> struck;  // calls that failed, or came short, by the plan

  // The number of the newest synced write-ahead log, and its size at the sync: no more of the log
  // is certain to be on the disk. Frozen once a write or sync of the log has failed.
  std::atomic<std::uint64_t> synced_log;
  std::atomic<std::uint64_t> synced_bytes;
  std::atomic<bool> log_failed;

  // How often each call was made.
  std::array<std::array<std::atomic<std::uint64_t>, kDiskFiles>, kDiskCalls> calls;

  // The free room, if `is_small`: writes take from it, removals give back.
  std::atomic<bool> is_small;
  std::atomic<std::int64_t> free_bytes;
  std::atomic<std::int64_t> free_names;
  std::atomic<std::uint64_t> out_of_bytes;  // calls that failed or came short for lack of bytes
  std::atomic<std::uint64_t> out_of_names;
};
static_assert(std::atomic<std::int64_t>::is_always_lock_free);
static_assert(std::atomic<DiskCall>::is_always_lock_free);

}  // namespace countersign::torture
