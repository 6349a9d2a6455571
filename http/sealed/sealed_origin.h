#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/random_source.h"
#include "events/vault/session_key.h"
#include "http/call/call.h"

// The origin of a request, as an event keeps it. It is readable only while the session's key
// exists, so it is erased with the session's files.
//
//   {"address":"192.0.2.1","userAgent":"...","words":"..."}, sealed with the request's id in the
//   context
namespace countersign::http {

// `words` are what the person said with the request, or what is said to the person, if anything.
std::string sealed_origin(const CallPtr& call,
                          const SessionKey& key,
                          const SessionId& session,
                          RandomSource& random,
                          const std::optional<std::string>& words = std::nullopt);

// Returns nullopt if it was not sealed with this key, for this session and request.
std::optional<std::string> open_origin(std::string_view sealed,
                                       const SessionKey& key,
                                       const SessionId& session,
                                       const RequestId& request);

// Returns the words of an opened origin; nullopt if there are none.
std::optional<std::string> words_of_origin(std::string_view origin);

struct OriginParts {
  std::string address;
  std::string user_agent;  // empty if the request named none
  std::optional<std::string> words{};
};

// Returns the parts of an opened origin; nullopt if it is none.
std::optional<OriginParts> parts_of_origin(std::string_view origin);

}  // namespace countersign::http
