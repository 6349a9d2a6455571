#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "http/call/problem.h"
#include "http/json/schema_of.h"

namespace countersign::http {

// The body of a redemption.
struct RedeemRequest {
  std::string code;                       // any text
  std::optional<std::uint64_t> number{};  // that the person chose; absent or null: none
  std::optional<std::string> language{};  // of the client's name: two or three small letters
};

// Reads one JSON object (RFC 8259, UTF-8). Ignores unknown members; a known member may occur only
// once. Refuses another text with InvalidJson, and a member of another type with InvalidParameter.
// No problem repeats a part of the body.
Result<RedeemRequest, Problem> parse_redeem_request(std::string_view body);
Schema redeem_request_schema();

}  // namespace countersign::http
