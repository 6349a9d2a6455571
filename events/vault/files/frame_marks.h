#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/event/frame_mark.h"
#include "core/event/stored_file.h"
#include "core/ids.h"
#include "core/random_source.h"
#include "events/crypto/secret.h"
#include "events/vault/session_key.h"

// The marks by which the frames of a refused recording are known again. The log is permanent, and
// must forget such frames with their session. So an event has their marks only sealed under the
// session's key, and no view has them: projections/queries/known_frames.h holds them in memory.
namespace countersign {

// The label under which the key of the marks is derived from the key of the service slot
// (key_ring.h), so that it outlives the master key; master_key.h has the other labels.
inline constexpr std::string_view kFrameMarkLabel = "frame mark v1";

// Makes marks: HMAC-SHA-256 of the hash of a frame's pixels, cut to its first 128 bits (RFC 2104,
// section 5). Without the installation's key nobody can tell from a mark which picture it is of.
// Immutable and thread-safe.
class FrameMarker {
 public:
  // `key` is KeyRing::derive(kFrameMarkLabel).
  explicit FrameMarker(SecretBytes<32> key) : key_(std::move(key)) {}

  FrameMark mark_of(const Sha256& pixels) const;
  // Returns the marks of those images whose pixels are known, in the order of the images.
  std::vector<FrameMark> marks_of(const std::vector<StoredFile>& images) const;

 private:
  SecretBytes<32> key_;
};

// Seals the marks of a submission as part of an event; sealed_text.h has the form. The plain text
// is the marks, 16 bytes each.
std::string seal_marks(const SessionKey& key,
                       const SessionId& session,
                       const RequestId& request,
                       const std::vector<FrameMark>& marks,
                       RandomSource& random);

// Returns nullopt if they were not sealed with exactly this key, session and request.
std::optional<std::vector<FrameMark>> open_marks(const SessionKey& key,
                                                 const SessionId& session,
                                                 const RequestId& request,
                                                 std::string_view sealed);

}  // namespace countersign
