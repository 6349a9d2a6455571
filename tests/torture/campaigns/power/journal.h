#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <vector>

#include "tests/torture/rig/facts.h"

// The journal of what a program did to the disk below one folder. The library trace.cc, preloaded
// into the program, writes it; the campaign reads it.
//
//   journal := (head name other bytes)*   in the order in which it happened
//
// Names are paths below the folder; the folder itself is "". Both sides are built together, so a
// head has the layout that the compiler gives it.
namespace countersign::torture {

// The environment variables that name the folder, and the journal to write. The library does
// nothing without them. It removes them from the environment, so that child programs are not
// recorded.
inline constexpr const char* kPowerFolderVariable = "POWER_TRACE_FOLDER";
inline constexpr const char* kPowerJournalVariable = "POWER_TRACE_JOURNAL";

enum class Did : std::uint8_t {
  Create,        // an open(2) that may create a file; `flags` are its flags
  Write,         // `bytes` at `offset`
  Zero,          // zeros `size` bytes at `offset`, but none beyond the end of the file
  Resize,        // the file has `size` bytes now
  Rename,        // of `name` to `other`
  Exchange,      // `name` and `other` name each other's files
  Link,          // `other` is another name of `name`
  Unlink,        // of a file
  MakeFolder,    //
  RemoveFolder,  //
  BeginSync,     // fsync(2) or fdatasync(2) of `name` is called; the sync has the number `offset`
  EndSync,       // that sync has returned without an error
  Unknown        // what a journal cannot hold; `other` is the name of the call
};

// The effect of renameat2(2) with these flags.
inline Did did_of_rename(unsigned flags) {
  if (flags == RENAME_EXCHANGE) return Did::Exchange;
  return flags == 0 || flags == RENAME_NOREPLACE ? Did::Rename : Did::Unknown;
}

struct JournalHead {
  Did did;
  std::int32_t flags;
  std::int64_t at_ns;  // CLOCK_MONOTONIC, like std::chrono::steady_clock; it never goes back
  std::uint64_t offset;
  std::uint64_t size;
  std::uint32_t name_bytes;
  std::uint32_t other_bytes;
  std::uint64_t bytes;
};

// One entry. Its views point into the journal.
struct Act {
  Did did = Did::Unknown;
  int flags = 0;
  Moment at;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::string_view name{};
  std::string_view other{};
  std::string_view bytes{};
};

// A finished journal, mapped into memory. Throws if the file cannot be read.
class Journal {
 public:
  explicit Journal(const std::filesystem::path& file);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  const std::vector<Act>& acts() const { return acts_; }

 private:
  void read_acts();

  const char* begin_ = nullptr;
  std::size_t size_ = 0;
  std::vector<Act> acts_;
};

}  // namespace countersign::torture
