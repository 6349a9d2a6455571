#pragma once
#include <string>

#include "core/schema.h"
#include "projections/fold/projection.h"

namespace countersign {

// The present or former owner of a passkey.
struct PasskeyOwner {
  ReviewerId reviewer;
  bool operator==(const PasskeyOwner&) const = default;
};
template <>
inline constexpr auto fields_of<PasskeyOwner> = fields(Field{"reviewer", &PasskeyOwner::reviewer});
static_assert(record_is_sound<PasskeyOwner>);

// The id of a passkey, and its key -> PasskeyOwner. Nothing is taken out: the key of a passkey that
// was revoked, or whose owner was disabled, registers no other, because whoever holds it could sign
// for both.
class Passkeys {
 public:
  static std::string id_key(const Passkey& passkey) { return "id " + passkey.id; }
  static std::string key_key(const Passkey& passkey);

  // Whether another registration has had the passkey's id or its key.
  static bool is_taken(ViewBatch& views, const Passkey& passkey);

  static Projection projection();
  static void fold(const FoldedEvent<ReviewerKeyAdded>& folded, ViewBatch& views);
};

}  // namespace countersign
