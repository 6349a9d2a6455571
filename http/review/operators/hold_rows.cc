// GET /review/api/operate/holds: the sessions whose files a legal hold keeps.
#include <optional>
#include <string>

#include "http/json/json_of.h"
#include "http/review/operators/operator_handlers.h"
#include "http/review/operators/operator_page.h"

namespace countersign::http {
namespace {

struct HoldRow {
  HoldEntry hold;
  static Schema schema();
};

Result<std::string, StoreError> hold_page(const ReviewService& service,
                                          const std::optional<SessionId>& after,
                                          std::size_t limit) {
  const auto holds = service.data.queries().holds_behind(after, limit);
  if (!holds) return holds.error();
  RowsPage<HoldRow> rows;
  for (const HoldEntry& hold : *holds) rows.items.push_back({hold});
  if (holds->size() == limit) rows.next = to_string(holds->back().session);
  return json_of(rows);
}

}  // namespace

template <>
constexpr auto members_of<HoldRow> =
    members(Member{"sessionId", [](const HoldRow& row) { return row.hold.session; }},
            Member{"clientKey", [](const HoldRow& row) { return row.hold.client; }},
            Member{"sandbox", [](const HoldRow& row) { return row.hold.sandbox; }},
            Member{"since", [](const HoldRow& row) { return row.hold.at; }},
            Member{"by",
                   [](const HoldRow& row) { return row.hold.actor.ref; },
                   "Who set it: `uid:` and a number of the machine."},
            Member{"reason", [](const HoldRow& row) { return row.hold.reason; }});

Schema HoldRow::schema() { return answer_schema_of<HoldRow>("OperatorsHold"); }
Schema hold_rows_schema() { return answer_schema_of<RowsPage<HoldRow>>("OperatorsHolds"); }

void list_hold_rows(ReviewService& service, const CallPtr& call, const AuthenticatedReviewer& who) {
  const std::string after = call->query("after").value_or("");
  const auto session = parse_uuid(after);
  if (!after.empty() && !session) return refuse_place(call);
  const auto place = session ? std::optional(SessionId(*session)) : std::nullopt;
  answer_page(service, call, who, [&service, place](const OperatorPage& page) {
    return hold_page(service, place, page.limit);
  });
}

}  // namespace countersign::http
