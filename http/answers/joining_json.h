#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/terms.h"
#include "core/utc_time.h"
#include "http/json/schema_of.h"

// The bodies of the answers to a device that gets a session, or offers it to another device. Pure.
namespace countersign::http {

// A code was redeemed.
std::string token_json(std::string_view token, UtcTime expires_at);

// The answer to a code of a handoff whose person has to choose a number first: the numbers, and who
// asks.
struct NumbersToChoose {
  std::array<std::uint32_t, 3> numbers{};
  std::optional<std::string_view> client_name{};
  Purpose purpose{};
  bool sandbox = false;
  std::optional<std::string_view> language{};  // that the backend asked for
};
std::string numbers_json(const NumbersToChoose& choice);
Schema redeemed_schema();

struct HandoffOffer {
  std::string_view code;
  std::string_view url;
  std::vector<std::string> rows;
  std::uint32_t number = 0;
  std::uint64_t expires_in_seconds = 0;
};
std::string handoff_json(const HandoffOffer& offer);
Schema handoff_schema();

}  // namespace countersign::http
