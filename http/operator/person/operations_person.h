#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "core/ids.h"
#include "http/body/reason_rule.h"
#include "http/json/members.h"
#include "http/operator/operation_input.h"

// The inputs of the operations on persons. A person is a client's reference, or whoever a session
// is of: then all sessions of its client with its reference, or, if it has none, that session with
// those before and after it in which the person was asked again.
namespace countersign::http {

inline constexpr std::uint64_t kErasedAPageMax = 100;

inline constexpr std::string_view kPersonAfterMeaning =
    "The `next` of the page before; without it the newest session comes first.";

struct AskedPerson {
  std::optional<ClientKey> client{};
  std::optional<std::string> user_ref{};
  std::optional<SessionId> session{};
  std::optional<std::string> after{};
  std::uint64_t limit = kPageDefault;
};
template <>
inline constexpr auto members_of<AskedPerson> =
    members(Member{"clientKey", &AskedPerson::client, "With `userRef`.", kLeftOut},
            Member{"userRef", &AskedPerson::user_ref, "The client's name of the person.", kLeftOut},
            Member{"sessionId", &AskedPerson::session, "A session of the person.", kLeftOut},
            Member{"after", &AskedPerson::after, kPersonAfterMeaning, kLeftOut},
            Member{"limit",
                   &AskedPerson::limit,
                   "The most sessions in the answer, by default 100.",
                   {.left_out = true, .maximum = kPageMax}});

struct AskedErasure {
  std::optional<ClientKey> client{};
  std::optional<std::string> user_ref{};
  std::optional<SessionId> session{};
  std::string reason;
  std::optional<std::string> after{};
  std::uint64_t limit = kErasedAPageMax;
};
template <>
inline constexpr auto members_of<AskedErasure> = members(
    Member{"clientKey", &AskedErasure::client, "With `userRef`.", kLeftOut},
    Member{"userRef", &AskedErasure::user_ref, "The client's name of the person.", kLeftOut},
    Member{"sessionId", &AskedErasure::session, "A session of the person.", kLeftOut},
    Member{"reason",
           &AskedErasure::reason,
           "The reason, which the log keeps and the client reads.",
           kReason},
    Member{"after", &AskedErasure::after, kPersonAfterMeaning, kLeftOut},
    Member{"limit",
           &AskedErasure::limit,
           "The most sessions that are erased by the call, by default 100.",
           {.left_out = true, .maximum = kErasedAPageMax}});

struct PersonsSession {
  SessionId session;
};
template <>
inline constexpr auto members_of<PersonsSession> = members(Member{"sessionId",
                                                                  &PersonsSession::session});

struct AskedTexts {
  SessionId session;
  std::string reason;
  Sequence after{};
  std::uint64_t limit = kPageDefault;
};
template <>
inline constexpr auto members_of<AskedTexts> = members(
    Member{"sessionId", &AskedTexts::session},
    Member{"reason",
           &AskedTexts::reason,
           "The reason, which the event of the reading keeps and the client reads.",
           kReason},
    Member{"after", &AskedTexts::after, "The `next` of the page before, by default 0.", kLeftOut},
    Member{"limit",
           &AskedTexts::limit,
           "The most sealed events that are opened by the call, by default 100.",
           {.left_out = true, .maximum = kPageMax}});

struct AskedFile {
  SessionId session;
  FileId file;
  std::string reason;
};
template <>
inline constexpr auto members_of<AskedFile> =
    members(Member{"sessionId", &AskedFile::session},
            Member{"fileId", &AskedFile::file},
            Member{"reason",
                   &AskedFile::reason,
                   "The reason, which the event of the download keeps and the client reads.",
                   kReason});

}  // namespace countersign::http
