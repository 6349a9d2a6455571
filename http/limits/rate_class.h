#pragma once
#include <cstdint>

#include "core/enum_names.h"

namespace countersign::http {

// The kind of requests that a rate limit counts. The names are those of the policy in the
// RateLimit-Policy and RateLimit headers.
enum class RateClass : std::uint8_t {
  None,
  Create,
  Read,
  Purge,
  Bundle,
  Device,
  Redeem,
  AuthFailure,
  Login,
  Challenge,  // of the addresses of a client's webhooks
  Replay,     // of a webhook
  Review,
  Look,
  Report
};

}  // namespace countersign::http

namespace countersign {
template <>
inline constexpr auto enum_names<http::RateClass> = std::to_array<Named<http::RateClass>>({
    {http::RateClass::None, "none"},
    {http::RateClass::Create, "create"},
    {http::RateClass::Read, "read"},
    {http::RateClass::Purge, "purge"},
    {http::RateClass::Bundle, "bundle"},
    {http::RateClass::Device, "device"},
    {http::RateClass::Redeem, "redeem"},
    {http::RateClass::AuthFailure, "auth-failure"},
    {http::RateClass::Login, "login"},
    {http::RateClass::Challenge, "challenge"},
    {http::RateClass::Replay, "replay"},
    {http::RateClass::Review, "review"},
    {http::RateClass::Look, "look"},
    {http::RateClass::Report, "report"},
});
}  // namespace countersign
