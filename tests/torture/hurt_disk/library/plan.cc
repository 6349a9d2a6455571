#include "tests/torture/hurt_disk/library/plan.h"

#include <cerrno>

#include "tests/torture/hurt_disk/library/files.h"
#include "tests/torture/hurt_disk/library/state.h"

namespace countersign::torture {
namespace {

bool is_of_plan(const BadDiskState& disk, DiskCall call, DiskFile file) {
  return disk.is_armed && disk.call == call && disk.file == file;
}

}  // namespace

std::optional<DiskFault> fault_of(BadDiskState& disk, DiskCall call, DiskFile file) {
  ++disk.calls[static_cast<std::size_t>(call)][static_cast<std::size_t>(file)];
  if (!is_of_plan(disk, call, file)) return std::nullopt;
  const std::int64_t before = disk.calls_before--;
  if (before > 0 || (before < 0 && !disk.lasts)) return std::nullopt;
  return disk.fault.load();
}

void note_strike(BadDiskState& disk, DiskCall call, DiskFile file, DiskFault fault) {
  ++disk.struck;
  const bool of_log = file == DiskFile::WriteAheadLog &&
                      (call == DiskCall::Write || call == DiskCall::Sync) &&
                      fault != DiskFault::Short && fault != DiskFault::Lost;
  if (of_log) disk.log_failed = true;
}

bool fails(DiskCall call, const std::string& path) {
  BadDiskState* const disk = state();
  const auto file = disk == nullptr ? std::nullopt : file_at(*disk, path);
  if (!file) return false;
  const auto fault = fault_of(*disk, call, *file);
  if (!fault) return false;
  note_strike(*disk, call, *file, *fault);
  errno = *fault == DiskFault::NoSpace ? ENOSPC : EIO;
  return true;
}

bool fails(DiskCall call, int descriptor) {
  return state() != nullptr && fails(call, path_of_descriptor(descriptor));
}

}  // namespace countersign::torture
