#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/client/client.h"
#include "core/enum_names.h"
#include "core/ids.h"
#include "core/result.h"
#include "core/session/session.h"
#include "core/terms.h"
#include "http/call/call.h"
#include "http/call/problem.h"
#include "projections/queries/queries.h"

namespace countersign {

// The cases that were assigned to the reviewer who asks, or handed over to a supervisor.
namespace http {
enum class CaseLane : std::uint8_t { Assigned, Supervisor };
}
template <>
inline constexpr auto enum_names<http::CaseLane> = std::to_array<Named<http::CaseLane>>({
    {http::CaseLane::Assigned, "ASSIGNED"},
    {http::CaseLane::Supervisor, "SUPERVISOR"},
});

}  // namespace countersign

namespace countersign::http {

inline constexpr std::size_t kCaseSearchMax = 128;  // bytes of the words that a reviewer looks for

// The waiting cases that a reviewer asks for: those that have everything that is named. The queue
// and *Next case* have the same choice.
struct CaseChoice {
  std::optional<ClientKey> client{};
  std::optional<std::string> reason{};  // that the machine gave
  std::optional<DocumentType> document_type{};
  std::optional<std::string> country{};  // ISO 3166-1 alpha-2, in upper case; see country_of()
  // A part of the client's reference or of the session's id; letters of ASCII in either case. The
  // ids of sessions that began at the same time begin alike.
  std::optional<std::string> search{};
  std::optional<CaseLane> lane{};
  bool sandbox = false;  // the cases of the sandbox, else those of persons

  // Whether a scan passes over cases for another reason than their client.
  bool is_narrow() const { return reason || document_type || country || search; }
};

// Clients by key, each read once. A client that cannot be read counts as unknown. One thread.
class KnownClients {
 public:
  explicit KnownClients(const Queries& queries) : queries_(queries) {}
  // Null if the client is not known.
  const Client* find(const ClientKey& key);

 private:
  const Queries& queries_;
  std::map<std::string, std::optional<Client>> clients_;
};

// Returns the country whose documents alone the session accepts for the type that was shown;
// nullopt if it accepts those of several. `client` may be null. Nobody has read the country from
// the document itself. Pure.
std::optional<std::string> country_of(const Session& session, const Client* client);

// Returns whether the session is one of those asked for, but for the lane of the cases that are
// assigned to one reviewer. Reads its client only for a country.
bool is_chosen(const CaseChoice& choice, const Session& session, KnownClients& clients);

// Reads the choice from the parameters of a call.
Result<CaseChoice, Problem> read_choice(const Call& call);

// Whether a text can be searched for: 1 to kCaseSearchMax bytes of UTF-8.
bool is_case_search(std::string_view text);

}  // namespace countersign::http
