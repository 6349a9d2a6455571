#include "tests/torture/campaigns/full/small_disk.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <utility>

#include "core/check.h"

namespace countersign::torture {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kBytes = std::int64_t{384} << 20;
constexpr std::int64_t kNames = 20'000;
constexpr std::int64_t kBlockBytes = 4096;
constexpr std::int64_t kPieceBytes = std::int64_t{1} << 20;

struct ::statvfs status_of(const fs::path& folder) {
  struct ::statvfs status {};
  check(::statvfs(folder.c_str(), &status) == 0, "the system reports the free space of the disk");
  return status;
}

bool write_text(const char* path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  file.close();
  return !file.fail();
}

// Enters a new mount namespace, and also a new user namespace if the process is not root.
bool part_from_others() {
  const auto user = ::getuid();
  const auto group = ::getgid();
  if (::unshare(CLONE_NEWNS) == 0) return true;
  if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
  return write_text("/proc/self/setgroups", "deny") &&
         write_text("/proc/self/uid_map", "0 " + std::to_string(user) + " 1") &&
         write_text("/proc/self/gid_map", "0 " + std::to_string(group) + " 1");
}

}  // namespace

void CountedDisk::fill(Room room, std::int64_t left) {
  if (room == Room::Bytes) return disk_.take_bytes_but(left);
  disk_.take_names_but(left);
}

void CountedDisk::make_room() { disk_.set_free(kBytes, kNames); }

std::optional<MountedDisk> MountedDisk::mount(const fs::path& folder) {
  if (!part_from_others()) return std::nullopt;
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return std::nullopt;
  const std::string how =
      "size=" + std::to_string(kBytes) + ",nr_inodes=" + std::to_string(kNames) + ",mode=700";
  if (::mount("tmpfs", folder.c_str(), "tmpfs", 0, how.c_str()) != 0) return std::nullopt;
  return MountedDisk(folder);
}

void MountedDisk::fill(Room room, std::int64_t left) {
  if (room == Room::Bytes) return fill_bytes(left);
  fill_names(left);
}

void MountedDisk::fill_bytes(std::int64_t left) {
  const int file = ::open((folder_ / "filler").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return;  // no name is free for the file
  for (std::int64_t piece = kPieceBytes; piece >= kBlockBytes;) {
    const auto status = status_of(folder_);
    const auto free = static_cast<std::int64_t>(status.f_bavail * status.f_frsize);
    if (free - piece >= left && ::posix_fallocate(file, filler_bytes_, piece) == 0) {
      filler_bytes_ += piece;
    } else {
      piece /= 2;
    }
  }
  ::close(file);
}

void MountedDisk::fill_names(std::int64_t left) {
  while (static_cast<std::int64_t>(status_of(folder_).f_favail) > left) {
    const fs::path path = folder_ / ("filler-" + std::to_string(fillers_));
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return;
    ::close(file);
    ++fillers_;
  }
}

void MountedDisk::make_room() {
  fs::remove(folder_ / "filler");
  filler_bytes_ = 0;
  for (; fillers_ > 0; --fillers_) {
    fs::remove(folder_ / ("filler-" + std::to_string(fillers_ - 1)));
  }
}

}  // namespace countersign::torture
