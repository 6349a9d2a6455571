#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/random_source.h"
#include "core/session/session_event.h"
#include "events/crypto/secret.h"

namespace countersign::http {

// The length of a code: base64url (RFC 4648 section 5) of 32 bytes, and of 40 with random ones.
inline constexpr std::size_t kLinkCodeLength = 43;
inline constexpr std::size_t kRandomCodeLength = 54;

// The content of a code, decrypted.
struct OpenedCode {
  JoinedBy how = JoinedBy::Link;
  SessionId session;
};

// The numbers that go with the code of a handoff: the one that the offering device shows, and the
// three among which the person chooses on the other device. 10 to 99 each, and all different.
struct HandoffNumbers {
  std::uint32_t right = 0;
  std::array<std::uint32_t, 3> shown{};
};

// Makes and opens the codes by which a device gets a session: the id of the session, sealed with
// AES-SIV (RFC 5297) and, in the code of a handoff or of a renewed link, 8 random bytes behind it.
// So a code reveals nothing about its session, nobody can make one without the key, and none has to
// be stored. The code of the first link is the same each time; the events of the session decide
// whether a code is still good (core/session/joining.h).
//
// Immutable and thread-safe.
class CaptureCodes {
 public:
  // `key` is KeyRing::derive(kCaptureCodeLabel).
  explicit CaptureCodes(const SecretBytes<32>& key);

  std::string link(const SessionId& session) const;
  std::string renewed_link(const SessionId& session, RandomSource& random) const;
  std::string handoff(const SessionId& session, RandomSource& random) const;

  // Returns nullopt unless the text is a code that this key has made.
  std::optional<OpenedCode> open(std::string_view text) const;

  // Follow from the code, so that asking again shows the same three, from which nothing can be
  // learned about the right one.
  HandoffNumbers numbers_of(std::string_view code) const;

 private:
  SecretBytes<32> sealing_key_;
  SecretBytes<32> number_key_;
};

}  // namespace countersign::http
