#include "http/webhooks/delivery/delivery_progress.h"

#include <doctest/doctest.h>

#include <string>

namespace countersign::http::delivery_progress_test {

const SessionId kSession(Uuid{1, 2, 3});

DeliveryProgress some_progress() {
  return {Sequence(3),
          Sequence(4),
          Sequence(20),
          {{Sequence(7), kSession, UtcTime(70), 2, UtcTime(900)},
           {Sequence(9), SessionId(Uuid{}), UtcTime(90), 0, UtcTime(90)}}};
}

Webhook webhook_of(const DeliveryProgress& progress) {
  Webhook webhook;
  webhook.after = Sequence(2);
  webhook.placed_by = progress.placed_by;
  webhook.resumed_by = progress.resumed_by;
  return webhook;
}

TEST_CASE("a progress is read back from its text, and only from that") {
  const std::string text = progress_text(some_progress());
  CHECK(text ==
        "countersign webhook progress v1\nplaced 3\nresumed 4\ncursor 20\n"
        "waits 7 01020300-0000-0000-0000-000000000000 70 2 900\n"
        "waits 9 00000000-0000-0000-0000-000000000000 90 0 90\n");
  CHECK(parse_progress(text) == some_progress());
  for (std::size_t i = 0; i < text.size(); ++i) {
    CHECK_FALSE(parse_progress(text.substr(0, i)) == some_progress());
  }
  const auto with = [&](std::string_view from, std::string_view to) {
    std::string other = text;
    other.replace(other.find(from), from.size(), to);
    return parse_progress(other).has_value();
  };
  CHECK_FALSE(with("v1", "v2"));
  CHECK_FALSE(with("cursor 20", "cursor 020"));
  CHECK_FALSE(with("cursor 20", "cursor 8"));  // an outstanding event is behind it
  CHECK_FALSE(with("waits 9", "waits 7"));     // not in their order
  CHECK_FALSE(with(" 70 2 ", " 70 11 "));      // more attempts than there are
  CHECK_FALSE(with("placed 3", "placed -3"));
  CHECK_FALSE(with("0102", "0x02"));
  CHECK_FALSE(with("90\n", "90 \n"));
}

TEST_CASE("without a progress the deliveries begin behind the registration") {
  const DeliveryProgress kept = some_progress();
  const Webhook webhook = webhook_of(kept);
  const DeliveryProgress fresh = progress_of(webhook, std::nullopt, Sequence(30), UtcTime(1));
  CHECK(fresh.cursor == Sequence(2));
  CHECK(fresh.outstanding.empty());
  CHECK(progress_of(webhook, kept, Sequence(30), UtcTime(900)) == kept);
}

TEST_CASE("a replay forgets the progress, and so does a log that ends before it") {
  const DeliveryProgress kept = some_progress();
  Webhook webhook = webhook_of(kept);
  CHECK(progress_of(webhook, kept, Sequence(19), UtcTime(1)).cursor == Sequence(2));
  webhook.placed_by = Sequence(25);
  CHECK(progress_of(webhook, kept, Sequence(30), UtcTime(1)).cursor == Sequence(2));
}

TEST_CASE("an endpoint that is enabled again has all attempts for what is outstanding") {
  const DeliveryProgress kept = some_progress();
  Webhook webhook = webhook_of(kept);
  webhook.resumed_by = Sequence(25);
  const DeliveryProgress resumed = progress_of(webhook, kept, Sequence(30), UtcTime(1));
  CHECK(resumed.cursor == kept.cursor);
  REQUIRE(resumed.outstanding.size() == 2);
  CHECK(resumed.outstanding[0].failed_attempts == 0);
  CHECK(resumed.outstanding[0].due == UtcTime(1));
  CHECK(resumed.resumed_by == Sequence(25));
}

TEST_CASE("a wall clock that was set back keeps no event waiting for longer than the schedule") {
  DeliveryProgress kept = some_progress();
  kept.outstanding[0].due = UtcTime(std::int64_t{1} << 60);
  const DeliveryProgress read = progress_of(webhook_of(kept), kept, Sequence(30), UtcTime(0));
  CHECK(read.outstanding[0].due <= UtcTime(0) + std::chrono::hours(29));
}

}  // namespace countersign::http::delivery_progress_test
