#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/inspection/confined/message_fields.h"
#include "core/inspection/engine.h"
#include "core/schema.h"

// The messages between a server and an inspector on another machine, beside the tasks of
// confined/message.h, which are sent as they are (ToWorker). README.md has their order.
namespace countersign::remote {

// Raised when the conversation changes. The messages within it have a number of their own, which
// is compared too (confined::kProtocol).
inline constexpr std::uint32_t kRemoteProtocol = 1;
// The name of the conversation within TLS (ALPN, RFC 7301).
inline constexpr const char* kConversationName = "countersign-inspector";

// ---- server to inspector ----
struct Opening {
  std::uint32_t protocol = kRemoteProtocol;
  std::uint32_t messages = confined::kProtocol;
};

// ---- inspector to server ----
// An inspector describes itself. The server compares all of it with its own but the places.
struct Welcome {
  std::uint32_t protocol = kRemoteProtocol;
  std::uint32_t messages = confined::kProtocol;
  bool confined = false;  // false in a build with sanitizers
  Capabilities capabilities;
  std::uint32_t thresholds_version = 0;  // of the table that names the thresholds
  std::vector<std::int64_t> thresholds;  // the defaults of the build, see milli_of
  std::uint64_t max_pixels = 0;          // of a picture
  std::uint64_t image_max_bytes = 0;     // of a picture's file
  std::uint32_t places = 0;              // submissions that are judged at the same time
};
// In place of a welcome: the inspector does not understand the server.
struct TurnedAway {
  std::string why;
};
// Nothing is known of the pictures, so that the submission may come again, here or elsewhere.
struct NotJudged {
  bool busy = false;  // no place or too little processor time; otherwise the inspector is broken
};
using FromHost = std::variant<Welcome,
                              TurnedAway,
                              NotJudged,
                              confined::ImageWanted,
                              DocumentEvaluation,
                              LivenessEvaluation,
                              MatchEvaluation,
                              DataEvaluation,
                              confined::RenderingHead,
                              PresentationEvaluation>;

std::string encode(const Opening& message);
std::string encode(const FromHost& message);

// Return nullopt unless the bytes are exactly one message. Safe for any bytes.
std::optional<Opening> decode_opening(std::string_view bytes);
std::optional<FromHost> decode_from_host(std::string_view bytes);

// The welcome of an engine of this build, without its limits and places.
Welcome welcome_of(const Capabilities& capabilities, bool confined);

// Why an inspector is not one that may judge for a server that would welcome as `ours`, or nullopt.
// A phrase for the operator.
std::optional<std::string> unlike(const Welcome& ours, const Welcome& theirs);

}  // namespace countersign::remote

namespace countersign {

template <>
inline constexpr auto fields_of<remote::Opening> = fields(
    Field{"protocol", &remote::Opening::protocol}, Field{"messages", &remote::Opening::messages});
template <>
inline constexpr auto fields_of<remote::Welcome> =
    fields(Field{"protocol", &remote::Welcome::protocol},
           Field{"messages", &remote::Welcome::messages},
           Field{"confined", &remote::Welcome::confined},
           Field{"capabilities", &remote::Welcome::capabilities},
           Field{"thresholdsVersion", &remote::Welcome::thresholds_version},
           Field{"thresholds", &remote::Welcome::thresholds},
           Field{"maxPixels", &remote::Welcome::max_pixels},
           Field{"imageMaxBytes", &remote::Welcome::image_max_bytes},
           Field{"places", &remote::Welcome::places});
template <>
inline constexpr auto fields_of<remote::TurnedAway> = fields(Field{"why",
                                                                   &remote::TurnedAway::why});
template <>
inline constexpr auto fields_of<remote::NotJudged> = fields(Field{"busy",
                                                                  &remote::NotJudged::busy});
static_assert(record_is_sound<remote::Opening> && record_is_sound<remote::Welcome>);
static_assert(record_is_sound<remote::TurnedAway> && record_is_sound<remote::NotJudged>);

}  // namespace countersign
