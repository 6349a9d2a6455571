#pragma once
#include <optional>
#include <string>

#include "events/tlog/note/note_key.h"

namespace countersign {

// Returns what is wrong with the value of an option that takes a verifier key, or "" if it is
// valid, as CLI11 expects. With a `type`, the key must be of that type.
inline std::string wrong_with_verifier_key(const std::string& text,
                                           std::optional<tlog::KeyType> type = std::nullopt) {
  const auto key = tlog::VerifierKey::parse(text);
  if (!key) return key.error();
  if (!type || key->type() == *type) return "";
  return *type == tlog::KeyType::Log ? "the key of " + key->name() + " is a witness's, not a log's"
                                     : "the key of " + key->name() + " is a log's, not a witness's";
}

}  // namespace countersign
