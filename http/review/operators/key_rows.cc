// GET /review/api/operate/keys: the keys in use, by their names and public halves.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "events/vault/key_slot.h"
#include "http/json/json_of.h"
#include "http/review/operators/operator_handlers.h"
#include "http/review/operators/operator_page.h"

namespace countersign::http {
namespace {

struct SlotRow {
  KeySlotId slot;
  static Schema schema();
};

struct KeyPage {
  std::optional<Sha256> master_key;
  std::optional<std::string> verifier;
  std::uint64_t slots = 0;
  RowsPage<SlotRow> page{};
};

std::string day_text(const KeySlotId& slot) {
  const std::string digits = std::to_string(slot.day);
  if (digits.size() != 8) return digits;
  return digits.substr(0, 4) + '-' + digits.substr(4, 2) + '-' + digits.substr(6);
}

Result<std::string, StoreError> key_page(const ReviewService& service,
                                         const std::optional<KeySlotId>& after,
                                         std::size_t limit) {
  const auto history = service.data.queries().key_history();
  if (!history) return history.error();
  std::vector<KeySlotId> slots = service.data.keys().slots();
  std::ranges::sort(slots);
  KeyPage keys{.master_key = {}, .verifier = {}, .slots = slots.size()};
  if (history->master_key != Sha256{}) keys.master_key = history->master_key;
  if (const CheckpointKeeper* const keeper = service.data.checkpoints()) {
    keys.verifier = keeper->verifier().to_text();
  }
  auto at = after ? std::ranges::upper_bound(slots, *after) : slots.begin();
  for (; at != slots.end() && keys.page.items.size() < limit; ++at) {
    keys.page.items.push_back({*at});
  }
  if (at != slots.end()) keys.page.next = to_string(keys.page.items.back().slot);
  return json_of(keys);
}

}  // namespace

template <>
constexpr auto members_of<SlotRow> =
    members(Member{"slot", [](const SlotRow& row) { return to_string(row.slot); }},
            Member{"day",
                   [](const SlotRow& row) { return day_text(row.slot); },
                   "On which the sessions are due whose keys it wraps."});

template <>
constexpr auto members_of<KeyPage> = std::tuple_cat(
    members(Member{"masterKey",
                   &KeyPage::master_key,
                   "The id of the key of the last rotation; null: there was none."},
            Member{"verifier",
                   &KeyPage::verifier,
                   "The key that verifies the log's checkpoints; null: the log is not signed."},
            Member{"slots", &KeyPage::slots, "All slots that are not destroyed."}),
    members_through(&KeyPage::page, members_of<RowsPage<SlotRow>>));

Schema SlotRow::schema() { return answer_schema_of<SlotRow>("OperatorsSlot"); }
Schema key_rows_schema() { return answer_schema_of<KeyPage>("OperatorsKeys"); }

void list_key_rows(ReviewService& service, const CallPtr& call, const AuthenticatedReviewer& who) {
  const std::string after = call->query("after").value_or("");
  const auto slot = parse_key_slot_id(after);
  if (!after.empty() && !slot) return refuse_place(call);
  answer_page(service, call, who, [&service, slot](const OperatorPage& page) {
    return key_page(service, slot, page.limit);
  });
}

}  // namespace countersign::http
