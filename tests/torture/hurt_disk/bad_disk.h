#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "tests/events/support/temp_folder.h"
#include "tests/programs/support/program.h"
#include "tests/torture/hurt_disk/bad_disk_state.h"

namespace countersign::torture {

// The fault to inject: one call of a kind on a kind of file fails, or every such call from then on.
struct DiskPlan {
  DiskCall call = DiskCall::Write;
  DiskFile file = DiskFile::WriteAheadLog;
  DiskFault fault = DiskFault::Io;
  std::int64_t calls_before = 0;  // that still succeed
  bool lasts = false;
};

// E.g. "write of a table: EIO, from then on".
std::string name_of(const DiskPlan& plan);
// E.g. "write of a table".
std::string name_of(DiskCall call, DiskFile file);

// A disk that fails on demand, for servers that are started with its variables. Until then it is
// whole and as large as the real disk. Not thread-safe.
class BadDisk {
 public:
  BadDisk();
  ~BadDisk();
  BadDisk(const BadDisk&) = delete;
  BadDisk& operator=(const BadDisk&) = delete;

  // The environment of a server that is to have this disk.
  tests::Variables variables() const;
  // Sets the folder that lies on this disk. REQUIRES: called once, before anything else.
  void lies_under(const std::filesystem::path& data);

  void spoil(const DiskPlan& plan);
  void mend() { state_->is_armed = false; }
  // The number of calls that failed or came short since spoil().
  std::uint64_t struck() const { return state_->struck; }

  // How often the call was made on the kind of file since forget_calls().
  std::uint64_t calls(DiskCall call, DiskFile file) const;
  void forget_calls();

  // If a write or sync of the write-ahead log has failed, cuts off what was not synced: a system
  // may have dropped it. Returns the number of bytes. REQUIRES: no server runs.
  std::uint64_t drop_unsynced_log() const;

  // Makes this a small disk with so much free room; a second call sets the free room again.
  void set_free(std::int64_t bytes, std::int64_t names);
  // Takes all free room but `left`, as if somebody else used it.
  void take_bytes_but(std::int64_t left);
  void take_names_but(std::int64_t left);
  // The number of calls that found no room.
  std::uint64_t out_of_room() const { return state_->out_of_bytes + state_->out_of_names; }

 private:
  const TempFolder folder_;
  BadDiskState* state_;  // mapped
};

}  // namespace countersign::torture
