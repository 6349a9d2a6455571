#include "events/crypto/master_key.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <optional>
#include <system_error>

#include "core/ids.h"
#include "events/crypto/hkdf.h"

namespace countersign {
namespace {

constexpr std::size_t kRawBytes = 32;
constexpr std::size_t kHexDigits = 64;
constexpr ::mode_t kOthersBits = 077;

// Closes what it holds; key files are opened here and in no other place.
class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return value_; }
  explicit operator bool() const { return value_ >= 0; }

 private:
  int value_;
};

using Content = std::array<std::uint8_t, kHexDigits + 2>;  // one byte more than is allowed

std::string system_says() { return std::generic_category().message(errno); }

// Reads until the end or until `content` is full; nothing if the system fails.
std::optional<std::size_t> read_up_to(int descriptor, Content& content) {
  std::size_t size = 0;
  while (size < content.size()) {
    const ::ssize_t count = ::read(descriptor, content.data() + size, content.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::nullopt;
    if (count == 0) return size;
    size += static_cast<std::size_t>(count);
  }
  return size;
}

std::optional<SecretBytes<32>> parse_key(ByteView content) {
  if (content.size() == kRawBytes) return SecretBytes<32>(content.first<kRawBytes>());
  const bool newline = content.size() == kHexDigits + 1 && content.back() == '\n';
  if (content.size() != kHexDigits && !newline) return std::nullopt;
  std::optional<Digest> bytes = parse_digest(text_of(content.first(kHexDigits)));
  if (!bytes) return std::nullopt;
  SecretBytes<32> key(*bytes);
  cleanse(*bytes);
  return key;
}

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ::ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool sync_folder_of(const std::filesystem::path& path) {
  const std::filesystem::path parent = path.has_parent_path() ? path.parent_path() : ".";
  const Descriptor folder(::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return folder && ::fsync(folder.get()) == 0;
}

}  // namespace

Result<MasterKey, std::string> MasterKey::load(const std::filesystem::path& path) {
  const std::string name = path.string();
  // Without O_NONBLOCK a named pipe would hold the start up for ever.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!file) return fmt::format("cannot open the master key file {}: {}", name, system_says());
  struct ::stat status {};
  if (::fstat(file.get(), &status) != 0) {
    return fmt::format("cannot examine the master key file {}: {}", name, system_says());
  }
  if (!S_ISREG(status.st_mode)) {
    return fmt::format("the master key file {} is not a regular file", name);
  }
  if ((status.st_mode & kOthersBits) != 0) {
    return fmt::format(
        "the master key file {} has mode {:04o}: only its owner may have access, as with mode 0600",
        name,
        status.st_mode & 07777);
  }
  Content content{};
  const std::optional<std::size_t> size = read_up_to(file.get(), content);
  if (!size) return fmt::format("cannot read the master key file {}: {}", name, system_says());
  std::optional<SecretBytes<32>> key = parse_key(ByteView(content).first(*size));
  cleanse(content);
  if (!key) {
    return fmt::format(
        "the master key file {} must hold 64 hexadecimal digits, or 32 raw bytes, and nothing more",
        name);
  }
  return MasterKey(std::move(*key));
}

Result<MasterKey, std::string> MasterKey::create(const std::filesystem::path& path,
                                                 RandomSource& random) {
  const std::string name = path.string();
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file) return fmt::format("cannot create the master key file {}: {}", name, system_says());
  SecretBytes<32> key = SecretBytes<32>::random(random);
  Digest bytes;
  std::copy_n(key.reveal().begin(), bytes.size(), bytes.begin());
  std::string text = to_hex(bytes) + '\n';
  const bool durable =
      write_all(file.get(), text) && ::fsync(file.get()) == 0 && sync_folder_of(path);
  const std::string reason = durable ? std::string() : system_says();
  cleanse(bytes);
  cleanse({reinterpret_cast<std::uint8_t*>(text.data()), text.size()});
  if (durable) return MasterKey(std::move(key));
  // Half a key must not be found, and loaded, by the next start.
  ::unlink(path.c_str());
  return fmt::format("cannot write the master key file {}: {}", name, reason);
}

SecretBytes<32> MasterKey::derive(std::string_view label) const {
  return derive_key(key_.reveal(), "countersign " + std::string(label));
}

}  // namespace countersign
