#include "http/backend/person/person_page.h"

#include "http/answers/session_json.h"
#include "http/backend/sessions/session_page.h"
#include "http/json/json_of.h"

namespace countersign::http {
namespace {

struct ItemResult {
  std::string json;
  static Schema schema() { return result_schema(); }
};
struct ItemDocuments {
  std::string json;
  static Schema schema() { return documents_schema(); }
};

struct PersonItem {
  ItemResult result;
  ItemDocuments documents;
  bool held = false;
  std::optional<UtcTime> purged_at{};
  std::uint64_t downloads = 0;
};

struct PersonAnswer {
  std::string user_ref;
  std::vector<PersonItem> items;
  std::optional<std::string> next;
};

std::optional<std::string> next_text(const std::optional<SessionPlace>& next) {
  return next ? std::optional(text_of(*next)) : std::nullopt;
}

std::uint64_t erased_count(const ErasedPerson& erased) { return erased.sessions.size(); }
std::optional<std::string> next_of_erased(const ErasedPerson& erased) {
  return next_text(erased.next);
}

}  // namespace

template <>
constexpr auto members_of<PersonItem> =
    members(Member{"result", &PersonItem::result},
            Member{"documents", &PersonItem::documents},
            Member{"held", &PersonItem::held, "Whether a legal hold keeps the files."},
            Member{"purgedAt", &PersonItem::purged_at, "When the files were erased."},
            Member{"downloads", &PersonItem::downloads, "How often files were downloaded."});

template <>
constexpr auto members_of<PersonAnswer> =
    members(Member{"userRef", &PersonAnswer::user_ref},
            Member{"items", &PersonAnswer::items, "The sessions, the newest first."},
            Member{"next", &PersonAnswer::next, "Pass it as `after`; null at the end."});

template <>
constexpr auto members_of<ErasedPerson> = members(
    Member{"erased", erased_count, "The number of `sessions`."},
    Member{"held", &ErasedPerson::held, "Sessions that a legal hold keeps."},
    Member{"sessions",
           &ErasedPerson::sessions,
           "Those whose files are gone, by this call or an earlier one, so that a repeated call is "
           "answered the same."},
    Member{
        "next",
        next_of_erased,
        "Pass it as `after` in the next call, which erases the next sessions; null at the end."});

std::string person_page_json(const std::string& user_ref,
                             const SessionPage& page,
                             UtcTime now,
                             const RetentionPeriods& kept) {
  PersonAnswer answer{user_ref, {}, next_text(page.next)};
  for (const Session& session : page.sessions) {
    answer.items.push_back({{result_json(session, now, kept)},
                            {documents_json(session)},
                            session.held,
                            session.purged_at,
                            session.downloads});
  }
  return json_of(answer);
}
Schema person_page_schema() { return answer_schema_of<PersonAnswer>("Person"); }

std::string erased_person_json(const ErasedPerson& erased) { return json_of(erased); }
Schema erased_person_schema() { return answer_schema_of<ErasedPerson>("ErasedPerson"); }

}  // namespace countersign::http
