// Messages that a worker could send once a hostile image has taken it over, and those of the other
// three directions: the first byte chooses. A message that is read is written again byte for byte.
#include "core/check.h"
#include "core/inspection/confined/message.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::confined_message_target {

template <class Message>
void check_one(std::string_view bytes) {
  const auto message = confined::decode<Message>(bytes);
  if (message)
    check(confined::encode(*message) == bytes, "a decoded message encodes to the same bytes");
}

void run(std::string_view input) {
  switch (take_number<std::uint8_t>(input) % 4) {
    case 0:
      return check_one<confined::FromWorker>(input);
    case 1:
      return check_one<confined::FromInspector>(input);
    case 2:
      return check_one<confined::ToWorker>(input);
    case 3:
      return check_one<confined::ToInspector>(input);
  }
}

const Target kTarget("confined_message", run);

}  // namespace countersign::fuzz::confined_message_target
