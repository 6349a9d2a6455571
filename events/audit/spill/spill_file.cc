#include "events/audit/spill/spill_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "core/check.h"
#include "core/machine/files/at_offset.h"
#include "events/crypto/os_random.h"

namespace countersign {
namespace {

constexpr ::mode_t kMode = 0600;
constexpr std::size_t kBlockBytesMax = std::size_t{1} << 30;

std::array<std::uint8_t, kGcmNonceBytes> nonce_of(std::uint64_t offset) {
  std::array<std::uint8_t, kGcmNonceBytes> nonce{};
  std::memcpy(nonce.data(), &offset, sizeof offset);
  return nonce;
}

SecretBytes<kGcmKeyBytes> drawn_key() {
  OsRandom random;
  return SecretBytes<kGcmKeyBytes>::random(random);
}

MutableBytes writable(std::string& text) {
  return {reinterpret_cast<std::uint8_t*>(text.data()), text.size()};
}

// A file without a name. Where the file system cannot make one, its name is removed at once.
OwnedFd unnamed_file(const std::filesystem::path& folder) {
  OwnedFd file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, kMode));
  if (file || (errno != EOPNOTSUPP && errno != EISDIR)) return file;
  std::string name = (folder / "countersign-audit-XXXXXX").string();
  file = OwnedFd(::mkostemp(name.data(), O_CLOEXEC));  // with mode 0600
  if (file && ::unlink(name.c_str()) != 0) file.reset();
  return file;
}

}  // namespace

std::filesystem::path default_spill_folder() {
  const char* const named = std::getenv("TMPDIR");
  return named != nullptr && *named != '\0' ? named : "/var/tmp";
}

SpillFile::SpillFile(std::filesystem::path folder, std::size_t held_max)
    : folder_(std::move(folder)), held_max_(held_max), key_(drawn_key()) {}

std::optional<SpillBlock> SpillFile::put(std::string_view bytes) {
  check(bytes.size() < kBlockBytesMax, "a block that is put aside is under 1 GiB");
  const std::optional<SpillBlock> block = place_for(bytes);
  if (!block || block->is_held) return block;
  std::string sealed(bytes.size() + kGcmTagBytes, '\0');
  AesGcm(key_.reveal()).seal(nonce_of(block->place), {}, bytes_of(bytes), writable(sealed));
  if (write_at(descriptor(), bytes_of(sealed), block->place)) return block;
  fail("write", errno);
  return std::nullopt;
}

std::optional<SpillBlock> SpillFile::place_for(std::string_view bytes) {
  const MutexLock lock(mutex_);
  if (failure_) return std::nullopt;
  SpillBlock block{.bytes = static_cast<std::uint32_t>(bytes.size())};
  if (held_bytes_ + bytes.size() <= held_max_) {
    block.is_held = true;
    block.place = held_.size();
    held_.emplace_back(bytes);
    held_bytes_ += bytes.size();
    return block;
  }
  if (!file_ && !open_file()) return std::nullopt;
  block.place = end_;
  end_ += bytes.size() + kGcmTagBytes;
  return block;
}

bool SpillFile::read(const SpillBlock& block, std::string& out) {
  out.clear();
  if (failure()) return false;
  if (block.is_held) {
    const MutexLock lock(mutex_);
    out = held_[block.place];
    return true;
  }
  std::string sealed(block.bytes + kGcmTagBytes, '\0');
  const auto size = read_at(descriptor(), writable(sealed), block.place);
  if (size != sealed.size()) {
    fail("read", size ? 0 : errno);
    return false;
  }
  out.resize(block.bytes);
  if (AesGcm(key_.reveal()).open(nonce_of(block.place), {}, bytes_of(sealed), writable(out))) {
    return true;
  }
  out.clear();
  fail("read", 0);
  return false;
}

std::optional<SpillFailure> SpillFile::failure() const {
  const MutexLock lock(mutex_);
  return failure_;
}

std::uint64_t SpillFile::bytes_on_disk() const {
  const MutexLock lock(mutex_);
  return end_;
}

bool SpillFile::open_file() {
  file_ = unnamed_file(folder_);
  if (!file_) fail_locked("make", errno);
  return static_cast<bool>(file_);
}

int SpillFile::descriptor() const {
  const MutexLock lock(mutex_);
  return file_.get();
}

void SpillFile::fail(std::string_view what, int error) {
  const MutexLock lock(mutex_);
  fail_locked(what, error);
}

void SpillFile::fail_locked(std::string_view what, int error) {
  if (failure_) return;
  const bool is_full = error == ENOSPC || error == EDQUOT || error == EFBIG;
  failure_ = SpillFailure{
      is_full,
      fmt::format("cannot {} a temporary file of the audit in {}: {}; {}",
                  what,
                  folder_.string(),
                  error == 0 ? "it does not have what was written" : std::strerror(error),
                  is_full ? "free space there, or name another folder" : "name another folder")};
}

}  // namespace countersign
