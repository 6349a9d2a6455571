// The body by which a person says that liveness is not possible.
#include <string>

#include "core/check.h"
#include "core/text/utf8.h"
#include "http/device/not_possible_request.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::not_possible_target {

void run(std::string_view input) {
  std::string body(input);
  body.shrink_to_fit();
  const auto request = http::parse_not_possible_request(body);
  if (!request || !request->reason) return;
  check(!request->reason->empty() && is_utf8(*request->reason), "a reason is non-empty UTF-8");
  check(request->reason->size() <= 4 * http::kReasonMax,
        "a reason has at most kReasonMax characters");
  check(request->reason->find('\x1b') == std::string::npos, "a reason has no escape character");
}

const Target kTarget("not_possible", run);

}  // namespace countersign::fuzz::not_possible_target
