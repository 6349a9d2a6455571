// One stored event: it is read in one form only, and written again byte for byte.
#include "core/check.h"
#include "events/record/canonical_json.h"
#include "events/record/codec.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::event_target {

void run(std::string_view input) {
  std::string_view value;
  JsonReader reader(input);
  if (reader.anything(value))
    check(value.size() <= input.size(), "a JSON value is no longer than its text");

  const auto recorded = decode(input);
  check(!is_stored_form(input) || recorded.has_value(), "an event in stored form can be decoded");
  if (!recorded) {
    check(!recorded.error().empty(), "the refusal of an event has a reason");
    return;
  }
  // An event of an older version of its type now has another form.
  const StoredEvent again = encode_stored(*recorded);
  const auto reread = decode(again.bytes);
  RecordedEvent present = *recorded;
  present.older_version = 0;
  check(reread.has_value() && *reread == present, "an encoded event decodes to the same event");
  check(is_stored_form(again.bytes), "an encoded event is in stored form");
}

const Target kTarget("event", run);

}  // namespace countersign::fuzz::event_target
