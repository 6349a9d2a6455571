#include "core/reviewer/key_change.h"

#include <fmt/format.h>

#include "core/event/decision_signature.h"

namespace countersign {

std::uint32_t counter_of(const KeySignature& signature) {
  return counter_in(signature.authenticator_data);
}

std::string text_of(const KeyStatement& statement) {
  return fmt::format(
      "countersign passkey v1\n"
      "reviewer {}\n"
      "act {}\n"
      "passkey {}\n"
      "key {}\n"
      "site {}\n",
      statement.reviewer.value(),
      statement.act == KeyStatement::Act::Add ? "add" : "revoke",
      statement.passkey,
      to_hex(statement.key.value()),
      statement.site);
}

}  // namespace countersign
