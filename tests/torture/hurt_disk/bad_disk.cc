#include "tests/torture/hurt_disk/bad_disk.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "core/check.h"

namespace countersign::torture {
namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, kDiskCalls> kCallNames{"open",
                                                         "create",
                                                         "read",
                                                         "write",
                                                         "sync",
                                                         "allocation",
                                                         "truncation",
                                                         "renaming",
                                                         "making",
                                                         "removal"};
constexpr std::array<const char*, kDiskFiles> kFileNames{"the write-ahead log",
                                                         "a table",
                                                         "MANIFEST",
                                                         "CURRENT",
                                                         "OPTIONS",
                                                         "ANCHOR",
                                                         "the log's folder",
                                                         "a checkpoint",
                                                         "a key slot",
                                                         "a stored file",
                                                         "PURGING",
                                                         "MASTER-KEY-ID",
                                                         "a folder",
                                                         "another file"};
constexpr std::array<const char*, 4> kFaultNames{"EIO", "ENOSPC", "short", "lost"};

BadDiskState* map_state(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  check(file >= 0, "the system creates the file for the state of a disk");
  check(::ftruncate(file, sizeof(BadDiskState)) == 0,
        "the system extends the file for the state of a disk");
  void* page = ::mmap(nullptr, sizeof(BadDiskState), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  check(page != MAP_FAILED, "the system maps the file for the state of a disk");
  return static_cast<BadDiskState*>(page);
}

void take_but(std::atomic<std::int64_t>& free, std::int64_t left) {
  std::int64_t there = free;
  while (there > left && !free.compare_exchange_weak(there, left)) {
  }
}

std::uint64_t number_of(const fs::path& log) {
  const std::string name = log.stem().string();
  std::uint64_t number = 0;
  std::from_chars(name.data(), name.data() + name.size(), number);
  return number;
}

}  // namespace

std::string name_of(DiskCall call, DiskFile file) {
  return std::string(kCallNames[static_cast<std::size_t>(call)]) + " of " +
         kFileNames[static_cast<std::size_t>(file)];
}

std::string name_of(const DiskPlan& plan) {
  return name_of(plan.call, plan.file) + ": " + kFaultNames[static_cast<std::size_t>(plan.fault)] +
         (plan.lasts ? ", from then on" : "");
}

BadDisk::BadDisk() : state_(map_state(folder_.path() / "state")) {}

BadDisk::~BadDisk() { ::munmap(state_, sizeof(BadDiskState)); }

tests::Variables BadDisk::variables() const {
  return {{"LD_PRELOAD", BAD_DISK_LIBRARY_PATH},
          {kBadDiskVariable, (folder_.path() / "state").string()},
          // Lets a sanitizer's runtime accept that it is not the first library.
          {"ASAN_OPTIONS", "verify_asan_link_order=0"}};
}

void BadDisk::lies_under(const fs::path& data) {
  const std::string path = data.string();
  check(path.size() < state_->folder.size(),
        "the path of the data folder fits into the state of a disk");
  std::copy(path.begin(), path.end(), state_->folder.begin());
  state_->has_folder = true;
}

void BadDisk::spoil(const DiskPlan& plan) {
  state_->is_armed = false;
  state_->struck = 0;
  state_->log_failed = false;
  state_->call = plan.call;
  state_->file = plan.file;
  state_->fault = plan.fault;
  state_->lasts = plan.lasts;
  state_->calls_before = plan.calls_before;
  state_->is_armed = true;
}

std::uint64_t BadDisk::calls(DiskCall call, DiskFile file) const {
  return state_->calls[static_cast<std::size_t>(call)][static_cast<std::size_t>(file)];
}

void BadDisk::forget_calls() {
  for (auto& of_files : state_->calls) {
    for (auto& count : of_files) count = 0;
  }
}

std::uint64_t BadDisk::drop_unsynced_log() const {
  if (!state_->log_failed) return 0;
  std::uint64_t dropped = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(state_->folder.data()) / "log")) {
    if (entry.path().extension() != ".log") continue;
    const std::uint64_t number = number_of(entry.path());
    if (number < state_->synced_log) continue;
    const std::uint64_t synced = number == state_->synced_log ? state_->synced_bytes.load() : 0;
    const std::uint64_t size = entry.file_size();
    if (size <= synced) continue;
    fs::resize_file(entry.path(), synced);
    dropped += size - synced;
  }
  return dropped;
}

void BadDisk::set_free(std::int64_t bytes, std::int64_t names) {
  state_->free_bytes = bytes;
  state_->free_names = names;
  state_->is_small = true;
}

void BadDisk::take_bytes_but(std::int64_t left) { take_but(state_->free_bytes, left); }
void BadDisk::take_names_but(std::int64_t left) { take_but(state_->free_names, left); }

}  // namespace countersign::torture
