#pragma once
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/client/client.h"
#include "core/ids.h"
#include "core/reviewer/reviewer.h"
#include "core/session/session.h"
#include "http/sealed/sealed_values.h"

namespace countersign::http {

// An earlier session that has a copy of a picture of this one.
struct EarlierSession {
  SessionId session;
  UtcTime at;
};

// The session before or after this one, of a decision that asked again.
struct LinkedSession {
  SessionId session;
  bool may_open = false;  // it is a case, and the reviewer may read it
};

// The words with which a reviewer has handed the case to a supervisor.
struct ShownHandOver {
  UtcTime at;
  std::string reviewer;
  std::optional<std::string> words;
};

// A reviewer by name.
struct DeciderName {
  std::string reviewer;
  std::string name;
};

// The content of the console's page about a case.
struct ShownCase {
  const Session& session;
  const Client& client;
  const Reviewer& reviewer;  // who asks
  UtcTime now;
  std::uint64_t seen = 0;  // the size of the log before the session was read
  Sha256 root;             // of the log's tree then
  std::string log;         // its origin
  std::set<FileId> looked{};
  std::vector<EarlierSession> earlier{};
  std::optional<LinkedSession> predecessor{};
  std::optional<LinkedSession> successor{};
  // To the person, of the decision that asked again; none for those who do not read the texts.
  std::optional<std::string> again_words{};
  std::optional<std::string> words{};
  OpenedValues values{};
  std::optional<UtcTime> pictures_until{};
  std::vector<ShownHandOver> hand_overs{};  // none for those who do not supervise the case
  std::vector<DeciderName> names{};         // none for those who do not see the client's reports
};

inline constexpr std::string_view kPicturesUntil =
    "When the pictures are erased if nothing changes before; null under a legal hold, and once "
    "they are.";

inline constexpr std::string_view kDueAt =
    "When the case is overdue by its client's due time; null if the client has none.";

// Returns when a case is overdue; nullopt if its client has no due time.
std::optional<UtcTime> due_time(const Session& session, const ClientPolicy& policy);

// For an opinion that does not settle the case or a correction yet, the JSON says only that the
// opinion exists. The marks of a picture are in the answer with the picture.
std::string case_json(const ShownCase& shown);

}  // namespace countersign::http
