#pragma once
#include <compare>
#include <string>
#include <vector>

#include "core/schema.h"
#include "core/strong.h"

namespace countersign {

// A mark that a backend gives to a session, such as the shop or the campaign that asked for it.
struct SessionLabel {
  std::string key;
  std::string value;
  auto operator<=>(const SessionLabel&) const = default;
};
template <>
inline constexpr auto fields_of<SessionLabel> = fields(Field{"key", &SessionLabel::key},
                                                       Field{"value", &SessionLabel::value});
static_assert(record_is_sound<SessionLabel>);

// The labels of a session, never empty: each key once, in the order of the keys.
using SessionLabels = Strong<struct SessionLabelsTag, std::vector<SessionLabel>>;
template <>
inline constexpr bool left_out_if_empty<SessionLabels> = true;

}  // namespace countersign
