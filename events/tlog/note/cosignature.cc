#include "events/tlog/note/cosignature.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/big_endian.h"
#include "core/check.h"

namespace countersign::tlog {
namespace {

constexpr std::uint64_t kTimeMax = std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t kYear9999EndS = 253'402'300'799;
constexpr std::int64_t kSecondUs = 1'000'000;

}  // namespace

std::string cosigned_message(std::uint64_t unix_time_s, std::string_view checkpoint_text) {
  return fmt::format("cosignature/v1\ntime {}\n{}", unix_time_s, checkpoint_text);
}

NoteSignature cosign(const SignerKey& key,
                     std::string_view checkpoint_text,
                     std::uint64_t unix_time_s) {
  check(key.verifier().type() == KeyType::Witness,
        "a cosignature is made with a key of type Witness");
  check(unix_time_s <= kTimeMax, "the time of a cosignature is at most kTimeMax");
  NoteSignature signature{key.verifier().name(), key.verifier().id(), {}};
  append_big_endian(signature.bytes, unix_time_s);
  signature.bytes += text_of(key.sign(cosigned_message(unix_time_s, checkpoint_text)));
  return signature;
}

std::optional<std::uint64_t> verify_cosignature(const VerifierKey& key,
                                                std::string_view checkpoint_text,
                                                std::string_view signature) {
  if (key.type() != KeyType::Witness || signature.size() < sizeof(std::uint64_t)) {
    return std::nullopt;
  }
  const auto unix_time_s = big_endian<std::uint64_t>(signature);
  signature.remove_prefix(sizeof(unix_time_s));
  const std::string message = cosigned_message(unix_time_s, checkpoint_text);
  if (unix_time_s > kTimeMax ||
      !ed25519_verify(key.key(), bytes_of(message), bytes_of(signature))) {
    return std::nullopt;
  }
  return unix_time_s;
}

UtcTime utc_of(std::uint64_t unix_time_s) {
  return UtcTime(static_cast<std::int64_t>(std::min(unix_time_s, kYear9999EndS)) * kSecondUs);
}

}  // namespace countersign::tlog
