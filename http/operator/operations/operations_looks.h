#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "core/ids.h"
#include "http/body/body_of.h"
#include "http/body/body_values.h"
#include "http/json/members.h"
#include "http/operator/operation_input.h"

// The inputs of the operations that say who saw stored pictures.
namespace countersign::http {

struct AskedDownloads {
  std::optional<SessionId> session{};
  std::optional<ClientKey> client{};
  Sequence after{};
  std::uint64_t limit = kPageDefault;
};
template <>
inline constexpr auto members_of<AskedDownloads> = members(
    Member{"sessionId", &AskedDownloads::session, "Only downloads of this session.", kLeftOut},
    Member{"clientKey", &AskedDownloads::client, "Only downloads by this client.", kLeftOut},
    Member{"after",
           &AskedDownloads::after,
           "The sequence after which events are answered, by default 0.",
           kLeftOut},
    Member{"limit",
           &AskedDownloads::limit,
           "The most downloads in the answer, by default 100.",
           {.left_out = true, .maximum = kPageMax}});

struct AskedLooks {
  std::optional<SessionId> session{};
  std::optional<ClientKey> client{};
  std::optional<FileId> file{};
  std::optional<std::string> reviewer{};
  std::optional<std::string> since{};
  Sequence after{};
  std::uint64_t limit = kPageDefault;
};
template <>
inline constexpr auto members_of<AskedLooks> = members(
    Member{"sessionId", &AskedLooks::session, "Only pictures of this session.", kLeftOut},
    Member{"clientKey", &AskedLooks::client, "Only pictures of this client's sessions.", kLeftOut},
    Member{"fileId", &AskedLooks::file, "Only this picture.", kLeftOut},
    Member{"reviewer",
           &AskedLooks::reviewer,
           "Only looks of this reviewer; downloads, which no reviewer makes, are left out.",
           kLeftOut},
    Member{"since",
           &AskedLooks::since,
           "Only from this time on, as RFC 3339, or a day, YYYY-MM-DD.",
           kLeftOut},
    Member{"after",
           &AskedLooks::after,
           "The sequence after which events are answered, by default 0.",
           kLeftOut},
    Member{"limit",
           &AskedLooks::limit,
           "The most entries in the answer, by default 100.",
           {.left_out = true, .maximum = kPageMax}});

}  // namespace countersign::http
