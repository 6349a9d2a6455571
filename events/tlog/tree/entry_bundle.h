#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// C2SP tlog-tiles, "Log entries": the entries under one tile of level 0, each with its
// length as two bytes before it.
namespace countersign::tlog {

inline constexpr std::size_t kEntryBytesMax = 65'535;

// REQUIRES: entry.size() <= kEntryBytesMax.
void append_entry(std::string& bundle, std::string_view entry);

// The entries of a bundle that holds exactly `width` of them and nothing after them. They are
// views of `bundle`.
std::optional<std::vector<std::string_view>> split_bundle(std::string_view bundle,
                                                          std::uint32_t width);

}  // namespace countersign::tlog
