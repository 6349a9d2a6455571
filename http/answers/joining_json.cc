#include "http/answers/joining_json.h"

#include <optional>

#include "http/json/json_of.h"

namespace countersign::http {
namespace {

struct Redeemed {
  std::optional<std::string_view> token{};
  std::optional<UtcTime> expires_at{};
  std::vector<std::uint32_t> numbers{};
  std::optional<std::string_view> client_name{};
  std::optional<Purpose> purpose{};
  std::optional<bool> sandbox{};
  std::optional<std::string_view> language{};
};

}  // namespace

template <>
constexpr auto members_of<Redeemed> =
    members(Member{"sessionToken",
                   &Redeemed::token,
                   "The credential for this device; null if a number has to be chosen first.",
                   {.pattern = "^svct_[A-Za-z0-9_-]{43}$"}},
            Member{"expiresAt", &Redeemed::expires_at},
            Member{"numbers",
                   &Redeemed::numbers,
                   "Of a handoff: the person chooses the one that the other device shows.",
                   {.minimum = 10, .maximum = 99, .max_items = 3}},
            Member{"clientName",
                   &Redeemed::client_name,
                   "With numbers: for whom people capture, in the language that was asked for."},
            Member{"purpose", &Redeemed::purpose, "With numbers."},
            Member{"sandbox",
                   &Redeemed::sandbox,
                   "With numbers: whether this is a test, and nobody is verified."},
            Member{"language",
                   &Redeemed::language,
                   "With numbers: that the backend asked for; null: the browser's."});

template <>
constexpr auto members_of<HandoffOffer> = members(
    Member{"code", &HandoffOffer::code, "What the other device redeems."},
    Member{"url", &HandoffOffer::url, "The capture page with the code.", {.format = "uri"}},
    Member{
        "rows",
        &HandoffOffer::rows,
        "The url as a QR code, from the top, with its quiet zone: `1` is dark. None if the server "
        "cannot make one.",
        {.pattern = "^[01]+$"}},
    Member{"number",
           &HandoffOffer::number,
           "What this device shows, for the person to choose it on the other.",
           {.minimum = 10, .maximum = 99}},
    Member{"expiresInSeconds", &HandoffOffer::expires_in_seconds});

std::string token_json(std::string_view token, UtcTime expires_at) {
  return json_of(Redeemed{.token = token, .expires_at = expires_at});
}

std::string numbers_json(const NumbersToChoose& choice) {
  return json_of(Redeemed{.numbers = {choice.numbers.begin(), choice.numbers.end()},
                          .client_name = choice.client_name,
                          .purpose = choice.purpose,
                          .sandbox = choice.sandbox,
                          .language = choice.language});
}

Schema redeemed_schema() {
  return answer_schema_of<Redeemed>("Redeemed", "Either a token or the numbers to choose from.");
}

std::string handoff_json(const HandoffOffer& offer) { return json_of(offer); }

Schema handoff_schema() { return answer_schema_of<HandoffOffer>("Handoff"); }

}  // namespace countersign::http
