#pragma once
#include <optional>
#include <string>

#include "http/json/members.h"
#include "http/operator/operation_input.h"

// The input of the operation on the master key.
namespace countersign::http {

inline constexpr Rule kNewKeySource{.left_out = true, .max_length = 4096};

struct AskedRotation {
  std::optional<std::string> file{};
  std::optional<std::string> command{};
  bool give_up_lost_slots = false;
};
template <>
inline constexpr auto members_of<AskedRotation> =
    members(Member{"newMasterKeyFile",
                   &AskedRotation::file,
                   "The file that the server reads the key from.",
                   kNewKeySource},
            Member{"newMasterKeyCommand",
                   &AskedRotation::command,
                   "A command that the server runs and that prints the key.",
                   kNewKeySource},
            Member{"giveUpLostSlots",
                   &AskedRotation::give_up_lost_slots,
                   "Whether to give up slots that are lost or do not open under the old key.",
                   kLeftOut});

}  // namespace countersign::http
