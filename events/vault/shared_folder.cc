#include "events/vault/shared_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "core/ascii.h"
#include "core/machine/files/atomic_file.h"
#include "core/machine/files/file_access.h"

namespace countersign {
namespace {

constexpr std::size_t kNodeBytes = 8;

constexpr std::string_view kNoLinks =
    "it keeps neither hard links nor the owner's rights, and its sync may end in a server's memory";
constexpr std::string_view kAnything =
    "a program answers for it, and nobody can tell whether its links and syncs hold";
constexpr std::string_view kMemory = "it is lost when the machine stops";

// The numbers are those of the kernel's list, and where that lacks one, of a file system's sources.
constexpr auto kKinds = std::to_array<FileSystemKind>({
    {0x6969, "NFS", {}},
    {0x00c36400, "CephFS", {}},
    {0x01161970, "GFS2", {}},
    {0x7461636f, "OCFS2", {}},
    {0x0bd00bd0, "Lustre", {}},
    {0x47504653, "GPFS", {}},
    // These are of one machine, whose processes may be several nodes.
    {0xef53, "ext4", {}},
    {0x58465342, "XFS", {}},
    {0x9123683e, "btrfs", {}},
    {0xf2f52010, "F2FS", {}},
    {0x2fc12fc1, "ZFS", {}},
    {0x794c7630, "overlayfs", {}},
    {0xff534d42, "CIFS", kNoLinks},
    {0xfe534d42, "SMB", kNoLinks},
    {0x517b, "SMB", kNoLinks},
    {0x4d44, "FAT", kNoLinks},
    {0x2011bab0, "exFAT", kNoLinks},
    {0x65735546, "FUSE", kAnything},
    {0x01021997, "9p", kAnything},
    {0x786f4256, "vboxsf", kAnything},
    {0x5346414f, "AFS", "it writes when a file is closed, and another node may win"},
    {0x01021994, "tmpfs", kMemory},
    {0x858458f6, "ramfs", kMemory},
});

bool is_node(std::string_view text) {
  return text.size() == 2 * kNodeBytes &&
         std::ranges::all_of(text, [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); });
}

struct KeptNode {
  std::string name;
  std::string birth;
};

// Two lines, each with its end.
std::optional<KeptNode> parse_node(const std::string& text) {
  const std::size_t end = text.find('\n');
  if (end == std::string::npos || !is_node(std::string_view(text).substr(0, end))) {
    return std::nullopt;
  }
  std::string birth = text.substr(end + 1);
  if (birth.size() < 2 || birth.find('\n') != birth.size() - 1) return std::nullopt;
  birth.pop_back();
  return KeptNode{text.substr(0, end), std::move(birth)};
}

// A folder that is made elsewhere, by a copy or from a backup, has another inode or was born at
// another time. A file system without times of birth has the inode alone. Sets errno.
std::optional<std::string> birth_of(const std::filesystem::path& folder) {
  struct ::statx status {};
  const int done = ::statx(AT_FDCWD, folder.c_str(), 0, STATX_INO | STATX_BTIME, &status);
  if (done != 0) return std::nullopt;
  const bool has_time = (status.stx_mask & STATX_BTIME) != 0;
  return fmt::format("{}.{}.{}",
                     status.stx_ino,
                     has_time ? status.stx_btime.tv_sec : 0,
                     has_time ? status.stx_btime.tv_nsec : 0);
}

std::string drawn_node(RandomSource& random) {
  std::array<std::uint8_t, kNodeBytes> bytes{};
  random.fill(bytes);
  std::string node;
  for (const std::uint8_t byte : bytes) node += fmt::format("{:02x}", byte);
  return node;
}

std::string refusal(const std::filesystem::path& path, std::string_view why) {
  return fmt::format("--file-store: {} cannot hold the files: {}", path.string(), why);
}

// Makes a file, syncs it, gives it a second name and removes both. Sets errno.
bool try_links(const std::filesystem::path& folder, const NodeName& node) {
  const std::string first = (folder / fmt::format("trial.{}", node.value())).string();
  const std::string second = first + ".link";
  ::unlink(first.c_str());
  ::unlink(second.c_str());
  const OwnedFd file(::open(first.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  const OwnedFd held(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  struct ::stat status {};
  const bool good = file && held && ::fsync(file.get()) == 0 &&
                    ::link(first.c_str(), second.c_str()) == 0 && ::fsync(held.get()) == 0 &&
                    ::fstat(file.get(), &status) == 0;
  const int error = errno;
  ::unlink(second.c_str());
  ::unlink(first.c_str());
  errno = error;
  if (!good) return false;
  errno = EMLINK;  // a copy in place of a link
  return status.st_nlink == 2;
}

// Looks whether the path still leads to the folder that was opened, and with `thorough` whether the
// folder can be written.
std::optional<std::string> probe(const std::filesystem::path& path,
                                 const OwnedFd& held,
                                 const NodeName& node,
                                 bool thorough) {
  struct ::stat opened {};
  struct ::stat there {};
  if (::fstat(held.get(), &opened) != 0) {
    return fmt::format(
        "the folder that was opened is gone ({}), restart the server once it is "
        "mounted",
        std::strerror(errno));
  }
  const OwnedFd now(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!now || ::fstat(now.get(), &there) != 0) return std::strerror(errno);
  if (opened.st_dev != there.st_dev || opened.st_ino != there.st_ino) {
    return "another folder is there than the one that was opened: it is not mounted, or was "
           "mounted "
           "anew; mount it, and restart the server if this does not end";
  }
  if (thorough && !try_links(path, node)) {
    return fmt::format("a hard link and a sync have failed: {}", std::strerror(errno));
  }
  return std::nullopt;
}

}  // namespace

Result<NodeName, std::string> node_of(const std::filesystem::path& files,
                                      RandomSource& random,
                                      bool read_only) {
  const AtomicFile file(files / "NODE");
  const auto text = file.read();
  if (!text) return text.error();
  const std::optional<std::string> birth = birth_of(files);
  if (!birth && !read_only) {
    return fmt::format(
        "the folder {} cannot be looked at: {}", files.string(), std::strerror(errno));
  }
  if (*text) {
    const std::optional<KeptNode> kept = parse_node(**text);
    if (!kept) {
      return fmt::format(
          "the file {} is damaged; remove it, and what this node had under way is settled by a "
          "survey a day later",
          (files / "NODE").string());
    }
    if (kept->birth == birth) return NodeName(kept->name);
  }
  std::string node = drawn_node(random);
  if (read_only) return NodeName(std::move(node));
  if (auto why = file.write(node + '\n' + *birth + '\n')) return *std::move(why);
  return NodeName(std::move(node));
}

const FileSystemKind* file_system_of(std::int64_t magic) {
  // f_type is signed and may be 32 bits wide.
  const auto* const found = std::ranges::find(kKinds, magic & 0xffff'ffff, &FileSystemKind::magic);
  return found == kKinds.end() ? nullptr : &*found;
}

Result<std::unique_ptr<FileFolder>, std::string> open_shared_folder(
    const std::filesystem::path& path, const NodeName& node, bool read_only, StoreTold told) {
  struct ::statfs status {};
  if (::statfs(path.c_str(), &status) != 0) return refusal(path, std::strerror(errno));
  const FileSystemKind* const kind = file_system_of(status.f_type);
  if (kind == nullptr) {
    return refusal(path,
                   fmt::format("its file system, 0x{:x}, is of a kind that is not known to keep "
                               "links and syncs",
                               status.f_type & 0xffff'ffff));
  }
  if (!kind->refusal.empty()) {
    return refusal(path, fmt::format("it is on {}, and {}", kind->name, kind->refusal));
  }
  if (auto wrong = wrong_with_folder(path, "folder of the files")) return *std::move(wrong);
  if (!read_only && !try_links(path, node)) {
    return refusal(path,
                   fmt::format("a trial of a hard link and a sync has failed on {}: {}",
                               kind->name,
                               std::strerror(errno)));
  }
  auto folder = FileFolder::open(path, read_only, node.value());
  if (!folder) return refusal(path, std::strerror(errno));
  if (read_only) return *std::move(folder);
  const auto held =
      std::make_shared<const OwnedFd>(::fcntl((*folder)->descriptor(), F_DUPFD_CLOEXEC, 0));
  if (!*held) return refusal(path, std::strerror(errno));
  (*folder)->watch_by(std::make_unique<FolderWatch>(
      path.string(),
      [path, held, node](bool thorough) { return probe(path, *held, node, thorough); },
      std::move(told)));
  return *std::move(folder);
}

}  // namespace countersign
