#pragma once
#include <cstdint>

#include "core/enum_names.h"

namespace countersign {

// Why a call of the vault failed. NotFound: there is no such file. Corrupt: the file exists, but is
// not the one that was written under this id and key. Full: no room, nothing was kept; try again
// later. Io: any other error of the system.
enum class VaultError : std::uint8_t { NotFound, Corrupt, Io, Full };
template <>
inline constexpr auto enum_names<VaultError> = std::to_array<Named<VaultError>>({
    {VaultError::NotFound, "NOT_FOUND"},
    {VaultError::Corrupt, "CORRUPT"},
    {VaultError::Io, "IO"},
    {VaultError::Full, "FULL"},
});

// The value of a Result that only reports success.
struct Done {
  friend bool operator==(const Done&, const Done&) = default;
};

}  // namespace countersign
