#pragma once
#include <cstdint>

#include "core/enum_names.h"

namespace countersign {

// Why the vault could not do it. NotFound: there is no such file. Corrupt: the file
// is there and is not what was written under this id and key. Full: no room, nothing
// was kept; try again later. Io: anything else that the system said.
enum class VaultError : std::uint8_t { NotFound, Corrupt, Io, Full };
template <>
inline constexpr auto enum_names<VaultError> = std::to_array<Named<VaultError>>({
    {VaultError::NotFound, "NOT_FOUND"},
    {VaultError::Corrupt, "CORRUPT"},
    {VaultError::Io, "IO"},
    {VaultError::Full, "FULL"},
});

// The value of a Result that has nothing to say but that it was done.
struct Done {
  friend bool operator==(const Done&, const Done&) = default;
};

}  // namespace countersign
