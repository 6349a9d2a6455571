#include "events/audit/streams/version_audit.h"

#include <variant>

namespace countersign {
namespace {

// The version of a type since the release in which a correction needs as many people as the
// decision did, and a signature is over what was seen; 0 of the types that did not change then.
template <class E>
inline constexpr std::uint16_t version_of_release = 0;
template <>
inline constexpr std::uint16_t version_of_release<ClientRegistered> = 3;
template <>
inline constexpr std::uint16_t version_of_release<ClientChanged> = 3;
template <>
inline constexpr std::uint16_t version_of_release<ReviewClaimed> = 2;
template <>
inline constexpr std::uint16_t version_of_release<ReviewDecided> = 2;
template <>
inline constexpr std::uint16_t version_of_release<ReviewCorrected> = 2;
template <>
inline constexpr std::uint16_t version_of_release<ReviewerKeyAdded> = 2;
template <>
inline constexpr std::uint16_t version_of_release<ReviewerKeyRevoked> = 2;
template <>
inline constexpr std::uint16_t version_of_release<WebhookRegistered> = 2;
template <>
inline constexpr std::uint16_t version_of_release<WebhookChanged> = 2;

struct Versions {
  std::uint16_t present = 0;
  std::uint16_t of_release = 0;
};

Versions versions_of(const Event& event) {
  return std::visit(
      []<class E>(const E&) {
        return Versions{event_type<E>.version, version_of_release<E>};
      },
      event);
}

}  // namespace

std::optional<std::string> VersionAudit::fault(const RecordedEvent& recorded) {
  const Versions of = versions_of(recorded.event);
  const std::uint16_t version = recorded.older_version == 0 ? of.present : recorded.older_version;
  std::uint16_t& newest = newest_[recorded.event.index()];
  if (version < newest || (has_present_rules_ && version < of.of_release)) {
    return "the event was written in an older version of its type, after the log had newer ones";
  }
  newest = version;
  if (of.of_release != 0 && version >= of.of_release) has_present_rules_ = true;
  return std::nullopt;
}

void VersionAudit::append_state(std::string& out) const {
  for (const std::uint16_t version : newest_) put_state(out, version);
  put_state(out, has_present_rules_);
}

bool VersionAudit::take_state(StateReader& in) {
  for (std::uint16_t& version : newest_) version = in.take<std::uint16_t>();
  has_present_rules_ = in.take<bool>();
  return in.good();
}

}  // namespace countersign
