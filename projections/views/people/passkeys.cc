#include "projections/views/people/passkeys.h"

#include "events/crypto/sha256.h"
#include "projections/fold/record_bytes.h"

namespace countersign {

// A key has one DER, and that one base64url.
std::string Passkeys::key_key(const Passkey& passkey) {
  return "key " + to_hex(sha256(passkey.spki));
}

bool Passkeys::is_taken(ViewBatch& views, const Passkey& passkey) {
  return load<PasskeyOwner>(views, space::kPasskeys, id_key(passkey)) ||
         load<PasskeyOwner>(views, space::kPasskeys, key_key(passkey));
}

Projection Passkeys::projection() {
  return {.name = "passkeys", .space = space::kPasskeys, .shape = shape_of<PasskeyOwner>()};
}

void Passkeys::fold(const FoldedEvent<ReviewerKeyAdded>& folded, ViewBatch& views) {
  const Passkey& passkey = folded.event.passkey;
  const std::string owner = to_bytes(PasskeyOwner{*reviewer_of(folded.recorded.stream)});
  views.put(space::kPasskeys, id_key(passkey), owner);
  views.put(space::kPasskeys, key_key(passkey), owner);
}

}  // namespace countersign
