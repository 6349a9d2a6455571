#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/event/client_policy.h"
#include "core/ids.h"
#include "core/utc_time.h"
#include "http/json/schema_of.h"
#include "projections/queries/session_list.h"

// The answers about a person. Pure.
namespace countersign::http {

// The body of GET person: a page of the sessions under a reference. `kept` determines when
// retention will delete the files.
std::string person_page_json(const std::string& user_ref,
                             const SessionPage& page,
                             UtcTime now,
                             const RetentionPeriods& kept);
Schema person_page_schema();

// The body of POST person/erase.
struct ErasedPerson {
  std::vector<SessionId> sessions;  // whose files are gone, now or since earlier
  std::vector<SessionId> held;
  std::optional<SessionPlace> next{};
};
std::string erased_person_json(const ErasedPerson& erased);
Schema erased_person_schema();

}  // namespace countersign::http
