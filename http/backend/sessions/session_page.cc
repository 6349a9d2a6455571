#include "http/backend/sessions/session_page.h"

#include <utility>

#include "core/text/base64url.h"
#include "events/crypto/sha256.h"
#include "http/json/json_of.h"

namespace countersign::http {
namespace {

struct SessionPageAnswer {
  std::vector<SessionListing> items;
  std::optional<std::string> next;
};

constexpr std::size_t kMarkBytes = 6;

// Known to whoever reads this line: the mark finds mistakes, and keeps no secret.
std::string mark_of(std::string_view place) {
  const Digest digest = sha256("a place in a list of sessions: " + std::string(place));
  return {reinterpret_cast<const char*>(digest.data()), kMarkBytes};
}

}  // namespace

template <>
constexpr auto members_of<SessionPageAnswer> = members(
    Member{"items", &SessionPageAnswer::items, "The newest first."},
    Member{"next",
           &SessionPageAnswer::next,
           "Pass it as `after` for what comes behind this page; null at the end of the list."});

std::string text_of(const SessionPlace& place) {
  const std::string bytes = SessionIndex::bytes_of_place(place);
  return to_base64url(mark_of(bytes) + bytes);
}

std::optional<std::string> text_of(const std::optional<SessionPlace>& place) {
  return place ? std::optional(text_of(*place)) : std::nullopt;
}

std::optional<SessionPlace> place_of(std::string_view text) {
  const auto bytes = from_base64url(text);
  if (!bytes || bytes->size() < kMarkBytes) return std::nullopt;
  const std::string_view place = std::string_view(*bytes).substr(kMarkBytes);
  if (mark_of(place) != bytes->substr(0, kMarkBytes)) return std::nullopt;
  return SessionIndex::place_in(place);
}

std::string session_page_json(ListingPage page) {
  return json_of(SessionPageAnswer{std::move(page.sessions), text_of(page.next)});
}
Schema session_page_schema() {
  return answer_schema_of<SessionPageAnswer>(
      "SessionPage",
      "A page may have fewer items than the limit, and none, while `next` is there.");
}

}  // namespace countersign::http
