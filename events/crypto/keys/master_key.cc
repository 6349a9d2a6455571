#include "events/crypto/keys/master_key.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "core/ids.h"
#include "events/crypto/hkdf.h"
#include "events/crypto/keys/key_file.h"

namespace countersign {
namespace {

constexpr std::string_view kWhat = "master key file";
constexpr std::size_t kRawBytes = 32;
constexpr std::size_t kHexDigits = 64;

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

}  // namespace

std::optional<MasterKey> MasterKey::parse(ByteView content) {
  std::optional<SecretBytes<32>> key = parse_key(content);
  if (!key) return std::nullopt;
  return MasterKey(std::move(*key));
}

Digest MasterKey::id() const {
  const SecretBytes<32> derived = derive(kMasterKeyIdLabel);
  Digest id{};
  std::copy(derived.reveal().begin(), derived.reveal().end(), id.begin());
  return id;
}

Result<MasterKey, std::string> MasterKey::load(const std::filesystem::path& path) {
  const auto content = read_key_file(path, kWhat, kHexDigits + 1);
  if (!content) return content.error();
  std::optional<MasterKey> key = parse(bytes_of(content->reveal()));
  if (!key) {
    return fmt::format(
        "the {} {} must hold 64 hexadecimal digits, or 32 raw bytes, and nothing more",
        kWhat,
        path.string());
  }
  return std::move(*key);
}

Result<MasterKey, std::string> MasterKey::create(const std::filesystem::path& path,
                                                 RandomSource& random) {
  SecretBytes<32> key = SecretBytes<32>::random(random);
  Digest bytes;
  std::copy_n(key.reveal().begin(), bytes.size(), bytes.begin());
  std::string text = to_hex(bytes) + '\n';
  const auto refusal = create_key_file(path, kWhat, Secret(text));
  cleanse(bytes);
  cleanse({reinterpret_cast<std::uint8_t*>(text.data()), text.size()});
  if (refusal) return *refusal;
  return MasterKey(std::move(key));
}

SecretBytes<32> MasterKey::derive(std::string_view label) const {
  return derive_key(key_.reveal(), "countersign " + std::string(label));
}

}  // namespace countersign
