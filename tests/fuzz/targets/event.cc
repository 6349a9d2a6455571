// One stored event: it is read in one form only, and written again byte for byte.
#include "core/check.h"
#include "events/record/canonical_json.h"
#include "events/record/codec.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz {
namespace {

void run(std::string_view input) {
  std::string_view value;
  JsonReader reader(input);
  if (reader.anything(value)) check(value.size() <= input.size(), "a value lies in its text");

  const auto recorded = decode(input);
  check(!is_stored_form(input) || recorded.has_value(), "a stored form can be read");
  if (!recorded) {
    check(!recorded.error().empty(), "an error says why");
    return;
  }
  // An event of an older version of its type now has another form.
  const StoredEvent again = encode_stored(*recorded);
  const auto reread = decode(again.bytes);
  check(reread.has_value() && *reread == *recorded, "what is written is read as it was");
  check(is_stored_form(again.bytes), "what is written is a stored form");
}

const Target kTarget("event", run);

}  // namespace
}  // namespace countersign::fuzz
