// Records of views from a database that somebody else has written. The first byte chooses the type.
#include "core/check.h"
#include "core/client/client.h"
#include "core/session/session.h"
#include "core/thresholds/threshold_history.h"
#include "core/webhook/webhooks.h"
#include "projections/fold/record_bytes.h"
#include "projections/views/session/files.h"
#include "projections/views/session/idempotency.h"
#include "projections/views/threshold_sets.h"
#include "projections/views/totals.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::view_record_target {

template <class Record>
void check_one(std::string_view bytes) {
  const auto record = from_bytes<Record>(bytes);
  if (record) check(to_bytes(*record) == bytes, "a decoded record encodes to the same bytes");
}

void run(std::string_view input) {
  switch (take_number<std::uint8_t>(input) % 8) {
    case 0:
      return check_one<Session>(input);
    case 1:
      return check_one<Client>(input);
    case 2:
      return check_one<ThresholdHistory>(input);
    case 3:
      return check_one<FileEntry>(input);
    case 4:
      return check_one<IdempotencyEntry>(input);
    case 5:
      return check_one<ThresholdSet>(input);
    case 6:
      return check_one<Totals>(input);
    case 7:
      return check_one<Webhooks>(input);
  }
}

const Target kTarget("view_record", run);

}  // namespace countersign::fuzz::view_record_target
