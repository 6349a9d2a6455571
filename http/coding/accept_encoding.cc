#include "http/coding/accept_encoding.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/ascii.h"
#include "http/edge/http1/head_rules.h"
#include "http/wire/header_parameters.h"

namespace countersign::http {
namespace {

// In thousandths, as exact as a weight can be (RFC 9110 section 12.4.2). 0: not acceptable.
using Weight = std::uint16_t;
constexpr Weight kFullWeight = 1000;
// The weight of an answer without a coding, if the request does not name `identity`: acceptable,
// but less wanted than every coding that is named.
constexpr Weight kLeastWeight = 1;

// Reads a qvalue: `0` or `1`, with at most three decimals, and no more than 1.
std::optional<Weight> parse_weight(std::string_view text) {
  if (text.empty() || text.size() > 5 || (text[0] != '0' && text[0] != '1')) return std::nullopt;
  if (text.size() > 1 && text[1] != '.') return std::nullopt;
  int weight = text[0] == '1' ? kFullWeight : 0;
  int unit = 100;
  for (const char digit : text.substr(std::min<std::size_t>(2, text.size()))) {
    if (!is_digit(digit)) return std::nullopt;
    weight += (digit - '0') * unit;
    unit /= 10;
  }
  if (weight > kFullWeight) return std::nullopt;
  return static_cast<Weight>(weight);
}

// One element of the list: a coding or `*`, and its weight.
struct Wish {
  std::string_view coding;
  Weight weight = kFullWeight;
};

std::optional<Wish> parse_wish(std::string_view element) {
  const std::size_t end = std::min(element.find(';'), element.size());
  Wish wish{.coding = trimmed(element.substr(0, end))};
  if (!is_token(wish.coding)) return std::nullopt;
  if (end == element.size()) return wish;
  const std::string_view parameter = trimmed(element.substr(end + 1));
  if (parameter.size() < 2 || ascii_lower(parameter[0]) != 'q' || parameter[1] != '=') {
    return std::nullopt;
  }
  const auto weight = parse_weight(parameter.substr(2));
  if (!weight) return std::nullopt;
  wish.weight = *weight;
  return wish;
}

// The weights that a request gives to the codings that this server has.
class Wishes {
 public:
  // Returns false if the field is malformed.
  bool add_field(std::string_view rest) {
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(','), rest.size());
      const std::string_view element = trimmed(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (element.empty()) continue;  // a list may have empty elements (RFC 9110 section 5.6.1)
      const auto wish = parse_wish(element);
      if (!wish) return false;
      add(*wish);
    }
    return true;
  }

  Weight weight_of(ContentCoding coding) const {
    if (const auto& named = named_[static_cast<std::size_t>(coding)]) return *named;
    if (others_) return *others_;
    return coding == ContentCoding::Identity ? kLeastWeight : Weight{0};
  }

 private:
  void add(const Wish& wish) {
    if (wish.coding == "*") return note(others_, wish.weight);
    const bool is_old_name = equal_ignoring_case(wish.coding, "x-gzip");
    for (const auto& [coding, name] : enum_names<ContentCoding>) {
      if (equal_ignoring_case(is_old_name ? "gzip" : wish.coding, name)) {
        note(named_[static_cast<std::size_t>(coding)], wish.weight);
      }
    }
  }
  // If a coding is named twice, the smaller weight counts: it may be a refusal.
  static void note(std::optional<Weight>& noted, Weight weight) {
    noted = std::min(noted.value_or(kFullWeight), weight);
  }

  std::array<std::optional<Weight>, enum_names<ContentCoding>.size()> named_{};
  std::optional<Weight> others_;  // of `*`
};

Wishes wishes_of(const Headers& request) {
  Wishes wishes;
  for (const auto& [name, value] : request) {
    if (equal_ignoring_case(name, "accept-encoding") && !wishes.add_field(value)) return {};
  }
  return wishes;
}

}  // namespace

std::optional<ContentCoding> accepted_coding(const Headers& request, EnumSet<ContentCoding> kept) {
  const Wishes wishes = wishes_of(request);
  std::optional<ContentCoding> best;
  for (const auto& [coding, name] : enum_names<ContentCoding>) {
    const Weight weight = wishes.weight_of(coding);
    if (weight == 0 || !kept.has(coding)) continue;
    if (!best || weight > wishes.weight_of(*best)) best = coding;
  }
  return best;
}

}  // namespace countersign::http
