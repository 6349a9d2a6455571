#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "tests/events/temp_folder.h"
#include "tests/server/program.h"
#include "tests/torture/hurt_disk/bad_disk_state.h"

namespace countersign::torture {

// What is to go wrong: one call of a kind on a kind of file, or each from that one on.
struct DiskPlan {
  DiskCall call = DiskCall::Write;
  DiskFile file = DiskFile::WriteAheadLog;
  DiskFault fault = DiskFault::Io;
  std::int64_t calls_before = 0;  // that still go well
  bool lasts = false;
};

// E.g. "write of a table: EIO, from then on".
std::string name_of(const DiskPlan& plan);
// E.g. "write of a table".
std::string name_of(DiskCall call, DiskFile file);

// A disk that goes bad when it is told to, under servers that are started with its variables. It is
// whole, and as large as the true one, until then. Threads: one.
class BadDisk {
 public:
  BadDisk();
  ~BadDisk();
  BadDisk(const BadDisk&) = delete;
  BadDisk& operator=(const BadDisk&) = delete;

  // Of a server that is to have this disk.
  tests::Variables variables() const;
  // The folder that lies on it; said once, before anything else.
  void lies_under(const std::filesystem::path& data);

  void spoil(const DiskPlan& plan);
  void mend() { state_->is_armed = false; }
  // How many calls have failed, or came short, since spoil().
  std::uint64_t struck() const { return state_->struck; }

  // How often a call was made on a kind of file since forget_calls().
  std::uint64_t calls(DiskCall call, DiskFile file) const;
  void forget_calls();

  // Cuts off what of the write-ahead log was not synced when a write or sync of it failed: a system
  // may have dropped that. Gives the bytes. REQUIRES: no server runs.
  std::uint64_t drop_unsynced_log() const;

  // Makes it a small disk: so much is free. Again: so much is free now.
  void set_free(std::int64_t bytes, std::int64_t names);
  // Somebody else takes what there is but for so much.
  void take_bytes_but(std::int64_t left);
  void take_names_but(std::int64_t left);
  // How many calls have found no room.
  std::uint64_t out_of_room() const { return state_->out_of_bytes + state_->out_of_names; }

 private:
  const TempFolder folder_;
  BadDiskState* state_;  // mapped
};

}  // namespace countersign::torture
