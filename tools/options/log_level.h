#pragma once
#include <cstdint>

#include "core/enum_names.h"

namespace countersign {

// The level of a running program's operator's log. Each level includes those before it.
enum class LogLevel : std::uint8_t { Error, Warn, Info, Debug };
template <>
inline constexpr auto enum_names<LogLevel> = std::to_array<Named<LogLevel>>({
    {LogLevel::Error, "error"},
    {LogLevel::Warn, "warn"},
    {LogLevel::Info, "info"},
    {LogLevel::Debug, "debug"},
});

}  // namespace countersign
