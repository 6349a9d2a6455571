#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// C2SP tlog-tiles, "Log entries": the entries under one tile of level 0, each preceded by its
// length as two bytes.
namespace countersign::tlog {

inline constexpr std::size_t kEntryBytesMax = 65'535;

// REQUIRES: entry.size() <= kEntryBytesMax.
void append_entry(std::string& bundle, std::string_view entry);

// Returns the entries of a bundle as views of `bundle`. Returns nullopt unless the bundle holds
// exactly `width` entries and nothing after them.
std::optional<std::vector<std::string_view>> split_bundle(std::string_view bundle,
                                                          std::uint32_t width);

}  // namespace countersign::tlog
