#include "core/inspection/remote/remote_conversation.h"

namespace countersign::remote {
namespace {

std::string why_of(WireEnd end) {
  switch (end) {
    case WireEnd::Closed:
      return "it closed the connection in place of a greeting: its key file may not name this "
             "server, or all its connections are taken";
    case WireEnd::Late:
      return "it did not greet in time";
    case WireEnd::Garbled:
      break;
  }
  return "it does not greet as an inspector does";
}

NotWelcomed not_welcomed(WireEnd end) { return {.why = why_of(end)}; }

}  // namespace

Result<Welcome, NotWelcomed> greet(ByteStream& stream, SteadyTime deadline) {
  Wire wire(stream);
  if (const auto end = wire.send_message(encode(Opening{}), deadline)) return not_welcomed(*end);
  const auto bytes = wire.receive_message(deadline);
  if (!bytes) return not_welcomed(bytes.error());
  auto message = decode_from_host(*bytes);
  if (!message) return not_welcomed(WireEnd::Garbled);
  if (const auto* turned_away = std::get_if<TurnedAway>(&*message)) {
    return NotWelcomed{.why = "it turned this server away: " + turned_away->why,
                       .turned_away = true};
  }
  auto* const welcome = std::get_if<Welcome>(&*message);
  if (welcome == nullptr) return not_welcomed(WireEnd::Garbled);
  return std::move(*welcome);
}

}  // namespace countersign::remote
